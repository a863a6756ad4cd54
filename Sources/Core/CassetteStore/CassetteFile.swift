import Glibc

struct CassetteFile: Sendable {
    /// The path as the caller gave it, for messages.
    let given: String
    /// The path without symbolic links: sidecar files and the lock file are next to the real file.
    let real: String
    let exists: Bool

    /// Throws unless the path is a non-empty regular file or nothing exists there.
    init(at path: String) throws(CassetteError) {
        given = path
        var status = stat()
        if stat(path, &status) == 0 {
            exists = true
            real = CassetteFile.resolved(path) ?? path
            let name = CassetteFile.quoted(path)
            guard status.st_mode & S_IFMT != S_IFDIR else {
                throw CassetteError(.foreign, path: path, "\(name) is a folder, not a tape; name a file in it.")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw CassetteError(.foreign, path: path, "\(name) is not a regular file; a tape is one.")
            }
            guard status.st_size > 0 else {
                throw CassetteError(
                    .foreign, path: path, "\(name) is an empty file, not a tape; remove it, or name another.")
            }
        } else {
            let code = errno
            exists = false
            real = CassetteFile.place(of: path)
            guard code == ENOENT, !CassetteFile.split(path).name.isEmpty else {
                throw failure(code, doing: "it cannot be accessed")
            }
        }
    }

    /// A file that may be anything, for the lock beside it.
    init(unchecked path: String) {
        (given, real) = (path, path)
        exists = access(path, F_OK) == 0
    }

    var quoted: String { CassetteFile.quoted(given) }

    /// Whether there is a write-ahead log: a recorder is running, or died. An empty one without an index is of a recorder
    /// that could not begin, as on a full disk.
    var hasLog: Bool {
        var log = stat()
        return stat(real + "-wal", &log) == 0 && (log.st_size > 0 || hasLogIndex)
    }

    /// Whether the log's index is there; SQLite makes it in pieces of 32 KiB. On a full disk a few bytes may be left.
    var hasLogIndex: Bool {
        var index = stat()
        return stat(real + "-shm", &index) == 0 && index.st_size >= 32 << 10
    }

    /// Whether the file has a cassette's mark in SQLite's header. Reads nothing else, so a damaged one has it too.
    var isMarked: Bool {
        let bytes = Self.bytes(of: real, 0..<72) ?? []
        // `application_id` (https://sqlite.org/fileformat2.html).
        let mark = bytes.dropFirst(68).reduce(0) { $0 << 8 | Int64($1) }
        return bytes.count == 72 && bytes.starts(with: "SQLite format 3\0".utf8) && mark == CassetteFormat.applicationID
    }

    /// Removes what is left of a failed attempt to record onto a file without a log: the empty log and its index, and
    /// WAL mode in the header. The caller holds the lock, and no connection is open.
    func removeEmptyLog(leavingMode: Bool) {
        for suffix in ["-wal", "-shm"] { unlink(real + suffix) }
        guard leavingMode else { return }
        let descriptor = open(real, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = pwrite(descriptor, [1, 1] as [UInt8], 2, 18)
        close(descriptor)
    }

    /// Whether the header says WAL mode: during recording and after a crash. To be called only while this process does
    /// not have the file open, because closing any descriptor of a file drops its locks.
    var isInLogMode: Bool {
        // The file format's write and read version; 2 means WAL (https://sqlite.org/fileformat2.html).
        Self.bytes(of: real, 18..<20) == [2, 2]
    }

    /// The bytes of a file in a range, fewer at its end; nil if it cannot be read.
    static func bytes(of path: String, _ range: Range<Int>, flags: Int32 = 0) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: range.count)
        let count = pread(descriptor, &bytes, bytes.count, range.lowerBound)
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// Throws if a log, its index or a journal is not a regular file without hard links. SQLite would write to a link's
    /// target or block on a pipe, and a downloaded folder may contain either beside a cassette.
    func rejectUnsafeSidecars() throws(CassetteError) {
        for suffix in ["-wal", "-shm", "-journal"] {
            var status = stat()
            guard lstat(real + suffix, &status) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else {
                throw CassetteError(
                    .denied, path: given,
                    "The '\(suffix)' file beside \(quoted) is a link or not a regular file; remove it first.")
            }
        }
    }

    /// Throws if the file has hard links. Log and lock belong to one name, so two recorders could write the file at the
    /// same time; and another name may be a backup.
    func rejectHardLinks() throws(CassetteError) {
        var status = stat()
        guard stat(real, &status) == 0, status.st_nlink > 1 else { return }
        throw CassetteError(.denied, path: given, "\(quoted) has a hard link; record onto a copy of it.")
    }

    /// Removes the permissions of group and others from the file and its log before recording. Errors are ignored: the
    /// file may have another owner. By path, because closing a descriptor of the file would drop SQLite's locks.
    func restrictPermissions() {
        for path in [real, real + "-wal", real + "-shm"] {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG,
                status.st_mode & 0o077 != 0
            else { continue }
            chmod(path, status.st_mode & 0o700)
        }
    }

    var size: Int64 {
        var status = stat()
        return stat(real, &status) == 0 ? Int64(status.st_size) : 0
    }

    var isUnreadable: Bool { access(real, R_OK) != 0 && errno == EACCES }

    func failure(_ code: Int32, doing what: String) -> CassetteError {
        let (kind, reason): (CassetteError.Kind, String) =
            switch code {
            case ENOENT: (.missing, "there is no such file or folder")
            case EACCES, EPERM, EROFS: (.denied, "permission is denied")
            case ENOSPC, EDQUOT, EFBIG: (.full, "the disk is full")
            default: (.io, String(cString: strerror(code)).lowercased())
            }
        return CassetteError(kind, path: given, "\(quoted): \(what), because \(reason).")
    }

    func makeFolders() throws(CassetteError) { try makeFolder(CassetteFile.split(given).folder) }

    func makeFolder(_ path: String) throws(CassetteError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let code = errno
        let above = CassetteFile.split(path).folder
        guard code == ENOENT, above != path else { throw failure(code, doing: "its folder cannot be created") }
        try makeFolder(above)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw failure(errno, doing: "its folder cannot be created")
        }
    }

    static let sidecars = ["-wal", "-shm", "-journal", ".new"]

    /// Files that are not recognizably of SQLite or Snowdeck stay.
    func removeSidecars() {
        for sidecar in Self.sidecars where CassetteLeftover.isOurs(real + sidecar) { unlink(real + sidecar) }
    }

    /// Creates an empty cassette atomically. The caller holds the writer's lock. Sidecar files without a main file
    /// belonged to a deleted one and are removed; SQLite would apply them to the new one.
    ///
    /// - Parameter isDraft: whether it gets `DraftMark`, until it takes the place of another file.
    func make(isDraft: Bool) throws(CassetteError) {
        removeSidecars()
        for suffix in Self.sidecars where access(real + suffix, F_OK) == 0 {
            throw CassetteError(
                .denied, path: given,
                "The '\(suffix)' file beside \(quoted) belongs to another program; rename it first.")
        }
        let image: [UInt8]
        do { image = try CassetteSchema.image() } catch { throw CassetteError(error, in: self) }
        let draft = real + ".new"
        let descriptor = open(
            draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, isDraft ? DraftMark.mode : 0o600)
        guard descriptor >= 0 else { throw failure(errno, doing: "it cannot be created") }
        var code: Int32 = 0
        image.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count, code == 0 {
                let count = write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                if count > 0 { written += count } else if errno != EINTR { code = count == 0 ? ENOSPC : errno }
            }
        }
        close(descriptor)
        if code == 0, rename(draft, real) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft)
            throw failure(code, doing: "it cannot be created")
        }
    }

    static func quoted(_ path: String) -> String { "'" + PrintableText.escaped(path) + "'" }

    static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    /// The real path of a file, even if there is none; the path itself if its folder is missing too.
    static func place(of path: String) -> String {
        if let real = resolved(path) { return real }
        let (folder, name) = split(path)
        return resolved(folder).map { $0 == "/" ? "/" + name : $0 + "/" + name } ?? path
    }

    static func split(_ path: String) -> (folder: String, name: String) {
        var path = Substring(path)
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
        guard let slash = path.lastIndex(of: "/") else { return (".", String(path)) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}

/// Identifies the file behind a path. A deleted or replaced file keeps its name and loses its identity.
struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

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
