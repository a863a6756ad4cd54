import Glibc

/// The two ends of a pipe, not inherited by child programs.
package struct DescriptorPair: Sendable {
    /// Where what was written is read.
    package let read: Int32
    /// Where it is written.
    package let write: Int32

    /// Nil when the process has no descriptor left; `errno` says so.
    package static func pipe() -> DescriptorPair? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return DescriptorPair(read: ends[0], write: ends[1])
    }

    /// Closes both ends.
    package func close() {
        Glibc.close(read)
        Glibc.close(write)
    }
}
