import Glibc

/// What the system keeps of a file in memory. A budget means a file that is there: what was measured before, or how
/// long ago the file was made, must not decide whether a row waits for the disk.
enum FileCache {
    /// Brings the whole file in, by reading it.
    static func fill(_ path: String) throws {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count == 0 { return }
            guard count > 0 || errno == EINTR else { throw BenchFailure("\(path) cannot be read.") }
        }
    }

    /// Throws out what is kept of it, so that the next look at it waits for the disk.
    static func empty(_ path: String) throws {
        let descriptor = try opened(path)
        defer { close(descriptor) }
        guard fsync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw BenchFailure("\(path) cannot be put out of memory.")
        }
    }

    private static func opened(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchFailure("\(path) cannot be read.") }
        return descriptor
    }
}
