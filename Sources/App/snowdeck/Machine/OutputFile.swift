import CassetteStore
import Glibc
import Synchronization
import Workbench

/// A file that is replaced completely or not at all.
///
/// Regular files are written through a `DraftFile`. Devices, pipes and open descriptors (`/dev/stdout`) are written
/// directly.
final class OutputFile: ByteSink {
    private let path: String
    private let mode: FileMode
    private let writer: DescriptorWriter
    private let draft: DraftFile?
    private let hasBegun = Mutex(false)

    /// - Parameter isPrivate: whether only the owner may read the finished file.
    init(_ path: String, _ mode: FileMode, isPrivate: Bool = false) throws(Problem) {
        self.path = path
        self.mode = mode
        let target = Self.target(of: path)
        var status = stat()
        let exists = stat(path, &status) == 0
        if !exists, errno != ENOENT { throw MachineFiles.systemError("\(path) cannot be written", errno) }
        if exists, status.st_mode & S_IFMT != S_IFREG || target.hasPrefix("/proc/") {
            draft = nil
            writer = DescriptorWriter(descriptor: Self.direct(target))
        } else {
            if mode == .create, exists || target != path { throw .fileExists(path) }
            let draft = try DraftFile(of: target, named: path, found: exists ? status : nil, isPrivate: isPrivate)
            self.draft = draft
            writer = DescriptorWriter(descriptor: draft.descriptor)
        }
        if writer.descriptor < 0 { throw MachineFiles.systemError("\(path) cannot be written", errno) }
    }

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        begin()
        switch writer.write(bytes) {
        case .written: return true
        case .closed: return false
        case .failed(let code): throw MachineFiles.systemError("\(path) cannot be written", code, kind: .internal)
        }
    }

    func finish() throws(Problem) {
        begin()
        let code = draft?.place(mode) ?? 0
        let closing = close(writer.descriptor) == 0 || draft != nil ? 0 : errno
        if code == EEXIST, let partial = draft?.path {
            unlink(partial)
            throw .fileExists(path)
        }
        guard code != 0 || closing != 0 else { return }
        var problem = MachineFiles.systemError(
            "\(path) was not written whole", code == 0 ? closing : code, kind: .internal)
        if let partial = draft?.handOver() { problem.notes = ["The whole output is in \(partial)."] }
        throw problem
    }

    func abandon(keeping: Bool) throws(Problem) -> PartialOutput? {
        defer { close(writer.descriptor) }
        guard let draft, let partial = draft.path else { return nil }
        if keeping, hasBegun.withLock({ $0 }) {
            draft.handOver()
            return PartialOutput(path: partial, of: path, targetExists: draft.found != nil)
        }
        // What a killed command left is kept.
        if draft.isEmpty || !keeping { unlink(partial) }
        return nil
    }

    private func begin() {
        hasBegun.withLock { hasBegun in
            if !hasBegun, draft != nil { ftruncate(writer.descriptor, 0) }
            hasBegun = true
        }
    }

    /// Resolves symbolic links, including dangling ones. Descriptors below /proc are not followed.
    private static func target(of path: String) -> String {
        var target = path
        for _ in 0..<40 where !target.hasPrefix("/proc/") {
            if target.hasPrefix("/dev/fd/") { return "/proc/self/fd/" + target.dropFirst("/dev/fd/".count) }
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &bytes, bytes.count)
            guard count > 0 else { break }
            let link = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
            target = link.hasPrefix("/") ? link : folder + link
        }
        return target
    }

    /// Opens a file that is not regular. A descriptor of this process keeps its position.
    private static func direct(_ target: String) -> Int32 {
        let prefix = "/proc/self/fd/"
        if target.hasPrefix(prefix), let own = Int32(target.dropFirst(prefix.count)) {
            return fcntl(own, F_DUPFD_CLOEXEC, 3)
        }
        return open(target, O_WRONLY | O_APPEND | O_CLOEXEC)
    }
}

/// `FILE.partial` next to a file: a private file that collects the bytes and then replaces the file. If another file has
/// that name, it is `FILE.2.partial`; only what a killed command left is used again.
struct DraftFile {
    /// Open for reading and writing, and locked.
    let descriptor: Int32
    /// Nil if the folder is not writable: then the draft is an unnamed temporary file.
    let path: String?
    let found: stat?
    private let target: String
    private let rights: mode_t

    /// - Parameters:
    ///   - target: the file with links resolved.
    ///   - name: its name in messages.
    init(of target: String, named name: String, found: stat?, isPrivate: Bool) throws(Problem) {
        self.target = target
        self.found = found
        let mask = umask(0o077)
        umask(mask)
        rights = isPrivate ? 0o600 : found.map { $0.st_mode & 0o7777 } ?? 0o666 & ~mask
        if found != nil, access(target, W_OK) != 0 { throw Self.systemError(name, errno) }
        for number in 1...99 {
            let partial = Self.path(of: target, number)
            if let draft = try Self.locked(partial, for: name) {
                (path, descriptor) = (partial, draft)
                return
            }
            guard errno == EEXIST else { break }
        }
        // The file may be writable although its folder is not.
        guard found != nil, [EACCES, EPERM, EROFS].contains(errno), let nameless = tmpfile() else {
            throw Self.systemError(name, errno)
        }
        (path, descriptor) = (nil, fcntl(fileno(nameless), F_DUPFD_CLOEXEC, 3))
        fclose(nameless)
    }

    var isEmpty: Bool { size(descriptor) == 0 }

    /// Moves or copies the bytes to the target. Returns 0 or an errno; after an error the draft is kept.
    func place(_ mode: FileMode) -> Int32 {
        guard mode != .append, let path, keepsOwner(mode) else { return copy(appending: mode == .append) }
        guard fchmod(descriptor, rights) == 0 else { return errno }
        if found != nil, fsync(descriptor) != 0 { return errno }
        if mode == .create {
            // `link` fails if the target has been created since. File systems without hard links need a rename.
            if link(path, target) == 0 { return unlink(path) == 0 ? 0 : errno }
            if errno == EEXIST { return errno }
        }
        if rename(path, target) == 0 { return 0 }
        // A mount point, or another user's file in a sticky folder, can be written but not replaced.
        return found != nil && [EBUSY, EPERM, EACCES, EXDEV].contains(errno) ? copy(appending: false) : errno
    }

    /// Whether a rename preserves the owner, and the target has no other hard links to be changed too.
    private func keepsOwner(_ mode: FileMode) -> Bool {
        guard let found else { return true }
        var own = stat()
        guard found.st_nlink == 1 || mode == .renew, fstat(descriptor, &own) == 0 else { return false }
        return own.st_uid == found.st_uid && own.st_gid == found.st_gid
            || fchown(descriptor, found.st_uid, found.st_gid) == 0
    }

    /// Writes the bytes into the target. Bytes that cannot all be appended are removed again.
    private func copy(appending: Bool) -> Int32 {
        let flags = O_WRONLY | O_CLOEXEC | (appending ? O_APPEND | O_CREAT : 0)
        let output = open(target, flags, 0o666)
        guard output >= 0 else { return errno }
        defer { close(output) }
        let before = size(output)
        var copied: off_t = 0
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &piece, piece.count, copied)
            if count == 0 { break }
            guard count > 0, case .written = DescriptorWriter(descriptor: output).write(Array(piece[..<count])) else {
                let code = errno
                // Not if another program has appended more since.
                if appending, size(output) < before + copied + off_t(piece.count) { ftruncate(output, before) }
                return code
            }
            copied += off_t(count)
        }
        if !appending, ftruncate(output, copied) != 0 { return errno }
        if fsync(output) != 0, errno != EINVAL { return errno }
        if let path { unlink(path) }
        return 0
    }

    private func size(_ descriptor: Int32) -> off_t {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_size : 0
    }

    /// Removes the mark from the draft: its path is reported, so the next command must not replace it.
    @discardableResult
    func handOver() -> String? {
        if path != nil { fchmod(descriptor, 0o600) }
        return path
    }

    /// File names have at most 255 bytes.
    private static func path(of target: String, _ number: Int) -> String {
        let suffix = (number == 1 ? "" : ".\(number)") + PartialOutput.suffix
        let start = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { target.utf8.index(after: $0) }
        let name = target[(start ?? target.startIndex)...]
        var stem = String(name)
        while stem.utf8.count + suffix.utf8.count > 255 { stem.removeLast() }
        return target[..<name.startIndex] + stem + suffix
    }

    /// Creates the draft, or takes what a killed command left. Nil with a code in `errno`: `EEXIST` for any other file.
    private static func locked(_ path: String, for name: String) throws(Problem) -> Int32? {
        while true {
            let isLeft = DraftMark.isAt(path)
            let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (isLeft ? 0 : O_CREAT | O_EXCL)
            let descriptor = open(path, flags, DraftMark.mode)
            if descriptor < 0, isLeft, errno == ENOENT { continue }
            guard descriptor >= 0 else { return nil }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
                close(descriptor)
                throw Problem(.usage, "\(name) is being written by another command.")
            }
            // The previous owner of the lock may already have renamed the draft.
            var own = stat(), named = stat()
            if fstat(descriptor, &own) == 0, lstat(path, &named) == 0, own.st_ino == named.st_ino,
                own.st_dev == named.st_dev, !isLeft || DraftMark.isAt(path)
            {
                return descriptor
            }
            close(descriptor)
        }
    }

    private static func systemError(_ name: String, _ code: Int32) -> Problem {
        MachineFiles.systemError("\(name) cannot be written", code)
    }
}
