import Database
package import ExchangeModel

/// Writing exchanges: the request before it is sent, the outcome afterwards.
extension Cassette {
    /// Writes the request and returns its sequence number, before anything is sent.
    package func reserve(_ request: RequestRecord) throws(CassetteError) -> Int64 {
        try checkSize(request.body, as: "A request body")
        return try write { connection throws(DatabaseError) in
            guard let bytes = request.body else { return try Cassette.insert(request, nil, on: connection) }
            return try connection.transaction { () throws(DatabaseError) in
                try Cassette.insert(request, try Cassette.row(of: bytes, on: connection), on: connection)
            }
        }
    }

    /// Completes a reserved exchange, once: a second outcome, or one for an unknown exchange, is an error. An
    /// interrupted exchange has no outcome, so completing with `.interrupted` writes nothing.
    package func complete(_ exchange: Int64, with outcome: OutcomeRecord) throws(CassetteError) {
        switch outcome {
        case .interrupted: break
        case .failure(let failure):
            try run(
                "INSERT INTO outcome(exchange, failure, reason) VALUES(?,?,?)",
                [.integer(exchange), .text(failure.kind.rawValue), .text(failure.message)])
        case .response(let response):
            try checkSize(response.body, as: "An answer")
            try write { connection throws(DatabaseError) in
                try connection.transaction { () throws(DatabaseError) in
                    let body = try Cassette.row(of: response.body, on: connection)
                    try Cassette.insert(response, body, of: exchange, on: connection)
                }
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
            throw CassetteError(.io, path: path, "Request %.\(exchange) of \(file.quoted) has no answer to replace.")
        }
    }

    private static func insert(
        _ request: RequestRecord, _ body: Int64?, on connection: Connection
    ) throws(DatabaseError) -> Int64 {
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
