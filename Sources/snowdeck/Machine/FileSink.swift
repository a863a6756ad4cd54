import Glibc
import Shell

/// A file that a command's output goes into.
struct FileSink: ByteSink {
    private let path: String
    private let writer: DescriptorWriter

    init(_ path: String, appends: Bool) throws(Problem) {
        self.path = path
        let mode = O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : O_TRUNC)
        let descriptor = open(path, mode, 0o666)
        guard descriptor >= 0 else { throw MachineFiles.trouble("\(path) cannot be written", errno) }
        writer = DescriptorWriter(descriptor: descriptor)
    }

    func write(_ bytes: [UInt8]) throws(Problem) -> Bool {
        switch writer.write(bytes) {
        case .written: return true
        case .closed: return false
        case .failed(let code): throw MachineFiles.trouble("\(path) cannot be written", code, kind: .internal)
        }
    }

    func finish() throws(Problem) {
        if close(writer.descriptor) != 0 {
            throw MachineFiles.trouble("\(path) was not written whole", errno, kind: .internal)
        }
    }
}
