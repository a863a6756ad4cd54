package import Database
import Glibc
import Synchronization

/// One cassette: one SQLite file. Thread-safe; operations are serialized. Policy (what is recorded, matched or secret)
/// belongs to the caller.
package final class Cassette: Sendable {
    package var path: String { file.given }
    /// The largest body that is read or written, in bytes.
    package let bodyLimit: Int
    /// Whether it was not closed and has no log: what was recorded last may be missing, which cannot be detected.
    package let mayLackLog: Bool
    let file: CassetteFile
    /// A folder for a rescue tape if none closer to the cassette is usable.
    let lastResort: String?
    let state: Mutex<State>

    struct State {
        /// Nil once closed.
        var connection: Connection?
        var lock: CassetteLock?
        /// The identities of the files at opening, when recording.
        var place: RecordingFiles?
        /// Why writing has ended, after a failed write.
        var writeError: CassetteError?
        /// Whether the next write is the first to a new log.
        var beginsLog = false
    }

    /// The default body limit: 64 MiB.
    package static let standardBodyLimit = 64 << 20

    /// Opens a cassette for recording, creating it and its folders if needed.
    ///
    /// Waits for the writer's lock up to `wait` microseconds, in calls of `pause`; then throws `.locked` with the
    /// holder. A file that is not a cassette of this version is left unchanged. `isDraft` gives a new file
    /// `DraftMark`. `lastResort` is a folder for a rescue tape.
    package static func recording(
        at path: String, isDraft: Bool = false, wait: Int64 = 5_000_000, holder: LockHolder = LockHolder(),
        bodyLimit: Int = Cassette.standardBodyLimit, lastResort: String? = nil,
        pause: (Int64) -> Void = { usleep(UInt32(clamping: $0)) }
    ) throws(CassetteError) -> Cassette {
        let place = try CassetteFile(at: path)
        if !place.exists { try place.makeFolders() }
        let lock = try CassetteLock(of: CassetteFile(at: path), holder: holder, wait: wait, pause: pause)
        // Again: the lock's last holder may have created or replaced the file.
        let file = try CassetteFile(at: path)
        var wasInLogMode = true
        if file.exists {
            try file.rejectHardLinks()
            wasInLogMode = file.isInLogMode
            if !file.hasLog, wasInLogMode { try Cassette.playing(at: path, bodyLimit: bodyLimit).close() }
        } else {
            try file.make(isDraft: isDraft)
        }
        let beginsLog = !file.hasLog
        let connection: Connection
        do throws(CassetteError) {
            connection = try CassetteConnection.forRecording(file, beginsLog: beginsLog, bodyLimit: bodyLimit)
        } catch {
            // Else it could not be read until the disk has space for the log's index.
            if beginsLog, [.full, .io].contains(error.kind), file.isMarked {
                if !file.exists { unlink(file.real) }
                file.removeEmptyLog(leavingMode: !wasInLogMode)
            }
            throw error
        }
        // Only now is it known to be a cassette; an unknown file is left unchanged.
        file.restrictPermissions()
        return Cassette(
            file, connection, bodyLimit, lock: lock, place: RecordingFiles(file, lock), lastResort: lastResort,
            beginsLog: beginsLog)
    }

    /// Opens any cassette read-only; nothing is written to it or beside it. A cassette that was not closed and has no
    /// log is read in full, and rejected if it is incomplete.
    package static func playing(
        at path: String, bodyLimit: Int = Cassette.standardBodyLimit
    ) throws(CassetteError) -> Cassette {
        let file = try CassetteFile(at: path)
        let isWithoutLog = file.exists && !file.hasLog && file.isInLogMode
        let connection = try CassetteConnection.forPlaying(file, bodyLimit: bodyLimit)
        let cassette = Cassette(file, connection, bodyLimit, mayLackLog: isWithoutLog)
        if isWithoutLog { try cassette.verifyCompleteness() }
        return cassette
    }

    private init(
        _ file: CassetteFile, _ connection: sending Connection, _ bodyLimit: Int, lock: CassetteLock? = nil,
        place: RecordingFiles? = nil, lastResort: String? = nil, beginsLog: Bool = false, mayLackLog: Bool = false
    ) {
        self.mayLackLog = mayLackLog
        self.file = file
        self.bodyLimit = bodyLimit
        self.lastResort = lastResort
        var place = place
        if !beginsLog { place?.learnSidecars() }
        state = Mutex(State(connection: connection, lock: lock, place: place, beginsLog: beginsLog))
    }

    deinit { try? close() }

    /// Closes the cassette; a second call does nothing. After recording, the log is checkpointed into the file and the
    /// lock released. If that fails (the disk is full), the log stays beside the file and nothing is lost; the same,
    /// without an error, while another program reads the cassette. Throws `.displaced` if the file is no longer at its
    /// path; the recording is then in a rescue tape.
    package func close() throws(CassetteError) {
        try state.withLock { state throws(CassetteError) in
            try rescueIfDisplaced(&state)
            guard state.connection != nil else { return }
            defer { (state.connection, state.place, state.lock) = (nil, nil, nil) }
            guard state.lock != nil else { return }
            do throws(DatabaseError) {
                try state.connection?.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                // Everything is on disk now. Leaving WAL mode changes two bytes of the header, either way a valid one,
                // so it needs neither a sync nor a journal file.
                try state.connection?.execute("PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY")
            } catch {
                let failure = failure(error, &state)
                if failure.kind == .full, state.beginsLog {
                    // Nothing was written: the full disk has no space for the log's index.
                    state.connection = nil
                    return file.removeEmptyLog(leavingMode: true)
                }
                if failure.kind != .locked { throw failure }
            }
        }
    }

    func read<Result>(
        _ body: (Connection) throws(DatabaseError) -> sending Result
    ) throws(CassetteError) -> sending Result {
        try state.withLock { state throws(CassetteError) in
            guard let connection = state.connection else { throw state.writeError ?? closed }
            do throws(DatabaseError) { return try body(connection) } catch { throw failure(error, &state) }
        }
    }

    func rows<Row: Sendable>(
        _ sql: String, _ values: [SQLValue] = [], read: (Statement) throws(DatabaseError) -> Row
    ) throws(CassetteError) -> [Row] {
        try self.read { connection throws(DatabaseError) in try connection.rows(sql, values, read: read) }
    }

    package func row<Row: Sendable>(
        _ sql: String, _ values: [SQLValue] = [], read: (Statement) throws(DatabaseError) -> Row
    ) throws(CassetteError) -> Row? {
        try self.read { connection throws(DatabaseError) in try connection.row(sql, values, read: read) }
    }

    /// Throws unless rows that were requested after a number, in order, have ascending numbers: those of a damaged table
    /// may repeat, and reading batch by batch would not end.
    func requireAscending(_ numbers: some Sequence<Int64>, after id: Int64) throws(CassetteError) {
        var last = id
        for number in numbers {
            guard number > last else {
                let damage = DatabaseError(code: DatabaseError.Code.corrupt.rawValue, message: "rows out of order")
                throw CassetteError(damage, in: file)
            }
            last = number
        }
    }

    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws(CassetteError) -> Int {
        try write { connection throws(DatabaseError) in try connection.run(sql, values) }
    }

    func insert(_ sql: String, _ values: [SQLValue]) throws(CassetteError) -> Int64 {
        try write { connection throws(DatabaseError) in
            try connection.run(sql, values)
            return connection.lastInsertedID
        }
    }

    /// After a failure to get a lock nothing waits again, because every statement would: from then on locks held by
    /// others fail at once, and a connection whose own locks are stuck is given up.
    private func failure(_ error: DatabaseError, _ state: inout State) -> CassetteError {
        let failure = CassetteError(error, in: file)
        if [.busy, .locked].contains(error.code) { state.connection?.setBusyTimeout(milliseconds: 0) }
        if error.code == .lockProtocol {
            state.writeError = state.writeError ?? failure
            (state.connection, state.place, state.lock) = (nil, nil, nil)
        }
        return failure
    }

    /// Runs writing statements. After a write failed because the disk is full or the file damaged, nothing more is
    /// written: a tape with a gap would be wrong.
    @discardableResult
    func write<Result>(
        _ body: (Connection) throws(DatabaseError) -> sending Result
    ) throws(CassetteError) -> sending Result {
        try state.withLock { state throws(CassetteError) in
            guard let connection = state.connection else { throw state.writeError ?? closed }
            guard state.lock != nil else {
                throw CassetteError(.denied, path: path, "\(file.quoted) is open read-only.")
            }
            if let writeError = state.writeError { throw writeError }
            do throws(DatabaseError) {
                let result = try body(connection)
                if state.beginsLog {
                    try CassetteConnection.afterFirstWrite(connection)
                    state.beginsLog = false
                    state.place?.learnSidecars()
                }
                return result
            } catch {
                let failure = failure(error, &state)
                if [.full, .corrupt].contains(failure.kind) || error.code == .io { state.writeError = failure }
                throw failure
            }
        }
    }

    private var closed: CassetteError { CassetteError(.io, path: path, "\(file.quoted) has been closed.") }

    /// Throws if content exceeds the limit for reading it back.
    func checkSize(_ bytes: [UInt8]?, as what: String) throws(CassetteError) {
        guard let bytes, bytes.count > bodyLimit else { return }
        throw CassetteError(
            .tooLarge, path: path,
            "\(what) of \(bytes.count) bytes does not fit into \(file.quoted), which takes \(bodyLimit); allow more.")
    }
}

/// Rescues a recording whose file is deleted or replaced, or whose lock is removed.
extension Cassette {
    /// Checks that the recorded file is still at its path. If not, the recording is copied into a rescue tape, the
    /// cassette closed and `.displaced` thrown.
    package func verifyPlace() throws(CassetteError) {
        try state.withLock { state throws(CassetteError) in try rescueIfDisplaced(&state) }
    }

    func rescueIfDisplaced(_ state: inout State) throws(CassetteError) {
        guard let place = state.place, let connection = state.connection, let displacement = place.displacement else {
            return
        }
        let error: CassetteError
        do throws(CassetteError) {
            let rescue = try rescue(connection)
            error = CassetteError(
                .displaced, path: path,
                "\(displacement) Everything recorded is in \(CassetteFile.quoted(rescue)).", rescue: rescue)
        } catch let failure {
            error = CassetteError(
                .displaced, path: path, "\(displacement) What was recorded is lost: \(failure.message)")
        }
        // The paths may belong to another cassette: the log must not be checkpointed or deleted through them.
        connection.leavesLogWhenClosed()
        place.removeSidecars()
        (state.connection, state.place, state.lock, state.writeError) = (nil, nil, nil, error)
        throw error
    }

    /// Copies everything into a new tape and returns its path for messages.
    private func rescue(_ connection: Connection) throws(CassetteError) -> String {
        var last: CassetteError?
        for folder in RescueFile.folders(for: file, lastResort: lastResort) {
            do throws(CassetteError) {
                let rescue = try RescueFile(for: file, in: folder)
                do throws(DatabaseError) { try connection.copy(to: rescue.path) } catch {
                    rescue.remove()
                    throw CassetteError(error, in: file)
                }
                rescue.sync()
                return rescue.shown
            } catch {
                last = last ?? error
            }
        }
        throw last ?? CassetteError(.io, path: path, "There is no folder for a rescue tape.")
    }
}

/// A new, empty file for the recording of a deleted cassette.
struct RescueFile {
    let path: String
    /// The path for messages: in the cassette's style if it is beside it.
    let shown: String

    /// Candidate folders, best first: the cassette's own, if it is still there, then `lastResort`. A folder above a
    /// removed one is another project's, or everybody's.
    static func folders(for file: CassetteFile, lastResort: String?) -> [String] {
        let own = CassetteFile.split(file.real).folder
        return (access(own, F_OK) == 0 ? [own] : []) + (lastResort.map { [$0] } ?? [])
    }

    /// Creates a file that only its owner can access and no other process uses: `loop.rescued.cassette`,
    /// `loop.rescued-2.cassette`.
    init(for file: CassetteFile, in folder: String) throws(CassetteError) {
        let (own, name) = CassetteFile.split(file.real)
        let stem = name.hasSuffix(".cassette") ? String(name.dropLast(".cassette".count)) : name
        if folder != own { try file.makeFolder(folder) }
        for number in 1... {
            let candidate = stem + (number == 1 ? ".rescued" : ".rescued-\(number)") + ".cassette"
            let path = (folder == "/" ? "" : folder) + "/" + candidate
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                if errno == EEXIST, number < 1000 { continue }
                throw file.failure(errno, doing: "a rescue tape cannot be created in \(CassetteFile.quoted(folder))")
            }
            close(descriptor)
            let given = CassetteFile.split(file.given).folder
            self.path = path
            let isBare = !file.given.utf8.contains(UInt8(ascii: "/"))
            shown = folder != own ? path : isBare ? candidate : given + "/" + candidate
            return
        }
        throw file.failure(EEXIST, doing: "a rescue tape cannot be created in \(CassetteFile.quoted(folder))")
    }

    func sync() {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    func remove() { unlink(path) }
}

/// The identities of a recorded cassette's files at opening. SQLite continues to write into a deleted or replaced file,
/// and on closing deletes the log at the path, even if it belongs to another file.
struct RecordingFiles: Sendable {
    private let file: CassetteFile
    private let identity: FileIdentity?
    private let lock: CassetteLock
    /// The log and its index, once the log exists.
    private var sidecars: [String: FileIdentity] = [:]

    init(_ file: CassetteFile, _ lock: CassetteLock) {
        self.file = file
        self.lock = lock
        identity = FileIdentity(at: file.real)
    }

    mutating func learnSidecars() {
        for path in ["-wal", "-shm"].map({ file.real + $0 }) { sidecars[path] = FileIdentity(at: path) }
    }

    /// What happened to the cassette, as a sentence; nil if it is in place.
    var displacement: String? {
        let isGone = identity?.isGone(from: file.real) ?? false
        guard isGone || lock.isGone else { return nil }
        guard access(CassetteFile.split(file.real).folder, F_OK) == 0 else {
            return "The folder of \(file.quoted) was removed while it was being recorded."
        }
        if isGone, access(file.real, F_OK) != 0 {
            return "\(file.quoted) was deleted or moved while it was being recorded."
        }
        if isGone { return "\(file.quoted) was replaced by another file while it was being recorded." }
        return
            "The lock of \(file.quoted) was removed while it was being recorded, so another process may have used it."
    }

    /// Deletes the log and its index if they are left beside another file: SQLite would apply them to it.
    func removeSidecars() {
        for (path, identity) in sidecars where FileIdentity(at: path) == identity { unlink(path) }
    }
}

extension Cassette {
    package static var libraryVersion: String { Connection.libraryVersion }
}

/// What a command read from outside, as the tape keeps it.
package enum InputKind: String, Sendable, Hashable, CaseIterable {
    case file
    case answer
    /// An answer typed without echo. The tape has a placeholder.
    case secret
    case variable
    case setting
    /// The position in a script, by the script's name; recorded when a message mentions it.
    case place
    /// A browser's request to the command, by its number in the command; an empty one is the last.
    case visit
    /// The number of the command that this one is a step of; without content.
    case within
    /// An answer that was edited by hand: the number of the request in the command, and the body.
    case edited
}
