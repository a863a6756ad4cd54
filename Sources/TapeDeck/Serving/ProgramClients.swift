import Synchronization

/// The clients of a server, by name. Their number is bounded: when there are too many, those that have not been seen for
/// longest are forgotten, and begin anew should they come again.
package final class ProgramClients: Sendable {
    /// How many are kept unless told.
    package static let most = 10_000

    private let limit: Int
    private let journal: ServedJournal?
    private let table = Mutex<[String: ProgramClient]>([:])
    /// Those that are never forgotten.
    private let lasting = Mutex<[String: ProgramClient]>([:])
    private let count = Atomic<UInt64>(0)
    /// Told in one sentence that clients were forgotten.
    private let tell: @Sendable (String) -> Void

    /// None yet.
    package init(
        limit: Int = ProgramClients.most, journal: ServedJournal? = nil, tell: @escaping @Sendable (String) -> Void
    ) {
        self.journal = journal
        self.limit = max(1, limit)
        self.tell = tell
    }

    /// The client of that name; a new one where there is none.
    package func named(_ name: String) -> ProgramClient {
        let now = count.wrappingAdd(1, ordering: .relaxed).newValue
        var forgotten = 0
        let client = table.withLock { table in
            if let known = table[name] { return known }
            if table.count >= limit { forgotten = drop(from: &table) }
            let made = ProgramClient(name, journal: journal)
            table[name] = made
            return made
        }
        client.lastSeen.store(now, ordering: .relaxed)
        if forgotten > 0 {
            tell(
                "\(limit) clients are known; the \(forgotten) that were not seen for longest are forgotten and begin anew."
            )
        }
        return client
    }

    /// A client of that name that is never forgotten: whoever asks at a port without saying who it is.
    package func lasting(_ name: String) -> ProgramClient {
        let client = ProgramClient(name, journal: journal)
        lasting.withLock { $0[name] = client }
        return client
    }

    /// The client of that name, if there is one.
    func known(_ name: String) -> ProgramClient? { lasting.withLock { $0[name] } ?? table.withLock { $0[name] } }

    /// All of them, by name.
    var all: [ProgramClient] {
        (lasting.withLock { Array($0.values) } + table.withLock { Array($0.values) }).sorted { $0.name < $1.name }
    }

    /// An eighth at once, so that the search for them is rare.
    private func drop(from table: inout [String: ProgramClient]) -> Int {
        let oldest = table.values.map { ($0.lastSeen.load(ordering: .relaxed), $0.name) }.sorted { $0 < $1 }
            .prefix(max(1, limit / 8))
        for (_, name) in oldest { table[name] = nil }
        return oldest.count
    }
}
