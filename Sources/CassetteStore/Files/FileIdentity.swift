internal import Glibc

/// Which file a path means. A file that is deleted or replaced keeps its name and loses its identity.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    /// Of the file at a path; nil when there is none.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Of an open file.
    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether a path is known to mean another file, or none. What cannot be looked at is not known to.
    func isGone(from path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { return errno == ENOENT || errno == ENOTDIR }
        return FileIdentity(status) != self
    }

    private init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }
}
