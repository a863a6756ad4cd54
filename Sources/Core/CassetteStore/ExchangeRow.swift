import Database
import ExchangeModel

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
        var offset = 0
        var fields: [HeaderField] = []
        fields.reserveCapacity(16)
        while offset < bytes.count {
            guard let name = text(in: bytes, at: &offset), let value = text(in: bytes, at: &offset) else { return nil }
            fields.append(HeaderField(name, value))
        }
        return HeaderFields(fields)
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

    private static func text(in bytes: UnsafeRawBufferPointer, at offset: inout Int) -> String? {
        guard let count = length(in: bytes, at: &offset), count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return String(validating: bytes[offset..<(offset + count)], as: UTF8.self)
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
