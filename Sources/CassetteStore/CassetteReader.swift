import Database

extension Cassette {
    /// What the look-up of replay finds: an exchange with the key that decides, and where it is.
    package struct Candidate: Sendable, Hashable {
        package var id: Int64
        package var session: Int64
        /// The command it belongs to; nil for completion.
        package var command: Int64?
        package var epoch: Int64?
        package var key: String
    }

    /// How many exchanges with another key of the same digest a look-up passes over. In an honest tape there is none. Each
    /// look-up therefore cuts in a part of its own, whose rows come out in their order and one by one.
    private static var mostCollisions: Int { 16 }

    /// Sequence, epoch and full key of every exchange with that key digest, in recorded order. A tape may hold a great
    /// many of one key; where that matters, ask for a few at a time with `candidates(keyHash:key:epoch:after:limit:)`.
    package func candidates(keyHash: Int64) throws(CassetteError) -> [Candidate] {
        try read { connection throws(DatabaseError) in
            try connection.rows(
                "SELECT id, session, command, epoch, key FROM exchange WHERE key_hash=? ORDER BY id",
                [.integer(keyHash)], read: Candidate.init(row:))
        }
    }

    /// The exchanges with exactly that key in one epoch (nil: outside epochs), from after the sequence number `id` on,
    /// in recorded order, at most `limit`. One step in one index, however large the tape and whatever digests a stranger
    /// wrote into it: of other keys with the same digest not more than `mostCollisions` are passed over.
    package func candidates(
        keyHash: Int64, key: String, epoch: Int64?, after id: Int64 = 0, limit: Int
    ) throws(CassetteError) -> [Candidate] {
        try read { connection throws(DatabaseError) in
            try connection.rows(
                """
                SELECT id, session, command, epoch, key FROM (\
                SELECT id, session, command, epoch, key FROM exchange INDEXED BY exchange_by_key \
                WHERE key_hash=? AND epoch IS ? AND id>? ORDER BY id LIMIT ?) WHERE key=? LIMIT ?
                """,
                [
                    .integer(keyHash), .optional(epoch), .integer(id), .integer(limit + Self.mostCollisions),
                    .text(key),
                    .integer(limit),
                ],
                read: Candidate.init(row:))
        }
    }

    /// The last exchange with exactly that key in one epoch (nil: outside epochs) before the sequence number `id`.
    package func lastCandidate(
        keyHash: Int64, key: String, epoch: Int64?, before id: Int64
    ) throws(CassetteError) -> Int64? {
        try read { connection throws(DatabaseError) in
            try connection.row(
                """
                SELECT id FROM (SELECT id, key FROM exchange INDEXED BY exchange_by_key \
                WHERE key_hash=? AND epoch IS ? AND id<? ORDER BY id DESC LIMIT ?) WHERE key=? LIMIT 1
                """,
                [.integer(keyHash), .optional(epoch), .integer(id), .integer(1 + Self.mostCollisions), .text(key)]
            ) { row throws(DatabaseError) in try row.ordinal(0) }
        }
    }

    /// The latest epoch before `epoch` that holds an exchange with exactly that key.
    package func latestEpoch(keyHash: Int64, key: String, before epoch: Int64) throws(CassetteError) -> Int64? {
        try read { connection throws(DatabaseError) in
            try connection.row(
                """
                SELECT epoch FROM (SELECT epoch, key FROM exchange INDEXED BY exchange_by_key \
                WHERE key_hash=? AND epoch<? ORDER BY epoch DESC LIMIT ?) WHERE key=? LIMIT 1
                """,
                [.integer(keyHash), .integer(epoch), .integer(1 + Self.mostCollisions), .text(key)]
            ) { row throws(DatabaseError) in try row.ordinal(0) }
        }
    }

    /// The earliest epoch after `epoch` that holds an exchange with exactly that key.
    package func earliestEpoch(keyHash: Int64, key: String, after epoch: Int64) throws(CassetteError) -> Int64? {
        try read { connection throws(DatabaseError) in
            try connection.row(
                """
                SELECT epoch FROM (SELECT epoch, key FROM exchange INDEXED BY exchange_by_key \
                WHERE key_hash=? AND epoch>? ORDER BY epoch LIMIT ?) WHERE key=? LIMIT 1
                """,
                [.integer(keyHash), .integer(epoch), .integer(1 + Self.mostCollisions), .text(key)]
            ) { row throws(DatabaseError) in try row.ordinal(0) }
        }
    }

    /// One whole exchange, nil when there is none of that number.
    package func exchange(_ id: Int64) throws(CassetteError) -> ExchangeRecord? {
        let limit = bodyLimit
        return try read { connection throws(DatabaseError) in
            try connection.row(
                ExchangeRow.select(answerBodies: true) + " WHERE e.id=?", [.integer(id)]
            ) { row throws(DatabaseError) in try ExchangeRow.read(row, bodyLimit: limit) }
        }
    }

    /// What came of an exchange, without its request; nil when nothing did.
    package func answer(_ id: Int64) throws(CassetteError) -> OutcomeRecord? {
        let limit = bodyLimit
        return try read { connection throws(DatabaseError) in
            try connection.row(ExchangeRow.answer, [.integer(id)]) { row throws(DatabaseError) in
                if row.byteCount(20) > limit {
                    throw DatabaseError(code: DatabaseError.Code.tooBig.rawValue, message: "body above the limit")
                }
                return try ExchangeRow.outcome(row)
            }
        }
    }

    /// Requests only, from `after` on, at most `limit`, in order: an answer in it has its status and header lines, and
    /// an empty body whatever the tape holds. Fewer than `limit` may come when their bodies are large (together above
    /// the body limit); only an empty batch is the end.
    package func requests(after id: Int64, limit: Int) throws(CassetteError) -> [ExchangeRecord] {
        let budget = bodyLimit
        return try read { connection throws(DatabaseError) in
            let statement = try connection.statement(
                ExchangeRow.select(answerBodies: false) + " WHERE e.id>? ORDER BY e.id LIMIT ?")
            defer { statement.reset() }
            try statement.bind([.integer(id), .integer(limit)])
            var batch: [ExchangeRecord] = []
            var size = 0
            while size <= budget, try statement.step() {
                let exchange = try ExchangeRow.read(statement, bodyLimit: budget)
                size += (exchange.request.body?.count ?? 0) + exchange.request.key.utf8.count
                batch.append(exchange)
            }
            return batch
        }
    }

    /// The sizes of answers' bodies in bytes, by exchange, from `after` on up to and including `end`. No body is read.
    package func answerSizes(after id: Int64, upTo end: Int64) throws(CassetteError) -> [Int64: Int] {
        let sizes = try read { connection throws(DatabaseError) in
            try connection.rows(
                """
                SELECT o.exchange, length(b.bytes) FROM outcome o JOIN body b ON b.id=o.body \
                WHERE o.exchange>? AND o.exchange<=?
                """, [.integer(id), .integer(end)]
            ) { ($0.integer(0), Int($0.integer(1))) }
        }
        return Dictionary(sizes) { first, _ in first }
    }

    /// How many exchanges the tape holds, those that were interrupted included.
    package func exchangeCount() throws(CassetteError) -> Int {
        try read { connection throws(DatabaseError) in
            try connection.row("SELECT count(*) FROM exchange") { Int($0.integer(0)) } ?? 0
        }
    }

    package func commandCount() throws(CassetteError) -> Int {
        try read { connection throws(DatabaseError) in
            try connection.row("SELECT count(*) FROM command") { Int($0.integer(0)) } ?? 0
        }
    }

    /// The sequence number of the last exchange, 0 when there is none; costs nothing, unlike counting.
    package func lastExchange() throws(CassetteError) -> Int64 {
        try read { connection throws(DatabaseError) in
            try connection.row("SELECT coalesce(max(id), 0) FROM exchange") { row throws(DatabaseError) in
                try row.ordinal(0)
            } ?? 0
        }
    }

    /// The first exchange of the session that `exchange` belongs to; nil when there is no such exchange. Sessions follow
    /// each other, so a few steps in the order of exchanges find it, however many there are.
    package func firstExchange(ofSessionWith exchange: Int64) throws(CassetteError) -> Int64? {
        try read { connection throws(DatabaseError) in
            func next(from id: Int64) throws(DatabaseError) -> (id: Int64, session: Int64)? {
                try connection.row("SELECT id, session FROM exchange WHERE id>=? ORDER BY id LIMIT 1", [.integer(id)]) {
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
    }

    /// The first exchange that has an epoch, of a command and those after it; nil when there is none.
    ///
    /// - Parameter exchange: one that is before it, from which on is looked.
    package func firstInEpoch(
        fromCommand command: Int64, after exchange: Int64
    ) throws(CassetteError) -> ExchangeRecord? {
        let number = try read { connection throws(DatabaseError) in
            try connection.row(
                "SELECT id FROM exchange WHERE id>? AND command>=? AND epoch NOT NULL ORDER BY id LIMIT 1",
                [.integer(exchange), .integer(command)]
            ) { row throws(DatabaseError) in try row.ordinal(0) }
        }
        return try number.flatMap { number throws(CassetteError) in try self.exchange(number) }
    }

    /// Where an appended session goes on: the epoch of the last exchange that has one, the largest on the tape, and
    /// whom that exchange spoke to.
    package struct Stand: Sendable, Hashable {
        package var epoch: Int64
        package var url: String
        package var principal: String?
    }

    /// Where the tape is; nil when no exchange has an epoch.
    package func stand() throws(CassetteError) -> Stand? {
        try read { connection throws(DatabaseError) in
            try connection.row(
                "SELECT epoch, url, principal FROM exchange WHERE epoch NOT NULL ORDER BY id DESC LIMIT 1"
            ) { row throws(DatabaseError) in
                Stand(epoch: try row.ordinal(0), url: row.text(1), principal: row.optionalText(2))
            }
        }
    }
}

extension Cassette.Candidate {
    init(row: Statement) throws(DatabaseError) {
        id = try row.ordinal(0)
        session = try row.ordinal(1)
        command = try row.optionalOrdinal(2)
        epoch = try row.optionalOrdinal(3)
        key = row.text(4)
    }
}
