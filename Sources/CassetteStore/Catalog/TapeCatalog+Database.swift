import Database
import Glibc
import Synchronization

/// The catalog's file, and a copy of it in memory while it cannot be written.
extension TapeCatalog {
    /// - Parameter changes: whether `body` is useless in a copy, because it keeps the catalog up to date.
    func using<Result>(
        changes: Bool = false, _ body: (Connection) throws(DatabaseError) -> sending Result
    ) throws(CassetteError) -> sending Result {
        try state.withLock { state throws(CassetteError) in
            do throws(DatabaseError) {
                if changes, let failure = state.failure {
                    throw DatabaseError(code: DatabaseError.Code.full.rawValue, message: failure)
                }
                do throws(DatabaseError) {
                    if state.connection == nil { state.connection = try opened() }
                    guard let connection = state.connection else { throw DatabaseError(code: 1, message: "closed") }
                    return try body(connection)
                } catch {
                    guard !changes, state.failure == nil, error.isOfFullDisk || error.code == .cannotOpen else {
                        throw error
                    }
                    state = State(connection: nil, failure: error.message)
                    let copy = try copyInMemory()
                    state.connection = copy
                    return try body(copy)
                }
            } catch {
                throw CassetteError(
                    error.code == .full ? .full : .io, path: path,
                    "The index of tapes cannot be used: \(error.message) (\(path)). It can be deleted.")
            }
        }
    }

    /// Opens the file; one that is damaged or of another version is made again.
    private func opened() throws(DatabaseError) -> sending Connection {
        do throws(DatabaseError) {
            return try open()
        } catch {
            guard [.corrupt, .notADatabase].contains(error.code) else { throw error }
            for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
            return try open()
        }
    }

    private func open() throws(DatabaseError) -> sending Connection {
        makeFile(path)
        let made = try Connection(path: path, mode: .create)
        made.setBusyTimeout(milliseconds: 10_000)
        try made.execute(
            """
            PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-65536;PRAGMA secure_delete=ON
            """)
        try Self.makeTables(in: made)
        return made
    }

    private func copyInMemory() throws(DatabaseError) -> sending Connection {
        let copy = try Connection.copyInMemory(of: path)
        try Self.makeTables(in: copy)
        try copy.execute(
            """
            DELETE FROM sqlite_sequence WHERE name='tape';
            INSERT INTO sqlite_sequence(name, seq) VALUES('tape', \(Self.unstored));
            """)
        return copy
    }

    private static func version(of connection: Connection) throws(DatabaseError) -> Int64 {
        try connection.row("PRAGMA user_version") { $0.integer(0) } ?? 0
    }

    /// Makes the tables of this version. Those of version 2 keep their tapes' numbers, and lose each tape's first command line.
    private static func makeTables(in connection: Connection) throws(DatabaseError) {
        if try version(of: connection) == version { return }
        let heldLines = try connection.transaction { () throws(DatabaseError) -> Bool in
            let before = try version(of: connection)
            switch before {
            case version: return false
            case 2:
                try connection.execute("ALTER TABLE tape DROP COLUMN first;PRAGMA user_version=\(version)")
                return true
            default:
                for table in ["tape"] + textTables { try connection.execute("DROP TABLE IF EXISTS \(table)") }
                try connection.execute(schema + textSchema)
                return before != 0
            }
        }
        if heldLines { try eraseFreePages(connection) }
    }

    /// Makes the file again, without its former content, and empties the log.
    static func eraseFreePages(_ connection: Connection) throws(DatabaseError) {
        try connection.execute("VACUUM;PRAGMA wal_checkpoint(TRUNCATE)")
    }
}
