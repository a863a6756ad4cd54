import Glibc
import Shell
import Synchronization

/// A file that is replaced whole or not at all.
///
/// Regular files are written by way of a `DraftFile`. Devices, pipes and open descriptors (`/dev/stdout`) are written
/// directly: they hold nothing that could be lost.
final class OutputFile: ByteSink {
    private let path: String
    private let mode: FileMode
    private let writer: DescriptorWriter
    /// Nil for what is written directly.
    private let draft: DraftFile?
    private let hasBegun = Mutex(false)

    /// - Parameter isPrivate: whether only its owner may read the finished file.
    init(_ path: String, _ mode: FileMode, isPrivate: Bool = false) throws(Problem) {
        self.path = path
        self.mode = mode
        let target = Self.target(of: path)
        var status = stat()
        let isThere = stat(path, &status) == 0
        if !isThere, errno != ENOENT { throw MachineFiles.trouble("\(path) cannot be written", errno) }
        if isThere, status.st_mode & S_IFMT != S_IFREG || target.hasPrefix("/proc/") {
            draft = nil
            writer = DescriptorWriter(descriptor: Self.direct(target))
        } else {
            if mode == .create, isThere || target != path { throw .fileStands(path) }
            let draft = try DraftFile(of: target, named: path, found: isThere ? status : nil, isPrivate: isPrivate)
            self.draft = draft
            writer = DescriptorWriter(descriptor: draft.descriptor)
        }
        if writer.descriptor < 0 { throw MachineFiles.trouble("\(path) cannot be written", errno) }
    }

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        begin()
        switch writer.write(bytes) {
        case .written: return true
        case .closed: return false
        case .failed(let code): throw MachineFiles.trouble("\(path) cannot be written", code, kind: .internal)
        }
    }

    func finish() throws(Problem) {
        begin()
        let code = draft?.place(mode) ?? 0
        let closing = close(writer.descriptor) == 0 || draft != nil ? 0 : errno
        if code == EEXIST, let partial = draft?.path {
            unlink(partial)
            throw .fileStands(path)
        }
        guard code != 0 || closing != 0 else { return }
        var problem = MachineFiles.trouble(
            "\(path) was not written whole", code == 0 ? closing : code, kind: .internal)
        if let partial = draft?.path { problem.notes = ["The whole output is in \(partial)."] }
        throw problem
    }

    func abandon(keeping: Bool) throws(Problem) -> PartialOutput? {
        defer { close(writer.descriptor) }
        guard let draft, let partial = draft.path else { return nil }
        if keeping, hasBegun.withLock({ $0 }) {
            return PartialOutput(path: partial, of: path, isThere: draft.found != nil)
        }
        // One that an earlier command left stays.
        if draft.isEmpty || !keeping { unlink(partial) }
        return nil
    }

    /// Empties the draft of what an earlier command left there.
    private func begin() {
        hasBegun.withLock { hasBegun in
            if !hasBegun, draft != nil { ftruncate(writer.descriptor, 0) }
            hasBegun = true
        }
    }

    /// Where symbolic links lead, one that leads nowhere yet included. Descriptors below /proc are not followed.
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

    /// Opens what is no regular file. A descriptor of this process goes on where it is.
    private static func direct(_ target: String) -> Int32 {
        let prefix = "/proc/self/fd/"
        if target.hasPrefix(prefix), let own = Int32(target.dropFirst(prefix.count)) {
            return fcntl(own, F_DUPFD_CLOEXEC, 3)
        }
        return open(target, O_WRONLY | O_APPEND | O_CLOEXEC)
    }
}
