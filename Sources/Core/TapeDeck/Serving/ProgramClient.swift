import Synchronization

/// A client of a tape server, and its progress: each begins before the first change.
package final class ProgramClient: Sendable {
    /// The name it sends, or the name of the port it connects to.
    package let name: String
    let site: Int
    /// Whether a change is answered by its own recording wherever it comes.
    let isUnordered: Bool
    private let journal: ServedJournal?
    private let progress = Mutex(Progress())

    private struct Progress {
        /// What was played of each request at each change count.
        var played: [Place: Int64] = [:]
        /// Kept only if there is a journal.
        var seen: Set<Int64> = []
        /// The change counts of the changes that were played, the latest last.
        var changes: [Int] = []
        var last: Int64 = 0

        var changeCount: Int { changes.last ?? 0 }
    }

    private struct Place: Hashable {
        var key: ServedKey
        var changeCount: Int
    }

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

    /// The latest of the changes that were played to it; 0 if none was.
    package var changeCount: Int { progress.withLock { $0.changeCount } }

    /// The exchange that it received last.
    var last: Int64 { progress.withLock { $0.last } }

    /// Whether it received that exchange, as far as that is kept.
    func hasSeen(_ exchange: Int64) -> Bool { progress.withLock { $0.seen.contains(exchange) } }

    package func didReceive(_ exchange: Int64?, status: Int, method: String, target: String, miss: TapeError? = nil) {
        guard let journal else { return }
        journal.add(name, method, target, status: status, exchange: exchange, miss: miss)
        if let exchange { progress.withLock { _ = $0.seen.insert(exchange) } }
    }

    func reset() { progress.withLock { $0 = Progress() } }

    struct Hit {
        var exchange: Int64
        /// How many changes later than where the client is it was recorded, if the order matters.
        var offset: Int
    }

    /// What comes next of the first variant that has anything for the client now.
    ///
    /// A read gets what was recorded after as many changes: the next, and when all were played, the last again. A change
    /// has to be the next one, and advances the client. Sign-in, schema and completion are answered at any time.
    ///
    /// - Parameter isLenient: whether a read also gets what was recorded earlier or later, and a change may skip others.
    func next(of variants: [RecordedRequest], isLenient: Bool) -> Hit? {
        progress.withLock { progress in
            for variant in variants {
                let place = progress.changeCount + (variant.isChange ? 1 : 0)
                let play =
                    variant.isChange
                    ? change(variant, progress, isLenient: isLenient) : read(variant, &progress, isLenient: isLenient)
                guard let play else { continue }
                if variant.isChange { progress.changes.append(play.changeCount) }
                progress.last = play.exchange
                let isAnywhere = isUnordered || play.changeCount == RecordedRequest.outside
                return Hit(exchange: play.exchange, offset: isAnywhere ? 0 : play.changeCount - place)
            }
            return nil
        }
    }

    private func read(
        _ request: RecordedRequest, _ progress: inout Progress, isLenient: Bool
    ) -> RecordedRequest.Play? {
        for changeCount in changeCounts(progress) + [RecordedRequest.outside] {
            let place = Place(key: request.key, changeCount: changeCount)
            guard let play = request.next(at: changeCount, after: progress.played[place] ?? 0) else { continue }
            progress.played[place] = play.exchange
            return play
        }
        guard isLenient else { return nil }
        return request.last(upTo: progress.changeCount) ?? request.first(after: progress.changeCount)
    }

    /// The change counts at which a read may have been recorded, the best first. Without an order: all changes that were
    /// played, if they are the first ones of the tape; then each, the latest first; then none.
    private func changeCounts(_ progress: Progress) -> [Int] {
        guard isUnordered else { return [progress.changeCount] }
        let last = progress.changes.max() ?? 0
        return (last == progress.changes.count ? [last] : []) + progress.changes.reversed() + [0]
    }

    private func change(_ request: RecordedRequest, _ progress: Progress, isLenient: Bool) -> RecordedRequest.Play? {
        if isUnordered { return request.plays.first { !progress.changes.contains($0.changeCount) } }
        let play = request.first(after: progress.changeCount)
        return isLenient || play?.changeCount == progress.changeCount + 1 ? play : nil
    }
}

/// The clients of a server, by name. The number of those that name themselves is limited: the least recently seen are
/// forgotten, and begin again if they return.
package final class ProgramClients: Sendable {
    package static let maxClients = 10_000

    private struct Table {
        var clients: [String: ProgramClient] = [:]
        /// When the clients that may be forgotten were last seen, as a count of requests.
        var seen: [String: UInt64] = [:]
        var count: UInt64 = 0
    }

    private let limit: Int
    private let journal: ServedJournal?
    private let isUnordered: Bool
    /// The indices of the sites that were recorded for clients with names.
    private let sites: [String: Int]
    private let table = Mutex(Table())
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
        var forgotten = 0
        let client = table.withLock { table in
            table.count += 1
            defer { if table.seen[name] != nil { table.seen[name] = table.count } }
            if let known = table.clients[name] { return known }
            if table.seen.count >= limit {
                // An eighth at once, so that the search is rare.
                let oldest = table.seen.sorted { $0.value < $1.value }.prefix(max(1, limit / 8))
                for (name, _) in oldest { (table.clients[name], table.seen[name]) = (nil, nil) }
                forgotten = oldest.count
            }
            let made = ProgramClient(name, site: site(of: name), journal: journal, isUnordered: isUnordered)
            (table.clients[name], table.seen[name]) = (made, table.count)
            return made
        }
        if forgotten > 0 {
            notify("The limit of \(limit) clients is reached: the \(forgotten) least recently seen ones start over.")
        }
        return client
    }

    /// A client that is never forgotten: the one for requests at a port without a client name.
    package func permanent(_ name: String) -> ProgramClient {
        let client = ProgramClient(name, site: site(of: name), journal: journal, isUnordered: isUnordered)
        table.withLock { $0.clients[name] = client }
        return client
    }

    /// The index of a client's site among the instance's sites.
    func site(of name: String) -> Int { sites[name] ?? 0 }

    func known(_ name: String) -> ProgramClient? { table.withLock { $0.clients[name] } }

    var all: [ProgramClient] { table.withLock { $0.clients.values.sorted { $0.name < $1.name } } }
}
