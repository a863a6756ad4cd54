import Database
import Glibc
import Synchronization

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
        state.checkpoint = nil
        let error: CassetteError
        do throws(CassetteError) {
            let rescue = try rescue(connection)
            error = CassetteError(
                .displaced, path: path,
                "\(displacement) Everything recorded is in \(CassetteFile.quoted(rescue)).", rescue: rescue)
        } catch let failure {
            error = CassetteError(
                .displaced, path: path,
                "\(displacement) What was recorded is lost: \(failure.message)")
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

    /// Whether the cassette, its log and the log's index are still those that were opened.
    var areAllInPlace: Bool {
        displacement == nil && !sidecars.isEmpty && sidecars.allSatisfy { FileIdentity(at: $0.key) == $0.value }
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
