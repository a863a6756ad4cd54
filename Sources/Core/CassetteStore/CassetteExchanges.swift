import Database
package import ExchangeModel

/// Writing exchanges: the request before it is sent, the outcome afterwards.
extension Cassette {
    /// Writes the request and returns its sequence number, before anything is sent.
    package func reserve(_ request: RequestRecord) throws(CassetteError) -> Int64 { try commit([.request(request)])[0] }

    /// Completes a reserved exchange, once: a second outcome, or one for an unknown exchange, is an error. An
    /// interrupted exchange has no outcome, so completing with `.interrupted` writes nothing.
    package func complete(_ exchange: Int64, with outcome: OutcomeRecord) throws(CassetteError) {
        if case .interrupted = outcome { return }
        _ = try commit([.outcome(outcome, of: exchange)])
    }

    /// Commits all writes together, or none of them, and returns the number of each write's exchange.
    package func commit(_ writes: [ExchangeWrite]) throws(CassetteError) -> [Int64] {
        for write in writes { try checkSize(write.body, as: write.bodyName) }
        return try write { connection throws(DatabaseError) in
            // One statement commits itself.
            if writes.count == 1, writes[0].body == nil { return [try Cassette.insert(writes[0], on: connection)] }
            return try connection.transaction { () throws(DatabaseError) in
                var numbers: [Int64] = []
                for write in writes { numbers.append(try Cassette.insert(write, on: connection)) }
                return numbers
            }
        }
    }

    /// Replaces the outcome of an exchange by a response, completely or not at all. The request, its key, its epoch and
    /// its number stay; a body that nothing refers to any more is removed. Throws if the exchange has no outcome.
    package func replaceOutcome(of exchange: Int64, with response: HTTPResponse) throws(CassetteError) {
        try checkSize(response.body, as: "An answer")
        let isFound = try write { connection throws(DatabaseError) in
            try connection.transaction { () throws(DatabaseError) in
                let number = SQLValue.integer(exchange)
                let before = try connection.row("SELECT body FROM outcome WHERE exchange=?", [number]) {
                    (body: $0.integer(0), isNone: $0.isNull(0))
                }
                guard let before else { return false }
                try connection.run("DELETE FROM outcome WHERE exchange=?", [number])
                let body = try Cassette.row(of: response.body, on: connection)
                try Cassette.insert(response, body, of: exchange, on: connection)
                if !before.isNone, before.body != body {
                    try connection.run(
                        """
                        DELETE FROM body WHERE id=?1 AND NOT EXISTS (SELECT 1 FROM outcome WHERE body=?1) \
                        AND NOT EXISTS (SELECT 1 FROM exchange WHERE body=?1)
                        """, [.integer(before.body)])
                }
                return true
            }
        }
        guard isFound else {
            throw CassetteError(.io, path: path, "Exchange \(exchange) of \(file.quoted) has no answer to replace.")
        }
    }

    /// To be called in a transaction, unless the write has no body.
    private static func insert(_ write: ExchangeWrite, on connection: Connection) throws(DatabaseError) -> Int64 {
        switch write {
        case .request(let request):
            let body: Int64? = if let bytes = request.body { try row(of: bytes, on: connection) } else { nil }
            try connection.run(
                """
                INSERT INTO exchange(session, command, epoch, purpose, started_at, key_hash, key, principal, \
                method, url, headers, body) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)
                """,
                [
                    .integer(request.session), .optional(request.command), .optional(request.epoch),
                    .text(request.purpose), .integer(request.startedAt.microseconds), .integer(request.keyHash),
                    .text(request.key), .optional(request.principal), .text(request.method), .text(request.url),
                    .blob(HeaderBlob.encode(request.headers)), .optional(body),
                ])
            return connection.lastInsertedID
        case .outcome(.interrupted, let exchange): return exchange
        case .outcome(.failure(let failure), let exchange):
            try connection.run(
                "INSERT INTO outcome(exchange, failure, reason) VALUES(?,?,?)",
                [.integer(exchange), .text(failure.kind.rawValue), .text(failure.message)])
            return exchange
        case .outcome(.response(let response), let exchange):
            try insert(response, try row(of: response.body, on: connection), of: exchange, on: connection)
            return exchange
        }
    }

    private static func insert(
        _ response: HTTPResponse, _ body: Int64?, of exchange: Int64, on connection: Connection
    ) throws(DatabaseError) {
        let facts = response.facts, timings = facts.timings
        try connection.run(
            """
            INSERT INTO outcome(exchange, status, reason, headers, body, http_version, content_coding, \
            resolved, connected, secured, first_byte, total) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)
            """,
            [
                .integer(exchange), .integer(response.status), .text(response.reason),
                .blob(HeaderBlob.encode(response.headers)), .optional(body), .text(facts.httpVersion),
                .optional(facts.contentCoding), .integer(timings.resolved), .integer(timings.connected),
                .integer(timings.secured), .integer(timings.firstByte), .integer(timings.total),
            ])
    }

    /// The row of the bytes, made if there is none: bodies are found by digest and compared byte by byte. To be called
    /// in a transaction.
    private static func row(of bytes: [UInt8], on connection: Connection) throws(DatabaseError) -> Int64 {
        let values: [SQLValue] = [.integer(StableHash.of(bytes)), .blob(bytes)]
        let known = try connection.row("SELECT id FROM body WHERE digest=? AND bytes=?", values) { $0.integer(0) }
        if let known { return known }
        try connection.run("INSERT INTO body(digest, bytes) VALUES(?,?)", values)
        return connection.lastInsertedID
    }
}

/// One write that records an exchange.
package enum ExchangeWrite: Sendable {
    case request(RequestRecord)
    case outcome(OutcomeRecord, of: Int64)

    fileprivate var body: [UInt8]? {
        switch self {
        case .request(let request): request.body
        case .outcome(.response(let response), _): response.body
        case .outcome: nil
        }
    }

    fileprivate var bodyName: String {
        switch self {
        case .request: "A request body"
        case .outcome: "An answer"
        }
    }
}
