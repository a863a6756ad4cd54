import Database
import Glibc
import Synchronization

/// One cassette: one SQLite file. Safe to share; its work is done one piece at a time. Nothing here decides what may be
/// recorded, what matches or what is a secret.
package final class Cassette: Sendable {
    package var path: String { file.given }
    /// The largest body that is taken or given, in bytes.
    package let bodyLimit: Int
    let file: CassetteFile
    /// A folder for a rescue tape when there is none nearer to the cassette.
    let lastResort: String?
    let state: Mutex<State>

    struct State {
        /// Nil once closed.
        var connection: Connection?
        var lock: CassetteLock?
        /// The files of a cassette that is being recorded, as they were when it was opened.
        var place: RecordingPlace?
        /// Why nothing is written any more, after a write failed.
        var refusal: CassetteError?
        /// Whether the next write is the first into a log that did not exist before.
        var beginsLog = false
    }

    /// The size of a body that is enough for anything a person looks at: 64 MiB.
    package static let standardBodyLimit = 64 << 20

    /// Opens a cassette for recording, making it (and the folders above it) when it is missing.
    ///
    /// The writer's lock is waited for up to `wait` microseconds, spent in calls of `pause`; then `.locked` names the holder. A
    /// file that is no cassette of this version is left as it was. `lastResort` is a folder for a rescue tape.
    package static func recording(
        at path: String, wait: Int64 = 5_000_000, holder: LockHolder = LockHolder(),
        bodyLimit: Int = Cassette.standardBodyLimit, lastResort: String? = nil,
        pause: (Int64) -> Void = { usleep(UInt32(clamping: $0)) }
    ) throws(CassetteError) -> Cassette {
        let place = try CassetteFile(at: path)
        if !place.exists { try place.makeFolders() }
        let lock = try CassetteLock(of: CassetteFile(at: path), holder: holder, wait: wait, pause: pause)
        // Looked at again: the holder we waited for may have made the file, or put another in its place.
        let file = try CassetteFile(at: path)
        if file.exists {
            try file.refuseSecondNames()
            if !file.hasLog, file.isInLogMode { try Cassette.playing(at: path, bodyLimit: bodyLimit).close() }
        } else {
            try file.make()
        }
        let beginsLog = !file.hasLog
        let connection = try CassetteConnection.forRecording(file, beginsLog: beginsLog, bodyLimit: bodyLimit)
        // Only now is it known to be a cassette; before that it is an untrusted file, and left as it is.
        file.closeToOthers()
        return Cassette(
            file, connection, bodyLimit, lock: lock, place: RecordingPlace(file, lock), lastResort: lastResort,
            beginsLog: beginsLog)
    }

    /// Opens any cassette for reading only; nothing is written to it or beside it. `scratch` is a folder for a short-lived
    /// private copy, needed only for a log that was copied here without its index. Only a cassette that was not closed and has
    /// no log is read in full, and refused when it is incomplete.
    package static func playing(
        at path: String, bodyLimit: Int = Cassette.standardBodyLimit, scratch: String? = nil
    ) throws(CassetteError) -> Cassette {
        let file = try CassetteFile(at: path)
        let isWithoutLog = file.exists && !file.hasLog && file.isInLogMode
        let connection = try CassetteConnection.forPlaying(file, bodyLimit: bodyLimit, scratch: scratch)
        let cassette = Cassette(file, connection, bodyLimit)
        if isWithoutLog { try cassette.verifyCompleteness() }
        return cassette
    }

    private init(
        _ file: CassetteFile, _ connection: sending Connection, _ bodyLimit: Int, lock: CassetteLock? = nil,
        place: RecordingPlace? = nil, lastResort: String? = nil, beginsLog: Bool = false
    ) {
        self.file = file
        self.bodyLimit = bodyLimit
        self.lastResort = lastResort
        var place = place
        if !beginsLog { place?.learnSidecars() }
        state = Mutex(State(connection: connection, lock: lock, place: place, beginsLog: beginsLog))
    }

    deinit { try? close() }

    /// Closes it; a second call does nothing. After recording, the log is folded into the file, so that it is
    /// alone, and the lock is given up. Where that fails (the disk is full), the log stays beside the file and loses
    /// nothing; the same, without an error, while another program reads the cassette. Throws `.displaced` when the file
    /// is no longer at its path; what was recorded is then in a rescue tape.
    package func close() throws(CassetteError) {
        try state.withLock { state throws(CassetteError) in
            try rescueIfDisplaced(&state)
            guard let connection = state.connection else { return }
            defer { (state.connection, state.place, state.lock) = (nil, nil, nil) }
            guard state.lock != nil else { return }
            do throws(DatabaseError) {
                try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                // All is on the disk now. What follows changes two bytes of the header, either way a valid one: the file
                // is again one with a rollback journal, which this last change itself need not have on the disk.
                try connection.execute("PRAGMA synchronous=OFF;PRAGMA journal_mode=MEMORY")
            } catch {
                let failure = failure(error, &state)
                if failure.kind != .locked { throw failure }
            }
        }
    }

    func read<Result>(
        _ body: (Connection) throws(DatabaseError) -> sending Result
    ) throws(CassetteError) -> sending Result {
        try state.withLock { state throws(CassetteError) in
            guard let connection = state.connection else { throw state.refusal ?? closed }
            do throws(DatabaseError) { return try body(connection) } catch { throw failure(error, &state) }
        }
    }

    func rows<Row: Sendable>(
        _ sql: String, _ values: [SQLValue] = [], read: (Statement) throws(DatabaseError) -> Row
    ) throws(CassetteError) -> [Row] {
        try self.read { connection throws(DatabaseError) in try connection.rows(sql, values, read: read) }
    }

    func row<Row: Sendable>(
        _ sql: String, _ values: [SQLValue] = [], read: (Statement) throws(DatabaseError) -> Row
    ) throws(CassetteError) -> Row? {
        try self.read { connection throws(DatabaseError) in try connection.row(sql, values, read: read) }
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

    /// A failure for want of a lock ends all waiting, as every statement would wait again: a lock that another has is
    /// asked for without patience from then on, and a connection whose own locks are stuck is given up.
    private func failure(_ error: DatabaseError, _ state: inout State) -> CassetteError {
        let failure = CassetteError(error, in: file)
        if [.busy, .locked].contains(error.code) { state.connection?.setBusyTimeout(milliseconds: 0) }
        if error.code == .lockProtocol {
            state.refusal = state.refusal ?? failure
            (state.connection, state.place, state.lock) = (nil, nil, nil)
        }
        return failure
    }

    /// Runs writing statements. After one has failed for want of room or for damage, nothing more is written: a tape
    /// with a hole in it would claim what did not happen.
    @discardableResult
    func write<Result>(
        _ body: (Connection) throws(DatabaseError) -> sending Result
    ) throws(CassetteError) -> sending Result {
        try state.withLock { state throws(CassetteError) in
            guard let connection = state.connection else { throw state.refusal ?? closed }
            guard state.lock != nil else {
                throw CassetteError(.denied, path: path, "\(file.quoted) is open for reading only.")
            }
            if let refusal = state.refusal { throw refusal }
            do throws(DatabaseError) {
                let result = try body(connection)
                if state.beginsLog {
                    try connection.execute(CassetteConnection.afterFirstWrite)
                    state.beginsLog = false
                    state.place?.learnSidecars()
                }
                return result
            } catch {
                let failure = failure(error, &state)
                if [.full, .corrupt].contains(failure.kind) || error.code == .io { state.refusal = failure }
                throw failure
            }
        }
    }

    private var closed: CassetteError { CassetteError(.io, path: path, "\(file.quoted) has been closed.") }

    /// Refuses content that could be written but not read back.
    func admit(_ bytes: [UInt8]?, as what: String) throws(CassetteError) {
        guard let bytes, bytes.count > bodyLimit else { return }
        throw CassetteError(
            .tooLarge, path: path,
            "\(what) of \(bytes.count) bytes does not fit into \(file.quoted), which takes \(bodyLimit); allow more.")
    }
}
