import Glibc

/// SQLite's own functions, called as C calls them: nothing of this project stands between the bench and the library.
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

    /// The library that the program uses too; nil when it is not there.
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
    /// Numbers of <sqlite3.h>: flags of opening, and what a step answers.
    static let readWrite: Int32 = 2, readOnly: Int32 = 1, uri: Int32 = 0x40, noMutex: Int32 = 0x8000
    static let hasRow: Int32 = 100, isDone: Int32 = 101

    /// An open file; the caller closes it.
    func opened(_ name: String, _ flags: Int32) throws -> OpaquePointer {
        var connection: OpaquePointer?
        guard open(name, &connection, flags | Self.noMutex, nil) == 0, let connection else {
            throw BenchFailure("SQLite cannot open \(name).")
        }
        return connection
    }

    /// A compiled statement; the caller finalises it.
    func prepared(_ text: String, _ connection: OpaquePointer) throws -> OpaquePointer {
        var statement: OpaquePointer?
        guard prepare(connection, text, -1, &statement, nil) == 0, let statement else {
            throw BenchFailure("SQLite does not take: \(text)")
        }
        return statement
    }
}
