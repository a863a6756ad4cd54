import Glibc
import Shell
import TapeDeck

extension MachineFiles {
    /// A file for an import. What is not a regular file, such as a pipe, is read whole.
    static func source(_ path: String) throws(Problem) -> any ImportSource {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError("\(path) cannot be read", errno) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            return FileSource(descriptor, status)
        }
        defer { close(descriptor) }
        return try read(descriptor, named: path)
    }
}

/// A regular file that stays open, so that replacing it does not matter. Its size and time tell whether it has changed.
private final class FileSource: ImportSource {
    private let descriptor: Int32
    private let size: Int
    private let seconds, nanoseconds: Int

    init(_ descriptor: Int32, _ status: stat) {
        self.descriptor = descriptor
        (size, seconds, nanoseconds) = (Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    deinit { close(descriptor) }

    func bytes(at offset: Int, count: Int) throws(ImportError) -> [UInt8] {
        let count = min(count, max(0, size - offset))
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(descriptor, buffer.baseAddress?.advanced(by: filled), count - filled, offset + filled)
                if more == 0 { return }
                if more > 0 { filled += more } else if errno != EINTR { return code = errno }
            }
        }
        guard code == 0 else { throw .readFailed(String(cString: strerror(code)).lowercased()) }
        return bytes
    }

    func confirm() throws(ImportError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, Int(status.st_size) == size, status.st_mtim.tv_sec == seconds,
            status.st_mtim.tv_nsec == nanoseconds
        else { throw .changed }
    }
}
