internal import Glibc

/// The files of a cassette that is being recorded, as they were when it was opened: the cassette, its log and its lock.
///
/// SQLite goes on writing into a file that was deleted or replaced. What it writes is then in no file with a name, and
/// when it closes it deletes the log of whatever is at the path by then.
struct RecordingPlace: Sendable {
    private let file: CassetteFile
    private let identity: FileIdentity?
    private let lock: CassetteLock
    /// The log and its index, once the log has begun.
    private var sidecars: [String: FileIdentity] = [:]

    init(_ file: CassetteFile, _ lock: CassetteLock) {
        self.file = file
        self.lock = lock
        identity = FileIdentity(at: file.real)
    }

    /// To be called when the log has begun.
    mutating func learnSidecars() {
        for path in ["-wal", "-shm"].map({ file.real + $0 }) { sidecars[path] = FileIdentity(at: path) }
    }

    /// What happened to the cassette, as a sentence; nil while it is where it was.
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

    /// Deletes the log and its index where they are left beside another file, which SQLite would read together with them.
    func removeSidecars() {
        for (path, identity) in sidecars where FileIdentity(at: path) == identity { unlink(path) }
    }
}
