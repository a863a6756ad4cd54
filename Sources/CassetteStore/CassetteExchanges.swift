import Database
import ExchangeModel

/// Writing exchanges: the request before it is sent, the outcome afterwards.
extension Cassette {
    /// Writes the request and returns its sequence number, before anything is sent.
    package func reserve(_ request: RequestRecord) throws(CassetteError) -> Int64 {
        try admit(request.body, as: "A request body")
        return try write { connection throws(DatabaseError) in
            try Cassette.storing(request.body, on: connection) { body throws(DatabaseError) in
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
        }
    }

    /// Completes a reserved exchange, once: a second outcome, or one for an unknown exchange, is an error. An
    /// interrupted exchange has no outcome, so completing with `.interrupted` writes nothing.
    package func complete(_ exchange: Int64, with outcome: OutcomeRecord) throws(CassetteError) {
        switch outcome {
        case .interrupted: return
        case .failure(let failure):
            try run(
                "INSERT INTO outcome(exchange, failure, reason) VALUES(?,?,?)",
                [.integer(exchange), .text(failure.kind.rawValue), .text(failure.message)])
        case .response(let response):
            try admit(response.body, as: "An answer")
            let facts = response.facts, timings = response.facts.timings
            try write { connection throws(DatabaseError) in
                try Cassette.storing(response.body, on: connection) { body throws(DatabaseError) in
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
            }
        }
    }

    /// Calls `body` with the row of the bytes: an existing one or a new one, which is kept only if `body` succeeds.
    /// Bodies are found by digest and compared byte by byte.
    private static func storing<Result>(
        _ bytes: [UInt8]?, on connection: Connection, _ body: (Int64?) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        guard let bytes else { return try body(nil) }
        let digest = SQLValue.integer(StableHash.of(bytes)), content = SQLValue.blob(bytes)
        let known = try connection.row("SELECT id FROM body WHERE digest=? AND bytes=?", [digest, content]) {
            $0.integer(0)
        }
        if let known { return try body(known) }
        return try connection.transaction { () throws(DatabaseError) in
            try connection.run("INSERT INTO body(digest, bytes) VALUES(?,?)", [digest, content])
            return try body(connection.lastInsertedID)
        }
    }
}
