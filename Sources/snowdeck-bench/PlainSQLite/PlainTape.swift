import ExchangeModel
import Glibc

/// The same file and the same two commits, by plain calls of SQLite with prepared statements: what recording would
/// cost if nothing but SQLite had to be paid.
final class PlainTape {
    private let library: SQLiteLibrary
    private let row: ExampleRow
    private let connection: OpaquePointer
    private let reserve: OpaquePointer
    private let begin: OpaquePointer
    private let body: OpaquePointer
    private let outcome: OpaquePointer
    private let commit: OpaquePointer

    /// Opens a tape to write on.
    init(_ path: String, _ row: ExampleRow) throws {
        guard let library = SQLiteLibrary() else { throw BenchFailure("libsqlite3.so.0 cannot be opened.") }
        let connection = try library.opened(path, SQLiteLibrary.readWrite)
        let modes = """
            PRAGMA synchronous=OFF; PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=2000; \
            PRAGMA foreign_keys=ON
            """
        guard library.execute(connection, modes, nil, nil, nil) == 0 else { throw BenchFailure("No WAL mode.") }
        self.library = library
        self.row = row
        self.connection = connection
        reserve = try library.prepared(ExampleRow.exchange, connection)
        begin = try library.prepared("BEGIN IMMEDIATE", connection)
        body = try library.prepared(ExampleRow.body, connection)
        outcome = try library.prepared(ExampleRow.outcome, connection)
        commit = try library.prepared("COMMIT", connection)
    }

    deinit {
        for statement in [reserve, begin, body, outcome, commit] { _ = library.finalize(statement) }
        // A tape that says it has a log beside it, and has none, is refused when numbers are missing from it.
        _ = library.execute(connection, "PRAGMA journal_mode=DELETE", nil, nil, nil)
        _ = library.close(connection)
    }

    /// What is written for one exchange, made before the time is taken.
    struct Prepared {
        let number: Int
        let key: [UInt8]
        let hash: Int64
        let url: [UInt8]
        let body: [UInt8]
        let digest: Int64

        init(_ number: Int, _ row: ExampleRow) {
            self.number = number
            let text = row.key.text(number)
            key = Array(text.utf8)
            hash = StableHash.of(text)
            url = Array(row.url.text(number).utf8)
            body = Array(row.body.text(number).utf8)
            digest = StableHash.of(body)
        }
    }

    /// Two commits: the request, then its body and outcome.
    func record(_ exchange: Prepared) throws {
        integer(reserve, 1, Int64(exchange.number))
        integer(reserve, 2, 1)
        integer(reserve, 3, 0)
        text(reserve, 4, Self.purpose)
        integer(reserve, 5, 1_713_122_949_000_000)
        integer(reserve, 6, exchange.hash)
        text(reserve, 7, exchange.key)
        text(reserve, 8, Self.principal)
        text(reserve, 9, Self.method)
        text(reserve, 10, exchange.url)
        blob(reserve, 11, row.requestHeaders)
        try run(reserve)
        try run(begin)
        integer(body, 1, Int64(exchange.number))
        integer(body, 2, exchange.digest)
        blob(body, 3, exchange.body)
        try run(body)
        integer(outcome, 1, Int64(exchange.number))
        blob(outcome, 2, row.responseHeaders)
        integer(outcome, 3, Int64(exchange.number))
        try run(outcome)
        try run(commit)
    }

    private static let purpose = Array("command".utf8), principal = Array("john.doe".utf8), method = Array("GET".utf8)

    private func run(_ statement: OpaquePointer) throws {
        let code = library.step(statement)
        _ = library.reset(statement)
        guard code == SQLiteLibrary.isDone else { throw BenchFailure("SQLite says \(code).") }
    }

    private func integer(_ statement: OpaquePointer, _ place: Int32, _ value: Int64) {
        _ = library.bindInteger(statement, place, value)
    }

    /// SQLite takes its own copy, as it must where a buffer does not outlive the call.
    private static var copies: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: -1) }

    private func text(_ statement: OpaquePointer, _ place: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { library.bindText(statement, place, $0.baseAddress, Int32($0.count), Self.copies) }
    }

    private func blob(_ statement: OpaquePointer, _ place: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { library.bindBlob(statement, place, $0.baseAddress, Int32($0.count), Self.copies) }
    }
}
