import Database
package import ExchangeModel

/// An exchange without the response's body, as bytes in SQLite's memory: valid only during the call that passes it.
package struct ExchangeHead {
    package var id: Int64
    package var session: Int64
    package var command: Int64?
    package var epoch: Int64?
    package var keyHash: Int64
    package var purpose: UnsafeBufferPointer<UInt8>
    package var principal: UnsafeBufferPointer<UInt8>?
    package var method: UnsafeBufferPointer<UInt8>
    package var url: UnsafeBufferPointer<UInt8>
    package var headers: [HeaderBytes]
    /// The request's body; nil if there is none.
    package var body: UnsafeRawBufferPointer?
    /// Whether it ended, with a response or a failure.
    package var hasOutcome: Bool
    /// The response's status; nil if there is none.
    package var status: Int?
    /// The header of the response as the cassette holds it, to search it before its fields are read.
    package fileprivate(set) var responseHeaders: UnsafeRawBufferPointer

    /// A header field of the response; nil if it has none of that name.
    ///
    /// - Parameter name: in lower case.
    package func responseValue(of name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        responseFields.first { $0.name.isWord(name) }?.value
    }

    /// The header fields of the response.
    package var responseFields: [HeaderBytes] { HeaderBlob.fields(in: responseHeaders) ?? [] }
}

extension Cassette {
    /// Calls `body` with every exchange in order. The cassette must not be used there.
    package func forEachHead(_ body: (ExchangeHead) -> Void) throws(CassetteError) {
        let limit = bodyLimit
        try read { connection throws(DatabaseError) in
            let statement = try connection.statement(ExchangeRow.heads)
            defer { statement.reset() }
            while try statement.step() { body(try ExchangeRow.head(statement, bodyLimit: limit)) }
        }
    }
}

extension ExchangeRow {
    fileprivate static let heads = """
        SELECT e.id, e.session, e.command, e.epoch, e.key_hash, e.purpose, e.principal, e.method, e.url, e.headers, \
        e.body, r.bytes, o.exchange, o.status, o.headers \
        FROM exchange e LEFT JOIN body r ON r.id=e.body LEFT JOIN outcome o ON o.exchange=e.id ORDER BY e.id
        """

    fileprivate static func head(_ row: Statement, bodyLimit: Int) throws(DatabaseError) -> ExchangeHead {
        if row.byteCount(11) > bodyLimit { throw tooLarge }
        guard row.isNull(10) || !row.isNull(11) else { throw row.damage("a request without its body") }
        guard let headers = HeaderBlob.fields(in: row.bytes(9)) else { throw row.damage("malformed header fields") }
        return ExchangeHead(
            id: try row.ordinal(0), session: try row.ordinal(1), command: try row.optionalOrdinal(2),
            epoch: try row.optionalOrdinal(3), keyHash: row.integer(4), purpose: row.utf8(5),
            principal: row.isNull(6) ? nil : row.utf8(6), method: row.utf8(7), url: row.utf8(8), headers: headers,
            body: row.isNull(10) ? nil : row.bytes(11), hasOutcome: !row.isNull(12),
            status: row.isNull(13) ? nil : Int(row.integer(13)), responseHeaders: row.bytes(14))
    }
}
