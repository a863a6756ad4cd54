import Database
import Glibc

/// How a cassette's database is opened for recording and for reading.
enum CassetteConnection {
    /// The checkpoint threshold in pages of 4 KiB. A checkpoint waits for the disk, so it should be rare; with a much
    /// larger log the waits grow and the mean cost of an exchange does not fall (measured at a million exchanges with
    /// logs of 8, 16 and 64 MiB).
    static let logPages = 2000

    /// Settings from the second write to a new log on, and for an existing log. With NORMAL a commit survives the death
    /// of the process; SQLite syncs only at checkpoints and when a log is restarted. The cassette makes the checkpoints.
    static func afterFirstWrite(_ connection: Connection) throws(DatabaseError) {
        try connection.execute("PRAGMA synchronous=NORMAL")
        connection.countLogPages()
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
    /// log's index exists (a recorder is running, or died on this machine), else (both were copied) from a copy in
    /// `scratch`, because SQLite would create an index beside the original. Without `scratch` that happens.
    static func forPlaying(_ file: CassetteFile, bodyLimit: Int, scratch: String?) throws(CassetteError) -> Connection {
        guard file.exists else {
            throw CassetteError(
                .missing, path: file.given, "There is no cassette \(file.quoted); record one, or check the name.")
        }
        try file.rejectUnsafeSidecars()
        guard file.hasLog else { return try open(file, .immutable, bodyLimit: bodyLimit) }
        guard !file.hasLogIndex, let scratch else { return try open(file, .readOnly, bodyLimit: bodyLimit) }
        let copy = try ScratchCopy(of: file, in: scratch)
        defer { copy.remove() }
        return try open(file, at: copy.path, .readOnly, bodyLimit: bodyLimit)
    }

    /// Opens the file and verifies that it is a cassette of this version before anything else is read.
    private static func open(
        _ file: CassetteFile, at path: String? = nil, _ mode: Connection.Mode, bodyLimit: Int
    ) throws(CassetteError) -> Connection {
        do {
            let connection = try Connection(path: path ?? file.real, mode: mode)
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
                .foreign, path: file.given, "\(file.quoted) is an SQLite file, but not a cassette; name another file.")
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
                "\(file.quoted) is marked as a cassette, but its tables have other columns, indexes or triggers; "
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
                .corrupt, path: file.given,
                "\(file.quoted) is truncated; restore it from a copy, or record it again.")
        }
    }
}

/// A copy of a cassette and its log in a private folder, to read what a dead recorder left without changing it.
///
/// Once SQLite has opened the copy it can be unlinked: after `remove` nothing is left behind, however the process ends.
struct ScratchCopy {
    private let folder: String
    /// A locked descriptor of the folder: one without a lock was left by a process that died.
    private let lock: Int32
    let path: String

    /// A copy in the folder, or in memory if its disk is full.
    init(of file: CassetteFile, in scratch: String) throws(CassetteError) {
        do throws(CassetteError) { try self.init(of: file, below: scratch) } catch {
            guard error.kind == .full else { throw error }
            try self.init(of: file, below: "/dev/shm")
        }
    }

    private init(of file: CassetteFile, below scratch: String) throws(CassetteError) {
        try file.makeFolder(scratch)
        ScratchCopy.removeAbandoned(in: scratch)
        var template = Array((scratch + "/snowdeck-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw file.failure(errno, doing: "a temporary copy cannot be created") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX | LOCK_NB)
        path = folder + "/cassette"
        for suffix in ["", "-wal"] {
            let code = ScratchCopy.copy(file.real + suffix, to: path + suffix)
            guard code == 0 else {
                remove()
                throw file.failure(code, doing: "it cannot be copied for reading")
            }
        }
    }

    func remove() {
        Self.remove(folder)
        close(lock)
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-wal", "-shm"] { unlink(folder + "/cassette" + suffix) }
        rmdir(folder)
    }

    /// Removes copies of processes that died within the few milliseconds in which a copy has a name.
    private static func removeAbandoned(in scratch: String) {
        guard let handle = opendir(scratch) else { return }
        defer { closedir(handle) }
        while let entry = readdir(handle) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let folder = scratch + "/" + name
            // One without a file may have been made just now.
            guard name.hasPrefix("snowdeck-"), access(folder + "/cassette", F_OK) == 0 else { continue }
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(folder) }
            close(descriptor)
        }
    }

    private static func copy(_ source: String, to target: String) -> Int32 {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { return errno }
        defer { close(input) }
        let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { return errno }
        defer { close(output) }
        while true {
            let count = sendfile(output, input, nil, 1 << 30)
            if count == 0 { return 0 }
            if count < 0, errno != EINTR { return errno }
        }
    }
}
