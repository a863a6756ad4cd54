import Glibc

/// The first line that can be read from a descriptor.
package enum FirstLine {
    /// Why there is none.
    package enum Failure: Error, Sendable, Hashable {
        /// It is longer than allowed.
        case tooLong
        /// It cannot be read; the system's own number for the reason (`errno`).
        case unreadable(Int32)
        /// It was called off.
        case cancelled
    }

    /// Reads to the first line end, or to the end, and no byte further. The line end, LF or CR LF, is left out.
    ///
    /// It waits on a thread of its own for as long as nothing comes; cancelling the task ends that.
    package static func read(from descriptor: Int32, most: Int) async throws(Failure) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        guard let wake = DescriptorPair.pipe() else { throw .unreadable(errno) }
        let outcome = await withTaskCancellationHandler {
            await Threads.run { collect(descriptor, wake: wake.read, most: most) }
        } onCancel: {
            var byte: UInt8 = 0
            _ = write(wake.write, &byte, 1)
        }
        wake.close()
        return try outcome.get()
    }

    private static func collect(_ descriptor: Int32, wake: Int32, most: Int) -> Result<[UInt8], Failure> {
        var line: [UInt8] = []
        while line.count <= most {
            var waits = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&waits, 2, -1) < 0, errno != EINTR { return .failure(.unreadable(errno)) }
            if waits[0].revents != 0 { return .failure(.cancelled) }
            guard waits[1].revents != 0 else { continue }
            var byte: UInt8 = 0
            let count = Glibc.read(descriptor, &byte, 1)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            if count < 0 { return .failure(.unreadable(errno)) }
            if count == 0 || byte == UInt8(ascii: "\n") {
                if count == 1, line.last == UInt8(ascii: "\r") { line.removeLast() }
                return .success(line)
            }
            line.append(byte)
        }
        return .failure(.tooLong)
    }
}
