import TapeFormats
import Glibc
import Workbench
import TapeDeck

extension MachineFiles {
    /// A file for an import. What is not a regular file, such as a pipe, is read whole.
    static func source(_ path: String) throws(Problem) -> any ImportSource {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw systemError("\(path) cannot be read", errno) }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[...$0]) } ?? ""
            return FileSource(descriptor, status, folder: folder)
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
    /// The path of its folder, with a slash at the end; empty for the working folder.
    private let folder: String

    init(_ descriptor: Int32, _ status: stat, folder: String) {
        (self.descriptor, self.folder) = (descriptor, folder)
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

    func companion(_ name: String, limit: Int) -> [UInt8]? {
        let descriptor = open(folder + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else {
            close(descriptor)
            return nil
        }
        let file = FileSource(descriptor, status, folder: folder)
        return try? file.bytes(at: 0, count: file.size)
    }
}
