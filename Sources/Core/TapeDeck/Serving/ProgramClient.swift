import CassetteStore
import ExchangeModel
import Redactors
import Synchronization

/// A client program of a tape server, and its progress: each begins before the first change.
package final class ProgramClient: Sendable {
    /// The name it sends, or the name of the port it connects to.
    package let name: String
    /// The index of its site among the instance's sites.
    let site: Int
    private let currentChangeCount = Atomic<Int>(0)
    private let progress = Mutex(Progress())
    private let turn = Mutex(())
    private let latest = Atomic<Int64>(0)
    /// When it was last seen, as a value of the table's counter.
    let lastSeen = Atomic<UInt64>(0)

    /// What was played of requests that are recorded more than once.
    private struct Progress {
        var played: [ProgramIndex.Entry: Int64] = [:]
        /// Kept only if there is a journal.
        var seen: Set<Int64> = []
        /// The changes played out of order, the latest last.
        var changes: [Int32] = []
        /// Answers the client when responses may be from before a change.
        var player: Player?

        mutating func next(of found: ArraySlice<ProgramIndex.Entry>, _ last: ProgramIndex.Entry) -> Int64 {
            let request = ProgramIndex.Entry(key: last.key, changeCount: last.changeCount, exchange: 0)
            let before = played[request] ?? 0
            let next = (found.first { $0.exchange > before } ?? last).exchange
            played[request] = next
            return next
        }

        /// The change counts at which a read may have been recorded, the best first: all that were played, if they are
        /// the first ones of the tape; then each, the latest first; then none.
        var changeCounts: [Int32] {
            let last = changes.max() ?? 0
            return (last == changes.count ? [last] : []) + changes.reversed() + [0]
        }
    }

    struct Hit {
        var exchange: Int64
        /// The number of changes at which this is the only response to its request; nil if there are several.
        var onlyAtChangeCount: Int?
    }

    private let journal: ServedJournal?
    /// Whether a change is answered by its own recording wherever it comes.
    let isUnordered: Bool

    /// - Parameters:
    /// - site: the index of its site among the instance's sites.
    /// - journal: records what the client received; nil if that is not needed.
    /// - isUnordered: whether changes may come in another order than recorded.
    package init(_ name: String, site: Int = 0, journal: ServedJournal? = nil, isUnordered: Bool = false) {
        self.isUnordered = isUnordered
        self.name = name
        self.site = site
        self.journal = journal
    }

    /// How many changes were played to it.
    package var changeCount: Int { currentChangeCount.load(ordering: .relaxed) }

    /// Clients in the same state get the same responses.
    package func state(at changeCount: Int) -> UInt64 { UInt64(site) << 40 | UInt64(changeCount) }

    var last: Int64 { latest.load(ordering: .relaxed) }

    /// Whether it received that exchange, as far as that is kept.
    func hasSeen(_ exchange: Int64) -> Bool { progress.withLock { $0.seen.contains(exchange) } }

    package func didReceive(
        _ exchange: Int64?, status: Int, method: String, target: String, miss: TapeError? = nil
    ) {
        guard let journal else { return }
        journal.add(name, method, target, status: status, exchange: exchange, miss: miss)
        if let exchange { progress.withLock { _ = $0.seen.insert(exchange) } }
    }

    func player(_ make: () -> Player) -> Player {
        progress.withLock { progress in
            let player = progress.player ?? make()
            progress.player = player
            return player
        }
    }

    /// Runs `body` exclusively among the client's requests. It must not be nested.
    func exclusively<Value: Sendable, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        try turn.withLock { _ throws(Failure) in try body() }
    }

    func reset() {
        progress.withLock { progress in
            progress = Progress()
            latest.store(0, ordering: .relaxed)
            currentChangeCount.store(0, ordering: .relaxed)
        }
    }

    /// The next exchange of a safe request after the current number of changes; when all were played, the last again.
    func read(_ key: Int64, by index: ProgramIndex) -> Hit? {
        let present = currentChangeCount.load(ordering: .relaxed)
        let changeCounts = isUnordered ? progress.withLock { $0.changeCounts } : [Int32(clamping: present)]
        for changeCount in changeCounts + [ProgramIndex.outside] {
            let found = index.exchanges(key, at: changeCount)
            guard let last = found.last else { continue }
            // Most are recorded once: then no request waits for another.
            let isOnly = found.count == 1
            let exchange = isOnly ? last.exchange : progress.withLock { $0.next(of: found, last) }
            latest.store(exchange, ordering: .relaxed)
            return Hit(exchange: exchange, onlyAtChangeCount: isOnly && !isUnordered ? present : nil)
        }
        return nil
    }

    /// The exchange that is the only response to a safe request after the current number of changes, and that number.
    func only(_ key: Int64, by index: ProgramIndex) -> (exchange: Int64, changeCount: Int)? {
        guard !isUnordered else { return nil }
        let present = changeCount
        var found = index.exchanges(key, at: Int32(clamping: present))
        if found.isEmpty { found = index.exchanges(key, at: ProgramIndex.outside) }
        guard found.count == 1, let only = found.first else { return nil }
        return (only.exchange, present)
    }

    func didReceiveOnly(_ exchange: Int64) { latest.store(exchange, ordering: .relaxed) }

    /// The exchange of a change, if it is the next recorded one or may come out of order, which advances the client;
    /// else of a sign-in, which does not.
    func change(_ key: Int64, by index: ProgramIndex) -> Hit? {
        progress.withLock { progress in
            let next = currentChangeCount.load(ordering: .relaxed) + 1
            let change =
                isUnordered
                ? index.exchanges(key).first { !progress.changes.contains($0.changeCount) }
                : index.exchanges(key, at: Int32(clamping: next)).first
            if let change {
                if isUnordered { progress.changes.append(change.changeCount) }
                currentChangeCount.store(Int(change.changeCount), ordering: .relaxed)
                latest.store(change.exchange, ordering: .relaxed)
                return Hit(exchange: change.exchange)
            }
            let found = index.exchanges(key, at: ProgramIndex.outside)
            return found.last.map { Hit(exchange: progress.next(of: found, $0)) }
        }
    }
}

/// The clients of a server, by name. Their number is limited: the least recently seen are forgotten, and begin again if
/// they return.
package final class ProgramClients: Sendable {
    package static let maxClients = 10_000

    private let limit: Int
    private let journal: ServedJournal?
    private let isUnordered: Bool
    /// The indices of the sites that were recorded for clients with names.
    private let sites: [String: Int]
    private let table = Mutex<[String: ProgramClient]>([:])
    private let permanent = Mutex<[String: ProgramClient]>([:])
    private let count = Atomic<UInt64>(0)
    private let notify: @Sendable (String) -> Void

    /// - Parameters:
    /// - sites: what the clients are served. One that the tape does not name gets the first.
    /// - isUnordered: whether changes may come in another order than recorded.
    package init(
        limit: Int = ProgramClients.maxClients, journal: ServedJournal? = nil, sites: [TapeSite] = [],
        isUnordered: Bool = false, notify: @escaping @Sendable (String) -> Void
    ) {
        self.isUnordered = isUnordered
        self.sites = Dictionary(
            sites.enumerated().compactMap { index, site in site.client.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        self.journal = journal
        self.limit = max(1, limit)
        self.notify = notify
    }

    package func named(_ name: String) -> ProgramClient {
        let now = count.wrappingAdd(1, ordering: .relaxed).newValue
        var forgotten = 0
        let client = table.withLock { table in
            if let known = table[name] { return known }
            if table.count >= limit { forgotten = drop(from: &table) }
            let made = ProgramClient(name, site: site(of: name), journal: journal, isUnordered: isUnordered)
            table[name] = made
            return made
        }
        client.lastSeen.store(now, ordering: .relaxed)
        if forgotten > 0 {
            notify(
                "The limit of \(limit) clients is reached: the \(forgotten) least recently seen ones start over."
            )
        }
        return client
    }

    /// A client that is never forgotten: the one for requests at a port without a client name.
    package func permanent(_ name: String) -> ProgramClient {
        let client = ProgramClient(name, site: site(of: name), journal: journal, isUnordered: isUnordered)
        permanent.withLock { $0[name] = client }
        return client
    }

    /// The index of a client's site among the instance's sites.
    func site(of name: String) -> Int { sites[name] ?? 0 }

    func known(_ name: String) -> ProgramClient? { permanent.withLock { $0[name] } ?? table.withLock { $0[name] } }

    var all: [ProgramClient] {
        (permanent.withLock { Array($0.values) } + table.withLock { Array($0.values) }).sorted { $0.name < $1.name }
    }

    /// Drops an eighth at once, so that the search is rare.
    private func drop(from table: inout [String: ProgramClient]) -> Int {
        let oldest = table.values.map { ($0.lastSeen.load(ordering: .relaxed), $0.name) }.sorted { $0 < $1 }
            .prefix(max(1, limit / 8))
        for (_, name) in oldest { table[name] = nil }
        return oldest.count
    }
}

/// An in-memory index of a tape's requests: by the key's digest and the number of changes to the instance before it.
/// One change count may span several epochs. Sign-in, schema and completion are `outside`.
struct ProgramIndex: Sendable {
    /// An exchange with an outcome. Sorted for look-ups.
    struct Entry: Sendable, Hashable, Comparable {
        package var key: Int64
        var changeCount: Int32
        var exchange: Int64

        static func < (left: Entry, right: Entry) -> Bool {
            (left.key, left.changeCount, left.exchange) < (right.key, right.changeCount, right.exchange)
        }
    }

    static let outside: Int32 = -1

    private var entries: [Entry] = []
    private(set) var exchanges: [Int64] = []

    package mutating func add(_ exchange: ExchangeHead, changeCount: Int?) {
        guard exchange.hasOutcome else { return }
        entries.append(
            Entry(
                key: exchange.keyHash, changeCount: changeCount.map { Int32(clamping: $0) } ?? Self.outside,
                exchange: exchange.id))
        exchanges.append(exchange.id)
    }

    mutating func sort() { entries.sort() }

    /// Those at all change counts, in order.
    func exchanges(_ key: Int64) -> ArraySlice<Entry> {
        entries[entries.partitioningIndex { ($0.key, $0.changeCount) >= (key, 0) }...].prefix { $0.key == key }
    }

    func exchanges(_ key: Int64, at changeCount: Int32) -> ArraySlice<Entry> {
        let start = entries.partitioningIndex { ($0.key, $0.changeCount) >= (key, changeCount) }
        var end = start
        while end < entries.count, entries[end].key == key, entries[end].changeCount == changeCount { end += 1 }
        return entries[start..<end]
    }
}
