import Database

/// How a cassette's database is opened for recording and for reading.
enum CassetteConnection {
    /// The checkpoint threshold in pages of 4 KiB. A checkpoint waits for the disk, so it should be rare; with a much
    /// larger log the waits grow and the mean cost of an exchange does not fall (measured at a million exchanges with
    /// logs of 8, 16 and 64 MiB).
    static let logPages = 2000

    /// Settings from the second write to a new log on, and for an existing log. With NORMAL a commit survives the death
    /// of the process; SQLite syncs only at checkpoints and when a log is restarted.
    static func afterFirstWrite(_ connection: Connection) throws(DatabaseError) {
        try connection.execute("PRAGMA synchronous=NORMAL;PRAGMA wal_autocheckpoint=\(logPages)")
    }

    /// Opens for recording. The caller holds the writer's lock. Nothing is written before the file is known to be a
    /// cassette: if the log must be read for that, a read-only connection does it.
    static func forRecording(
        _ file: CassetteFile, beginsLog: Bool, bodyLimit: Int
    ) throws(CassetteError) -> Connection {
        try file.rejectUnsafeSidecars()
        if !beginsLog { _ = try open(file, .readOnly, bodyLimit: bodyLimit) }
        let connection = try open(file, .readWrite, bodyLimit: bodyLimit)
        do {
            // Entering WAL mode changes two bytes of the header, either way a valid one: neither a sync nor a journal
            // file is needed. A file in WAL mode (new, or its recorder died) keeps its log.
            if try connection.row("PRAGMA journal_mode", read: { $0.text(0) }) != "wal" {
                try connection.execute("PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY")
            }
            // A restored dump becomes a cassette with its first recording; not in the log, which a crash leaves.
            if try connection.row("PRAGMA application_id", read: { $0.integer(0) }) == 0 {
                try connection.execute("BEGIN;" + CassetteFormat.marks + "COMMIT")
            }
            try connection.execute(
                """
                PRAGMA synchronous=OFF;PRAGMA journal_mode=WAL;PRAGMA wal_autocheckpoint=0;\
                PRAGMA journal_size_limit=\(2 * logPages * 4096);PRAGMA foreign_keys=ON
                """)
            if !beginsLog { try afterFirstWrite(connection) }
        } catch {
            throw CassetteError(error, in: file)
        }
        return connection
    }

    /// Opens for reading, never writing to the cassette.
    ///
    /// A file without a log is opened as immutable: no locks, no sidecar files. With a log it is opened in place if the
    /// log's index exists (a recorder is running, or died on this machine), else (both were copied) as a copy in memory,
    /// because SQLite would create an index beside the original.
    static func forPlaying(_ file: CassetteFile, bodyLimit: Int) throws(CassetteError) -> Connection {
        guard file.exists else {
            throw CassetteError(
                .missing, path: file.given, "There is no tape \(file.quoted); record one, or check the name.")
        }
        try file.rejectUnsafeSidecars()
        guard file.hasLog else { return try open(file, .immutable, bodyLimit: bodyLimit) }
        if file.hasLogIndex { return try open(file, .readOnly, bodyLimit: bodyLimit) }
        return try verified(file, bodyLimit: bodyLimit) { () throws(DatabaseError) in
            try Connection.copyInMemory(of: file.real, mode: .unlocked)
        }
    }

    /// Opens the file and verifies that it is a cassette of this version before anything else is read.
    private static func open(
        _ file: CassetteFile, _ mode: Connection.Mode, bodyLimit: Int
    ) throws(CassetteError) -> Connection {
        try verified(file, bodyLimit: bodyLimit) { () throws(DatabaseError) in
            try Connection(path: file.real, mode: mode)
        }
    }

    private static func verified(
        _ file: CassetteFile, bodyLimit: Int, _ open: () throws(DatabaseError) -> Connection
    ) throws(CassetteError) -> Connection {
        do {
            let connection = try open()
            connection.limitValues(toBytes: valueLimit(bodyLimit))
            connection.setBusyTimeout(milliseconds: 2000)
            connection.distrust()
            try connection.execute("PRAGMA cell_size_check=ON;PRAGMA mmap_size=0")
            try verify(connection, file)
            if !file.hasLog { try verifyLength(connection, file) }
            return connection
        } catch let error as CassetteError {
            throw error
        } catch let error as DatabaseError {
            throw CassetteError(error, in: file)
        } catch {
            throw CassetteError(.io, path: file.given, "\(file.quoted) cannot be opened.")
        }
    }

    /// Whether the file is a dump of a cassette that was restored, which has no mark until it is recorded onto.
    static func isRestored(_ file: CassetteFile) -> Bool { (try? open(file, .immutable, bodyLimit: 0)) != nil }

    /// The largest row: a body, or a request key that quotes one, and some space for the rest.
    private static func valueLimit(_ bodyLimit: Int) -> Int {
        let (double, overflow) = max(0, bodyLimit).multipliedReportingOverflow(by: 2)
        return overflow ? Int(Int32.max) : min(double, Int(Int32.max) - 1 << 20) + 1 << 20
    }

    private static func verify(_ connection: Connection, _ file: CassetteFile) throws {
        func number(_ name: String) throws(DatabaseError) -> Int64 {
            try connection.row("PRAGMA \(name)") { $0.integer(0) } ?? 0
        }
        let mark = try number("application_id"), version = try number("user_version")
        // A restored dump has neither number.
        let isRestored = try mark == 0 && version == 0 && CassetteSchema.matches(connection)
        guard isRestored || mark == CassetteFormat.applicationID else {
            throw CassetteError(
                .foreign, path: file.given, "\(file.quoted) is an SQLite file, but not a tape; name another file.")
        }
        guard version <= CassetteFormat.version else {
            throw CassetteError(
                .newer, path: file.given,
                "\(file.quoted) has format version \(version) and this Snowdeck reads up to "
                    + "\(CassetteFormat.version); use a newer Snowdeck.")
        }
        guard try isRestored || version >= 0 && CassetteSchema.matches(connection) else {
            throw CassetteError(
                .foreign, path: file.given,
                "\(file.quoted) is marked as a tape, but its tables have other columns, indexes or triggers; "
                    + "it is not read, record it again.")
        }
    }

    /// SQLite accepts a truncated last page and reads zeros, so a truncated copy is detected here. With a log the file
    /// may still be shorter than its page count.
    private static func verifyLength(_ connection: Connection, _ file: CassetteFile) throws {
        let pages = try connection.row("PRAGMA page_count") { $0.integer(0) } ?? 0
        let pageSize = try connection.row("PRAGMA page_size") { $0.integer(0) } ?? 0
        guard pages * pageSize <= file.size else {
            throw CassetteError(
                .corrupt, path: file.given, "\(file.quoted) is truncated; restore it from a copy, or record it again.")
        }
    }
}
