import Notation
import Synchronization

/// What a server of a tape was asked and what it gave, the newest so many, and which exchanges have been played.
package final class ServedJournal: Sendable {
    /// How many requests are kept unless told.
    package static let most = 100_000

    /// One request and its answer.
    struct Entry: Sendable {
        /// From 1, over all clients; it goes on after a reset.
        var sequence: UInt64
        var client: String
        var method: String
        /// As it stood on the request line.
        var target: String
        var status: Int
        /// What was played; nil when nothing was.
        var exchange: Int64?
        /// Why nothing was.
        var miss: TapeError?
    }

    private struct Book {
        var entries: [Entry] = []
        /// Where the oldest stands once the ring is full.
        var oldest = 0
        var count: UInt64 = 0
        var misses: UInt64 = 0
        var played: Set<Int64> = []
    }

    private let limit: Int
    private let book = Mutex(Book())

    /// An empty journal.
    package init(limit: Int = ServedJournal.most) { self.limit = max(1, limit) }

    /// Takes down a request.
    func add(
        _ client: String, _ method: String, _ target: String, status: Int, exchange: Int64?, miss: TapeError? = nil
    ) {
        book.withLock { book in
            book.count += 1
            if miss != nil { book.misses += 1 }
            if let exchange { book.played.insert(exchange) }
            let entry = Entry(
                sequence: book.count, client: client, method: method, target: target, status: status,
                exchange: exchange, miss: miss)
            if book.entries.count < limit { return book.entries.append(entry) }
            book.entries[book.oldest] = entry
            book.oldest = (book.oldest + 1) % limit
        }
    }

    /// The requests after a number, in order.
    func entries(after sequence: UInt64, limit: Int, where isWanted: (Entry) -> Bool) -> [Entry] {
        book.withLock { book in
            let count = book.entries.count
            // Numbers follow each other without a gap.
            let first = book.count - UInt64(count)
            let skipped = sequence > first ? min(UInt64(count), sequence - first) : 0
            var found: [Entry] = []
            for place in Int(skipped)..<max(Int(skipped), count) where found.count < limit {
                let entry = book.entries[(book.oldest + place) % count]
                if isWanted(entry) { found.append(entry) }
            }
            return found
        }
    }

    /// How many requests came, how many of them missed, and how many exchanges were played.
    var counts: (requests: UInt64, misses: UInt64, played: Int) {
        book.withLock { ($0.count, $0.misses, $0.played.count) }
    }

    func hasPlayed(_ exchange: Int64) -> Bool { book.withLock { $0.played.contains(exchange) } }

    /// Forgets everything but how many requests came.
    func reset() {
        book.withLock { book in
            book = Book(count: book.count)
        }
    }
}

extension ServedJournal.Entry {
    /// One line of the journal.
    var json: JSON {
        [
            "sequence": .number(String(sequence)), "client": .string(client), "method": .string(method),
            "target": .string(target), "status": .number(String(status)),
            "exchange": exchange.map { .number(String($0)) } ?? .null,
            "miss": miss.map { .string(ProgramMiss($0).reason) } ?? .null,
        ]
    }

    /// The same with the whole report.
    var report: JSON {
        guard let miss, case .object(var members) = json else { return json }
        members.append(.init("message", .string(MissText.plain(miss.message))))
        if let details = miss.details { members.append(.init("report", details)) }
        return .object(members)
    }
}
