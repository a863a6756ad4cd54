import Database
package import ExchangeModel

/// Reads an exchange from one joined row. Values of an untrusted file are checked here; an impossible one is reported
/// as damage.
enum ExchangeRow {
    /// The statement without its WHERE. `responseBodies: false` skips the bodies of responses.
    static func select(responseBodies: Bool) -> String { responseBodies ? complete : withoutResponseBodies }

    private static let request = """
        e.id, e.session, e.command, e.epoch, e.purpose, e.started_at, e.key, e.key_hash, e.principal, e.method, e.url, \
        e.headers, e.body, r.bytes
        """
    private static let complete = text(request, joins: " FROM exchange e" + joined + " LEFT JOIN body b ON b.id=o.body")
    private static let withoutResponseBodies = text(request, "x''", joins: " FROM exchange e" + joined)
    private static let joined = " LEFT JOIN body r ON r.id=e.body LEFT JOIN outcome o ON o.exchange=e.id"

    /// The outcome of one exchange, in the same columns.
    static let selectOutcome = text(
        Array(repeating: "NULL", count: 14).joined(separator: ", "),
        joins: " FROM outcome o LEFT JOIN body b ON b.id=o.body WHERE o.exchange=?")

    /// The bytes of one exchange's response: no row if there is none.
    static let selectResponseBytes = """
        SELECT o.status, o.headers, b.bytes FROM outcome o JOIN body b ON b.id=o.body WHERE o.exchange=? AND \
        o.failure IS NULL
        """

    private static func text(_ request: String, _ responseBody: String = "b.bytes", joins: String) -> String {
        """
        SELECT \(request), o.exchange, o.failure, o.status, o.reason, o.headers, o.body, \(responseBody), o.http_version, \
        o.content_coding, o.resolved, o.connected, o.secured, o.first_byte, o.total
        """ + joins
    }

    static func read(_ row: Statement, bodyLimit: Int) throws(DatabaseError) -> ExchangeRecord {
        if row.byteCount(13) > bodyLimit { throw tooLarge }
        if !row.isNull(12) && row.isNull(13) { throw row.damage("a request without its body") }
        let request = RequestRecord(
            session: try row.ordinal(1), command: try row.optionalOrdinal(2), epoch: try row.optionalOrdinal(3),
            purpose: row.text(4), startedAt: try row.timestamp(5), key: row.text(6), keyHash: row.integer(7),
            principal: row.optionalText(8), method: row.text(9), url: row.text(10), headers: try row.headers(11),
            body: row.isNull(12) ? nil : row.blob(13))
        return ExchangeRecord(id: try row.ordinal(0), request: request, outcome: try outcome(row, bodyLimit: bodyLimit))
    }

    static var tooLarge: DatabaseError {
        DatabaseError(code: DatabaseError.Code.tooBig.rawValue, message: "body above the limit")
    }

    static func outcome(_ row: Statement, bodyLimit: Int) throws(DatabaseError) -> OutcomeRecord {
        if row.byteCount(20) > bodyLimit { throw tooLarge }
        if row.isNull(14) { return .interrupted }
        if let failure = row.optionalText(15) {
            guard let kind = TransportFailure.Kind(rawValue: failure) else { throw row.damage("an unknown failure") }
            return .failure(TransportFailure(recorded: kind, row.text(17)))
        }
        if row.isNull(20) { throw row.damage("a response without its body") }
        guard (100...999).contains(row.integer(16)) else { throw row.damage("an invalid status") }
        return .response(
            HTTPResponse(
                status: Int(row.integer(16)), reason: row.text(17), headers: try row.headers(18), body: row.blob(20),
                facts: ResponseFacts(
                    httpVersion: row.text(21), contentCoding: row.optionalText(22),
                    timings: Timings(
                        resolved: try row.ordinal(23), connected: try row.ordinal(24), secured: try row.ordinal(25),
                        firstByte: try row.ordinal(26), total: try row.ordinal(27)))))
    }
}

extension ExchangeRow {
    /// The response in a row of `selectResponseBytes`; nil if it must be read with `read` instead: it is damaged or too
    /// large, or its header is not ASCII.
    static func bytes(_ row: Statement, bodyLimit: Int) -> ResponseBytes? {
        let status = row.integer(0)
        guard (100...999).contains(status), row.byteCount(2) <= bodyLimit, !row.isNull(2),
            let headers = HeaderBlob.fields(in: row.bytes(1)),
            headers.allSatisfy({ ($0.name.reduce(0, |) | $0.value.reduce(0, |)) < 0x80 })
        else { return nil }
        return ResponseBytes(status: Int(status), headers: headers, body: row.bytes(2))
    }
}

/// Header fields as one blob, which is faster than a row each: for each field the name and then the value, each as its
/// length in UTF-8 bytes (LEB128) followed by the bytes.
enum HeaderBlob {
    static func encode(_ headers: HeaderFields) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 })
        for field in headers {
            append(field.name, to: &out)
            append(field.value, to: &out)
        }
        return out
    }

    /// Decodes a blob. Nil if it is malformed: a length past the end or in a non-minimal encoding, or bytes that are
    /// not UTF-8. Never allocates more than a small multiple of the blob's size.
    static func decode(_ bytes: UnsafeRawBufferPointer) -> HeaderFields? {
        guard let found = fields(in: bytes) else { return nil }
        var fields: [HeaderField] = []
        fields.reserveCapacity(found.count)
        for field in found {
            guard let name = String(validating: field.name, as: UTF8.self),
                let value = String(validating: field.value, as: UTF8.self)
            else { return nil }
            fields.append(HeaderField(name, value))
        }
        return HeaderFields(fields)
    }

    /// The fields of a blob as slices of it, which may not be UTF-8. Nil if a length is malformed.
    static func fields(in bytes: UnsafeRawBufferPointer) -> [HeaderBytes]? {
        var offset = 0
        var fields: [HeaderBytes] = []
        fields.reserveCapacity(16)
        while offset < bytes.count {
            guard let name = text(in: bytes, at: &offset), let value = text(in: bytes, at: &offset) else { return nil }
            fields.append(HeaderBytes(name: name, value: value))
        }
        return fields
    }

    private static func append(_ text: String, to out: inout [UInt8]) {
        var count = text.utf8.count
        while count >= 0x80 {
            out.append(UInt8(count & 0x7F) | 0x80)
            count >>= 7
        }
        out.append(UInt8(count))
        out.append(contentsOf: text.utf8)
    }

    private static func text(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> UnsafeBufferPointer<UInt8>? {
        guard let count = length(in: bytes, at: &offset), count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)]).assumingMemoryBound(to: UInt8.self)
    }

    /// At most five bytes: lengths have at most 35 bits, so nothing can overflow.
    private static func length(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> Int? {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return byte == 0 && shift > 0 ? nil : value }
        }
        return nil
    }
}

/// Reads columns of an untrusted file with the limits that the program relies on. No recorder writes a value outside
/// them, so such a file is reported as damaged.
extension Statement {
    /// Sums with it cannot overflow.
    private static let maxOrdinal: Int64 = 1 << 53

    /// A row number or an epoch: 0 to 2⁵³.
    func ordinal(_ column: Int) throws(DatabaseError) -> Int64 {
        let number = integer(column)
        guard (0...Statement.maxOrdinal).contains(number) else { throw damage("a number out of range") }
        return number
    }

    func optionalOrdinal(_ column: Int) throws(DatabaseError) -> Int64? { isNull(column) ? nil : try ordinal(column) }

    func timestamp(_ column: Int) throws(DatabaseError) -> Timestamp {
        let number = integer(column)
        guard (-62_135_596_800_000_000...253_402_300_799_999_999).contains(number) else {
            throw damage("a timestamp out of range")
        }
        return Timestamp(microseconds: number)
    }

    func optionalInt16(_ column: Int) throws(DatabaseError) -> Int? {
        if isNull(column) { return nil }
        guard let number = Int16(exactly: integer(column)) else { throw damage("a small number out of range") }
        return Int(number)
    }

    func headers(_ column: Int) throws(DatabaseError) -> HeaderFields {
        guard let headers = HeaderBlob.decode(bytes(column)) else { throw damage("malformed header fields") }
        return headers
    }

    func damage(_ what: String) -> DatabaseError {
        DatabaseError(code: DatabaseError.Code.corrupt.rawValue, message: what)
    }
}

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
