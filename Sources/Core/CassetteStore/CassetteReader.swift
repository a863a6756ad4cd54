import Database

/// Look-ups by key: of the exchanges with equal digests, the full key decides.
extension Cassette {
    /// How many exchanges with another key and an equal digest a look-up skips, so that a crafted tape cannot make it
    /// slow. Honest tapes have none.
    private static var maxCollisions: Int { 16 }

    /// A number of the first exchange in an order that has exactly that key and satisfies a condition: one index
    /// look-up.
    private func look(
        up column: String, where condition: String, _ values: [SQLValue], order: String, keyHash: Int64, key: String
    ) throws(CassetteError) -> Int64? {
        try row(
            """
            SELECT \(column) FROM (SELECT \(column), key FROM exchange INDEXED BY exchange_by_key \
            WHERE key_hash=? AND \(condition) ORDER BY \(order) LIMIT ?) WHERE key=? LIMIT 1
            """, [.integer(keyHash)] + values + [.integer(1 + Self.maxCollisions), .text(key)]
        ) { row throws(DatabaseError) in try row.ordinal(0) }
    }

    /// The first exchange with exactly that key in an epoch (nil: outside epochs) after the sequence number `id`.
    package func firstExchange(
        keyHash: Int64, key: String, epoch: Int64?, after id: Int64 = 0
    ) throws(CassetteError) -> Int64? {
        try look(
            up: "id", where: "epoch IS ? AND id>?", [.optional(epoch), .integer(id)], order: "id", keyHash: keyHash,
            key: key)
    }

    /// The last exchange with exactly that key in an epoch (nil: outside epochs) before the sequence number `id`.
    package func lastExchange(
        keyHash: Int64, key: String, epoch: Int64?, before id: Int64
    ) throws(CassetteError) -> Int64? {
        try look(
            up: "id", where: "epoch IS ? AND id<?", [.optional(epoch), .integer(id)], order: "id DESC",
            keyHash: keyHash, key: key)
    }

    /// The latest earlier epoch of the same range that has that key.
    package func latestEpoch(keyHash: Int64, key: String, before epoch: Int64) throws(CassetteError) -> Int64? {
        let start = EpochRange(containing: epoch).start
        return try look(
            up: "epoch", where: "epoch>=? AND epoch<?", [.integer(start), .integer(epoch)], order: "epoch DESC",
            keyHash: keyHash, key: key)
    }

    /// The earliest later epoch of the same range that has that key.
    package func earliestEpoch(keyHash: Int64, key: String, after epoch: Int64) throws(CassetteError) -> Int64? {
        let end = EpochRange(containing: epoch).end
        return try look(
            up: "epoch", where: "epoch>? AND epoch<?", [.integer(epoch), .integer(end)], order: "epoch",
            keyHash: keyHash, key: key)
    }
}

/// Exchanges by number.
extension Cassette {
    /// `:12.3` for the third request of command 12, and `.17` for the tape's request 17 if no command sent it. Only the
    /// requests just before it are counted, because no index finds those of a command.
    package func place(of exchange: Int64) throws(CassetteError) -> String {
        let most = 200
        let senders = try rows(
            "SELECT command FROM exchange WHERE id<=? ORDER BY id DESC LIMIT ?", [.integer(exchange), .integer(most)]
        ) { row throws(DatabaseError) in try row.optionalOrdinal(0) }
        guard case let command?? = senders.first, senders.count < most || senders.last != command else {
            return ".\(exchange)"
        }
        return ":\(command).\(senders.count { $0 == command })"
    }

    /// The same in messages: `%:12.3`, or `request 17`.
    package func name(of exchange: Int64) -> String {
        let place = (try? place(of: exchange)) ?? ""
        return place.hasPrefix(":") ? "%" + place : "request \(exchange)"
    }

    package func exchange(_ id: Int64) throws(CassetteError) -> ExchangeRecord? { try exchange("e.id=?", id) }

    func exchange(after id: Int64) throws(CassetteError) -> ExchangeRecord? {
        let next = try exchange("e.id>? ORDER BY e.id LIMIT 1", id)
        try requireAscending(next.map { [$0.id] } ?? [], after: id)
        return next
    }

    /// The first exchange of a session; with `isInEpoch`, the first that is in an epoch.
    package func firstExchange(
        ofSession session: Int64, isInEpoch: Bool = false
    ) throws(CassetteError) -> ExchangeRecord? {
        try exchange("e.session=?\(isInEpoch ? " AND e.epoch NOT NULL" : "") ORDER BY e.id LIMIT 1", session)
    }

    private func exchange(_ condition: String, _ id: Int64) throws(CassetteError) -> ExchangeRecord? {
        let limit = bodyLimit
        return try row(ExchangeRow.select(responseBodies: true) + " WHERE " + condition, [.integer(id)]) {
            row throws(DatabaseError) in try ExchangeRow.read(row, bodyLimit: limit)
        }
    }

    package func answer(_ id: Int64) throws(CassetteError) -> OutcomeRecord? {
        let limit = bodyLimit
        return try row(ExchangeRow.selectOutcome, [.integer(id)]) { row throws(DatabaseError) in
            try ExchangeRow.outcome(row, bodyLimit: limit)
        }
    }

    /// At most `limit` exchanges after `after`, in order, with empty response bodies. A batch may be shorter if its
    /// bodies are large (together above the body limit); only an empty batch is the end.
    ///
    /// - Parameter command: the command whose exchanges are read; nil reads all.
    package func requests(
        after id: Int64, limit: Int, of command: Int64? = nil
    ) throws(CassetteError) -> [ExchangeRecord] {
        let budget = bodyLimit
        let condition = command == nil ? "" : " AND e.command=?"
        let batch = try read { connection throws(DatabaseError) in
            let statement = try connection.statement(
                ExchangeRow.select(responseBodies: false) + " WHERE e.id>?" + condition + " ORDER BY e.id LIMIT ?")
            defer { statement.reset() }
            try statement.bind([.integer(id)] + (command.map { [.integer($0)] } ?? []) + [.integer(limit)])
            var batch: [ExchangeRecord] = []
            var size = 0
            while size <= budget, try statement.step() {
                let exchange = try ExchangeRow.read(statement, bodyLimit: budget)
                size += (exchange.request.body?.count ?? 0) + exchange.request.key.utf8.count
                batch.append(exchange)
            }
            return batch
        }
        try requireAscending(batch.map(\.id), after: id)
        return batch
    }

    /// Passes on every exchange in order, with an empty response body. Only a part of the tape is in memory.
    package func forEachRequest(_ body: (ExchangeRecord) throws(CassetteError) -> Void) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try requests(after: last, limit: 128), let end = batch.last?.id {
            last = end
            for exchange in batch { try body(exchange) }
        }
    }

    /// The sizes of response bodies in bytes, by exchange, after `after` up to and including `end`. No body is read.
    package func answerSizes(after id: Int64, upTo end: Int64) throws(CassetteError) -> [Int64: Int] {
        let sizes = try rows(
            """
            SELECT o.exchange, length(b.bytes) FROM outcome o JOIN body b ON b.id=o.body \
            WHERE o.exchange>? AND o.exchange<=?
            """, [.integer(id), .integer(end)]
        ) { ($0.integer(0), Int($0.integer(1))) }
        return Dictionary(sizes) { first, _ in first }
    }

    /// Whether a request is neither of a command nor for completion: a program sent it, or it was imported.
    package func hasRequestsOfPrograms() throws(CassetteError) -> Bool {
        try row("SELECT 1 FROM exchange WHERE command IS NULL AND epoch IS NOT NULL LIMIT 1") { $0.integer(0) } != nil
    }

    package func exchangeCount() throws(CassetteError) -> Int {
        try row("SELECT count(*) FROM exchange") { Int($0.integer(0)) } ?? 0
    }

    package func commandCount() throws(CassetteError) -> Int {
        try row("SELECT count(*) FROM command") { Int($0.integer(0)) } ?? 0
    }

    /// The sequence number of the last exchange, 0 if there is none; unlike counting, this costs nothing.
    package func lastExchange() throws(CassetteError) -> Int64 {
        try row("SELECT coalesce(max(id), 0) FROM exchange") { row throws(DatabaseError) in try row.ordinal(0) } ?? 0
    }

    /// The first exchange of the session of `exchange`; nil if there is no such exchange. A binary search: sessions
    /// follow each other.
    package func firstExchange(ofSessionWith exchange: Int64) throws(CassetteError) -> Int64? {
        func next(from id: Int64) throws(CassetteError) -> (id: Int64, session: Int64)? {
            try row("SELECT id, session FROM exchange WHERE id>=? ORDER BY id LIMIT 1", [.integer(id)]) {
                row throws(DatabaseError) in (try row.ordinal(0), try row.ordinal(1))
            }
        }
        guard let own = try next(from: exchange), own.id == exchange else { return nil }
        var low: Int64 = 0, high = exchange
        while low < high {
            let middle = low + (high - low) / 2
            guard let found = try next(from: middle) else { return nil }
            if found.session < own.session { low = found.id + 1 } else { high = min(middle, found.id) }
        }
        return try next(from: low)?.id
    }

    /// The first exchange after a number that has an epoch and belongs to that command or a later one; nil if there is
    /// none.
    package func firstInEpoch(
        fromCommand command: Int64, after exchange: Int64
    ) throws(CassetteError) -> ExchangeRecord? {
        let number = try row(
            "SELECT id FROM exchange WHERE id>? AND command>=? AND epoch NOT NULL ORDER BY id LIMIT 1",
            [.integer(exchange), .integer(command)]
        ) { row throws(DatabaseError) in try row.ordinal(0) }
        return try number.flatMap { number throws(CassetteError) in try self.exchange(number) }
    }

    /// The epoch of the last exchange before one, in the range of that one's epoch; nil if it is the first of the range.
    package func epoch(before exchange: Int64, of epoch: Int64) throws(CassetteError) -> Int64? {
        let range = EpochRange(containing: epoch)
        return try row(
            "SELECT epoch FROM exchange WHERE id<? AND epoch>=? AND epoch<? ORDER BY id DESC LIMIT 1",
            [.integer(exchange), .integer(range.start), .integer(range.end)]
        ) { row throws(DatabaseError) in try row.ordinal(0) }
    }

    /// The epoch, URL and principal of the last exchange in a range of epochs, whose epoch is the largest; nil if there
    /// is none. An added session continues there.
    package func lastEpoch(
        in range: EpochRange = .shared
    ) throws(CassetteError) -> (epoch: Int64, url: String, principal: String?)? {
        try row(
            "SELECT epoch, url, principal FROM exchange WHERE epoch>=? AND epoch<? ORDER BY id DESC LIMIT 1",
            [.integer(range.start), .integer(range.end)]
        ) { row throws(DatabaseError) in (try row.ordinal(0), row.text(1), row.optionalText(2)) }
    }
}
