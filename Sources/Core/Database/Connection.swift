internal import CSQLite
import Glibc

/// One connection to a database file. Not thread-safe: the owner serializes access.
package final class Connection {
    /// How a file is opened.
    package enum Mode: Sendable {
        /// Read and write; the file must exist.
        case readWrite
        /// Read and write; created if missing, with the permissions of `umask`.
        case create
        /// Read only, with locking.
        case readOnly
        /// Read only, for a file that never changes: no locks, no sidecar files (`immutable=1`).
        case immutable
        /// Read only, with its log and without locks: nothing is written beside it. For a short time, because another
        /// process may write.
        case unlocked
        /// A private in-memory database; the path is ignored.
        case memory
    }

    /// The VFS that writes the log of a transaction with one system call; nil, for the default one, if it is missing.
    private static let logBatching: String? = {
        let name = "log-batching"
        return csqlite_register_log_batching(name) == SQLITE_OK ? name : nil
    }()

    let handle: OpaquePointer
    private var cache: [String: Statement] = [:]
    /// Prepared statements that are not in use, by their SQL.
    private var idle: [String: OpaquePointer] = [:]
    private static let maxIdle = 256
    /// How many more progress callbacks there are before the statement is interrupted.
    private var reportsLeft = 0

    /// Opens a database. The schema is read by the first statement.
    package init(path: String, mode: Mode) throws(DatabaseError) {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
        var name = Connection.uri(of: path)
        switch mode {
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable:
            flags |= SQLITE_OPEN_READONLY
            name += "?immutable=1"
        case .unlocked:
            flags |= SQLITE_OPEN_READONLY
            // Without shared memory SQLite needs an exclusive connection for a log; this VFS takes no locks for it.
            name += "?vfs=unix-none"
        case .memory:
            flags |= SQLITE_OPEN_READWRITE
            name = ":memory:"
        }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, flags, Connection.logBatching)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(handle)
            throw DatabaseError(code: code, message: message)
        }
        self.handle = handle
        if case .readWrite = mode { try rejectForeignJournal() }
        if case .create = mode { try rejectForeignJournal() }
        if case .unlocked = mode { try execute("PRAGMA locking_mode=EXCLUSIVE") }
    }

    /// Throws if the journal beside a file names another one: its last bytes are then a mark
    /// (https://sqlite.org/fileformat2.html#the_rollback_journal calls that file the super-journal).
    private func rejectForeignJournal() throws(DatabaseError) {
        // SQLite follows links to the file, and the journal is beside their target.
        guard let name = sqlite3_db_filename(handle, "main"), let journal = sqlite3_filename_journal(name) else {
            return
        }
        let descriptor = Glibc.open(journal, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        var end = [UInt8](repeating: 0, count: mark.count)
        let place = lseek(descriptor, 0, SEEK_END) - end.count
        guard place > 0, pread(descriptor, &end, end.count, place) == end.count, end == mark else { return }
        throw DatabaseError(code: DatabaseError.foreignJournal, message: "the journal beside it names another file")
    }

    deinit {
        cache.removeAll()
        finalizeIdle()
        sqlite3_close_v2(handle)
    }

    /// Rejects any text or blob of more bytes, whatever the file claims.
    package func limitValues(toBytes limit: Int) {
        _ = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: limit))
    }

    /// How long a statement waits for another connection's lock before it fails with `.busy`.
    package func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

    /// Interrupts the running statement (`.interrupted`) once all statements together have executed that many steps of
    /// SQLite's virtual machine from now on, rounded to about a hundred thousand. Shorter statements may still run
    /// afterwards. Nil removes the limit.
    package func limitWork(toSteps steps: Int?) {
        guard let steps else { return sqlite3_progress_handler(handle, 0, nil, nil) }
        reportsLeft = steps / Connection.stepsPerReport
        sqlite3_progress_handler(
            handle, Int32(Connection.stepsPerReport),
            { context in
                guard let context else { return 0 }
                let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
                connection.reportsLeft -= 1
                return connection.reportsLeft < 0 ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static let stepsPerReport = 100_000

    /// Runs one or more statements that return no rows.
    package func execute(_ sql: String) throws(DatabaseError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw lastError(code, sql: sql) }
    }

    /// A prepared statement, cached for the life of the connection, reset and without bindings. It must not be
    /// requested again while its rows are being read.
    package func statement(_ sql: String) throws(DatabaseError) -> Statement {
        if let kept = cache[sql] {
            kept.reset()
            return kept
        }
        let made = try Statement(sql, on: self)
        cache[sql] = made
        return made
    }

    /// A statement for the caller alone. It is prepared once: when the caller releases it, another one can have it.
    package func ownStatement(_ sql: String) throws(DatabaseError) -> Statement {
        guard let handle = idle.removeValue(forKey: sql) else { return try Statement(sql, on: self, isReusable: true) }
        return Statement(handle, sql, reusedBy: self)
    }

    /// Takes a statement that was released, reset and without bindings.
    func keep(_ statement: OpaquePointer, _ sql: String) {
        if idle.count >= Connection.maxIdle { finalizeIdle() }
        if let other = idle.updateValue(statement, forKey: sql) { sqlite3_finalize(other) }
    }

    private func finalizeIdle() {
        for statement in idle.values { sqlite3_finalize(statement) }
        idle.removeAll(keepingCapacity: true)
    }

    /// Runs one statement with values bound in order and returns the number of changed rows.
    @discardableResult
    package func run(_ sql: String, _ values: [SQLValue] = []) throws(DatabaseError) -> Int {
        let statement = try self.statement(sql)
        try statement.bind(values)
        while try statement.step() {}
        statement.reset()
        return Int(sqlite3_changes64(handle))
    }

    package func rows<Row>(_ sql: String, _ values: [SQLValue] = [], read: (Statement) throws(DatabaseError) -> Row)
        throws(DatabaseError) -> [Row]
    {
        let statement = try self.statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }

    package func row<Row>(_ sql: String, _ values: [SQLValue] = [], read: (Statement) throws(DatabaseError) -> Row)
        throws(DatabaseError) -> Row?
    {
        let statement = try self.statement(sql)
        defer { statement.reset() }
        try statement.bind(values)
        return try statement.step() ? try read(statement) : nil
    }

    package var lastInsertedID: Int64 { sqlite3_last_insert_rowid(handle) }

    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` as one transaction. Errors are rethrown after the rollback.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try transaction(body) { $0 }
    }

    /// The same for a `body` that throws only `DatabaseError`.
    package func transaction<Result>(_ body: () throws(DatabaseError) -> Result) throws(DatabaseError) -> Result {
        try transaction(body) { $0 }
    }

    private func transaction<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result, failing: (DatabaseError) -> Failure
    ) throws(Failure) -> Result {
        func perform(_ sql: String) throws(Failure) {
            do throws(DatabaseError) { try run(sql) } catch { throw failing(error) }
        }
        try perform("BEGIN IMMEDIATE")
        do throws(Failure) {
            let result = try body()
            try perform("COMMIT")
            return result
        } catch {
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Copies the whole database, including its log, into a missing or empty file. The copy has no log.
    package func copy(to path: String) throws(DatabaseError) { try run("VACUUM INTO ?", [.text(path)]) }

    /// Keeps the write-ahead log when the connection is closed: no checkpoint, no deletion.
    package func leavesLogWhenClosed() { _ = csqlite_db_config_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

    /// The database as the bytes of its file.
    package func serialized() -> [UInt8] {
        var count: sqlite3_int64 = 0
        guard let bytes = sqlite3_serialize(handle, "main", &count, 0) else { return [] }
        defer { sqlite3_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    }

    /// Replaces an in-memory database by the bytes of a file.
    package func load(serialized bytes: [UInt8]) throws(DatabaseError) {
        guard !bytes.isEmpty else { throw DatabaseError(code: SQLITE_NOTADB, message: "file is not a database") }
        guard let copy = sqlite3_malloc64(UInt64(bytes.count))?.assumingMemoryBound(to: UInt8.self) else {
            throw DatabaseError(code: SQLITE_NOMEM, message: "out of memory")
        }
        UnsafeMutableRawBufferPointer(start: copy, count: bytes.count).copyBytes(from: bytes)
        let count = sqlite3_int64(bytes.count)
        let code = sqlite3_deserialize(
            handle, "main", copy, count, count, UInt32(SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE))
        guard code == SQLITE_OK else { throw lastError(code, sql: nil) }
    }

    /// A copy in memory of a database that cannot be written, as on a full disk; empty if it cannot be read either.
    package static func copyInMemory(of path: String) throws(DatabaseError) -> sending Connection {
        var log = stat()
        let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
        return try copyInMemory(of: path, mode: hasLog ? .readOnly : .immutable)
    }

    /// The same, opened in a mode.
    package static func copyInMemory(of path: String, mode: Mode) throws(DatabaseError) -> sending Connection {
        let copy = try Connection(path: "", mode: .memory)
        guard let file = try? Connection(path: path, mode: mode) else { return copy }
        var bytes = file.serialized()
        // The write and read version (https://sqlite.org/fileformat2.html): memory has no write-ahead log.
        guard bytes.count > 19 else { return copy }
        (bytes[18], bytes[19]) = (1, 1)
        try copy.load(serialized: bytes)
        return copy
    }

    func lastError(_ code: Int32, sql: String?) -> DatabaseError {
        DatabaseError(
            code: sqlite3_extended_errcode(handle) & 0xFF == code & 0xFF ? sqlite3_extended_errcode(handle) : code,
            message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }

    /// A file name as an SQLite URI, so that `?`, `#` and `%` remain part of the name. The empty authority and the `./`
    /// keep `//host`, `:memory:` and the empty name from having a special meaning.
    private static func uri(of path: String) -> String {
        let hex = Array("0123456789abcdef")
        return path.utf8.reduce(into: path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:./") { out, byte in
            if byte < 0x80, byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#"), byte != UInt8(ascii: "%") {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                out += "%" + String(hex[Int(byte >> 4)]) + String(hex[Int(byte & 15)])
            }
        }
    }
}

extension Connection {
    /// Settings for untrusted files: no functions or virtual tables in the schema, no writes to internal tables, no
    /// views or triggers, and no statistics of `ANALYZE`, which could make SQLite choose slow plans.
    package func distrust() {
        for (option, value) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
        ] as [(Int32, Int32)] {
            _ = csqlite_db_config_flag(handle, option, value)
        }
        readSchemaWithoutStatistics()
    }

    /// SQLite reads the statistics with the schema, by a statement of its own (`SELECT tbl,idx,stat …`), and has no
    /// setting against it. If that is interrupted, it plans as for a file without statistics.
    private func readSchemaWithoutStatistics() {
        sqlite3_progress_handler(
            handle, 1,
            { context in
                let handle = context.map { OpaquePointer($0) }
                var statement = sqlite3_next_stmt(handle, nil)
                while let running = statement {
                    if sqlite3_stmt_busy(running) != 0, sqlite3_column_count(running) == 3,
                        let name = sqlite3_column_name(running, 0), String(cString: name) == "tbl"
                    {
                        return 1
                    }
                    statement = sqlite3_next_stmt(handle, running)
                }
                return 0
            }, UnsafeMutableRawPointer(handle))
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        // An error shows at the first statement that needs the schema.
        _ = try? row("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true }
    }
}
