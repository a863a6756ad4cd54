import Database
import ExchangeModel

/// The first example exchange as it stands on a tape, from which the rows of all others are made.
struct ExampleRow: Sendable {
    /// A text around the place where the record's number stands.
    struct Pattern: Sendable {
        let before: String
        let after: String

        init(_ text: String) throws {
            let mark = ExampleExchange.sysID(1)
            guard let place = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: mark.utf8) }) else {
                throw BenchFailure("The example's record is not named on the tape.")
            }
            before = String(text[..<place])
            after = String(text[text.utf8.index(place, offsetBy: mark.utf8.count)...])
        }

        func text(_ number: Int) -> String { before + ExampleExchange.sysID(number) + after }
    }

    let key: Pattern
    let url: Pattern
    let requestHeaders: [UInt8]
    let responseHeaders: [UInt8]
    let body: Pattern

    /// Reads it from a tape that begins with it.
    init(_ connection: Connection) throws {
        let row = try connection.row(
            """
            SELECT e.key, e.url, e.headers, o.headers, b.bytes FROM exchange e JOIN outcome o ON o.exchange=e.id \
            JOIN body b ON b.id=o.body WHERE e.id=1
            """
        ) { ($0.text(0), $0.text(1), $0.blob(2), $0.blob(3), $0.text(4)) }
        guard let row else { throw BenchFailure("The example is not on the tape.") }
        key = try Pattern(row.0)
        url = try Pattern(row.1)
        requestHeaders = row.2
        responseHeaders = row.3
        body = try Pattern(row.4)
    }

    func keyHash(_ number: Int) -> Int64 { StableHash.of(key.text(number)) }

    /// Adds the rows of the exchange with that number.
    func insert(_ number: Int, into connection: Connection) throws(DatabaseError) {
        let key = key.text(number), bytes = Array(body.text(number).utf8)
        try connection.run(
            ExampleRow.exchange,
            [
                .integer(number), 1, 0, "command", 1_713_122_949_000_000, .integer(StableHash.of(key)), .text(key),
                "john.doe",
                "GET", .text(url.text(number)), .blob(requestHeaders),
            ])
        try connection.run(ExampleRow.body, [.integer(number), .integer(StableHash.of(bytes)), .blob(bytes)])
        try connection.run(ExampleRow.outcome, [.integer(number), .blob(responseHeaders), .integer(number)])
    }

    static let exchange = """
        INSERT INTO exchange(id, session, epoch, purpose, started_at, key_hash, key, principal, method, url, headers) \
        VALUES(?,?,?,?,?,?,?,?,?,?,?)
        """
    static let body = "INSERT INTO body(id, digest, bytes) VALUES(?,?,?)"
    static let outcome = """
        INSERT INTO outcome(exchange, status, reason, headers, body, http_version, content_coding, resolved, connected, \
        secured, first_byte, total) VALUES(?,200,'OK',?,?,'1.1','gzip',120,310,900,41000,41200)
        """
}
