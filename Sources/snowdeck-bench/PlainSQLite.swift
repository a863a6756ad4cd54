import ExchangeModel
import Glibc

/// The same file and the same two commits with plain SQLite calls and prepared statements: the lower bound for
/// recording.
final class PlainTape {
    private let library: SQLiteLibrary
    private let row: ExampleRow
    private let connection: OpaquePointer
    private let reserve: OpaquePointer
    private let begin: OpaquePointer
    private let body: OpaquePointer
    private let outcome: OpaquePointer
    private let commit: OpaquePointer

    /// Opens a tape for writing.
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
        // A tape in WAL mode without a log is rejected if row numbers have gaps.
        _ = library.execute(connection, "PRAGMA journal_mode=DELETE", nil, nil, nil)
        _ = library.close(connection)
    }

    /// The values of one exchange, prepared before measuring.
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

    /// SQLITE_TRANSIENT: SQLite copies the buffer, which does not outlive the call.
    private static var copies: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: -1) }

    private func text(_ statement: OpaquePointer, _ place: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { library.bindText(statement, place, $0.baseAddress, Int32($0.count), Self.copies) }
    }

    private func blob(_ statement: OpaquePointer, _ place: Int32, _ value: [UInt8]) {
        _ = value.withUnsafeBytes { library.bindBlob(statement, place, $0.baseAddress, Int32($0.count), Self.copies) }
    }
}

/// Finds exchanges by their key's digest with plain SQLite calls: the lower bound for playing.
final class PlainReader {
    private let library: SQLiteLibrary
    private let connection: OpaquePointer
    private let find: OpaquePointer

    init(_ path: String) throws {
        guard let library = SQLiteLibrary() else { throw BenchFailure("libsqlite3.so.0 cannot be opened.") }
        self.library = library
        connection = try library.opened("file:\(path)?immutable=1", SQLiteLibrary.readOnly | SQLiteLibrary.uri)
        find = try library.prepared(
            """
            SELECT b.bytes FROM exchange e JOIN outcome o ON o.exchange=e.id JOIN body b ON b.id=o.body \
            WHERE e.key_hash=? AND e.epoch=0
            """, connection)
    }

    deinit {
        _ = library.finalize(find)
        _ = library.close(connection)
    }

    /// The response body of the exchange with that key.
    func play(_ hash: Int64) throws -> [UInt8] {
        _ = library.bindInteger(find, 1, hash)
        guard library.step(find) == SQLiteLibrary.hasRow else { throw BenchFailure("The exchange is not on the tape.") }
        defer { _ = library.reset(find) }
        return Array(
            UnsafeRawBufferPointer(start: library.columnBlob(find, 0), count: Int(library.columnBytes(find, 0))))
    }
}

/// SQLite's C functions, called directly, without this project's code.
struct SQLiteLibrary: Sendable {
    typealias Handle = OpaquePointer
    typealias Open =
        @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>, Int32, UnsafePointer<CChar>?) -> Int32
    typealias Close = @convention(c) (Handle?) -> Int32
    typealias Execute =
        @convention(c) (
            Handle, UnsafePointer<CChar>, UnsafeRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Int32
    typealias Prepare =
        @convention(c) (
            Handle, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<Handle?>, UnsafeMutableRawPointer?
        ) -> Int32
    typealias OnStatement = @convention(c) (Handle?) -> Int32
    typealias BindInteger = @convention(c) (Handle, Int32, Int64) -> Int32
    typealias BindBytes = @convention(c) (Handle, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32
    typealias ColumnBytes = @convention(c) (Handle, Int32) -> UnsafeRawPointer?
    typealias ColumnCount = @convention(c) (Handle, Int32) -> Int32

    let open: Open
    let close: Close
    let execute: Execute
    let prepare: Prepare
    let step: OnStatement
    let reset: OnStatement
    let finalize: OnStatement
    let bindInteger: BindInteger
    let bindText: BindBytes
    let bindBlob: BindBytes
    let columnBlob: ColumnBytes
    let columnBytes: ColumnCount

    /// The library that the program uses too; nil if it is missing.
    init?() {
        guard let library = dlopen("libsqlite3.so.0", RTLD_NOW) else { return nil }
        func function<Signature>(_ name: String, as type: Signature.Type) -> Signature? {
            dlsym(library, "sqlite3_" + name).map { unsafeBitCast($0, to: type) }
        }
        guard let open = function("open_v2", as: Open.self), let close = function("close_v2", as: Close.self),
            let execute = function("exec", as: Execute.self), let prepare = function("prepare_v2", as: Prepare.self),
            let step = function("step", as: OnStatement.self), let reset = function("reset", as: OnStatement.self),
            let finalize = function("finalize", as: OnStatement.self),
            let bindInteger = function("bind_int64", as: BindInteger.self),
            let bindText = function("bind_text", as: BindBytes.self),
            let bindBlob = function("bind_blob", as: BindBytes.self),
            let columnBlob = function("column_blob", as: ColumnBytes.self),
            let columnBytes = function("column_bytes", as: ColumnCount.self)
        else { return nil }
        self.open = open
        self.close = close
        self.execute = execute
        self.prepare = prepare
        self.step = step
        self.reset = reset
        self.finalize = finalize
        self.bindInteger = bindInteger
        self.bindText = bindText
        self.bindBlob = bindBlob
        self.columnBlob = columnBlob
        self.columnBytes = columnBytes
    }
}

extension SQLiteLibrary {
    /// Constants of <sqlite3.h>: open flags and results of step.
    static let readWrite: Int32 = 2, readOnly: Int32 = 1, uri: Int32 = 0x40, noMutex: Int32 = 0x8000
    static let hasRow: Int32 = 100, isDone: Int32 = 101

    /// Opens a file; the caller closes it.
    func opened(_ name: String, _ flags: Int32) throws -> OpaquePointer {
        var connection: OpaquePointer?
        guard open(name, &connection, flags | Self.noMutex, nil) == 0, let connection else {
            throw BenchFailure("SQLite cannot open \(name).")
        }
        return connection
    }

    /// Prepares a statement; the caller finalizes it.
    func prepared(_ text: String, _ connection: OpaquePointer) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard prepare(connection, text, -1, &statement, nil) == 0, let statement else {
            throw BenchFailure("SQLite does not take: \(text)")
        }
        return statement
    }
}
