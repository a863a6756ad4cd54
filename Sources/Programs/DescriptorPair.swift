import Glibc

/// The two ends of a pipe, or of a pair of sockets, not inherited by child programs.
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

    /// Two sockets that are connected: what one sends the other receives, in both directions. Nil when the process has no
    /// descriptor left; `errno` says so.
    package static func sockets() -> DescriptorPair? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return DescriptorPair(read: ends[0], write: ends[1])
    }

    /// Closes both ends.
    package func close() {
        Glibc.close(read)
        Glibc.close(write)
    }
}
