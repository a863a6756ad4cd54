import Glibc
import Shell
import Synchronization

/// A file that a command's output goes into. What stood in it stays until there is something to put in its place: a
/// command that fails before it says anything must not cost a file.
final class FileSink: ByteSink {
    private let path: String
    private let writer: DescriptorWriter
    private let isNew: Bool
    /// Whether what stood there is still to go.
    private let isPending: Mutex<Bool>

    init(_ path: String, appends: Bool) throws(Problem) {
        self.path = path
        let mode = O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : 0)
        var descriptor = open(path, mode | O_EXCL, 0o666)
        isNew = descriptor >= 0
        if descriptor < 0, errno == EEXIST { descriptor = open(path, mode, 0o666) }
        guard descriptor >= 0 else { throw MachineFiles.trouble("\(path) cannot be written", errno) }
        writer = DescriptorWriter(descriptor: descriptor)
        isPending = Mutex(!appends)
    }

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        try clear()
        switch writer.write(bytes) {
        case .written: return true
        case .closed: return false
        case .failed(let code): throw MachineFiles.trouble("\(path) cannot be written", code, kind: .internal)
        }
    }

    func finish() throws(Problem) {
        try clear()
        try end()
    }

    func abandon() throws(Problem) {
        var status = stat()
        if isNew, fstat(writer.descriptor, &status) == 0, status.st_size == 0 { unlink(path) }
        try end()
    }

    private func clear() throws(Problem) {
        let isDue = isPending.withLock { isPending in
            defer { isPending = false }
            return isPending
        }
        // A pipe or a device has nothing to clear.
        if isDue, ftruncate(writer.descriptor, 0) != 0, errno != EINVAL {
            throw MachineFiles.trouble("\(path) cannot be written", errno, kind: .internal)
        }
    }

    private func end() throws(Problem) {
        if close(writer.descriptor) != 0 {
            throw MachineFiles.trouble("\(path) was not written whole", errno, kind: .internal)
        }
    }
}
