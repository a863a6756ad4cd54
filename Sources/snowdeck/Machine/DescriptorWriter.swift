import Glibc

/// Writes whole buffers to a file descriptor.
struct DescriptorWriter: Sendable {
    enum Outcome: Sendable, Equatable {
        case written
        /// The reader went away (EPIPE): not an error, but nothing more need be written.
        case closed
        case failed(errno: Int32)
    }

    let descriptor: Int32

    @discardableResult
    func write(_ bytes: [UInt8]) -> Outcome {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    poll(&wait, 1, -1)
                } else if errno == EPIPE {
                    return .closed
                } else if errno != EINTR {
                    return .failed(errno: errno)
                }
            }
            return .written
        }
    }

    static let standardOutput = DescriptorWriter(descriptor: STDOUT_FILENO)
    static let standardError = DescriptorWriter(descriptor: STDERR_FILENO)
}
