package import Glibc

/// Starts programs with default signal handling, and with no open descriptors but the given streams.
package enum ChildProgram {
    /// An error of `posix_spawn`.
    package struct SpawnError: Error {
        /// `errno`.
        package let code: Int32
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its name, searched on this process's PATH unless it contains a slash, and its arguments.
    ///   - streams: which descriptor of this process becomes which of its own. Standard streams that are not listed are
    ///     inherited, all other descriptors are closed.
    ///   - apart: in a new session without the terminal, so that Ctrl-C does not reach it.
    package static func start(
        _ words: [String], environment: [String: String], _ streams: [Int32: Int32], apart: Bool = false
    ) -> Result<pid_t, SpawnError> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A descriptor whose number is the target of another is duplicated first.
        var moved: [Int32] = []
        defer { for descriptor in moved { close(descriptor) } }
        var given = streams
        for (stream, descriptor) in streams where streams[descriptor] != nil && descriptor > STDERR_FILENO {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, (streams.keys.max() ?? 0) + 1)
            guard copy >= 0 else { return .failure(SpawnError(code: errno)) }
            moved.append(copy)
            given[stream] = copy
        }
        for (stream, descriptor) in given.sorted(by: { $0.key < $1.key }) {
            posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
        }
        for descriptor in openDescriptors where streams[descriptor] == nil {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Reset signals that this process blocks or ignores.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), defaults = sigset_t()
        sigemptyset(&none)
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXFSZ] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // POSIX_SPAWN_SETSID of <spawn.h>, which requires a feature macro.
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (apart ? 0x80 : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let pairs = environment.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        let variables: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
        return code == 0 ? .success(child) : .failure(SpawnError(code: code))
    }

    /// Waits for a process. Returns its exit status, or 128 + the number of the signal that ended it.
    package static func end(of child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// The open descriptors besides the standard streams. This process's own are close-on-exec; libraries open some
    /// that are not (libcurl's wake-up pair). It is no error if one is gone when the child closes it.
    private static var openDescriptors: [Int32] {
        Folder.names(in: "/proc/self/fd").compactMap { Int32($0) }.filter { $0 > STDERR_FILENO }
    }
}

/// The two ends of a pipe or socket pair, both close-on-exec.
package struct DescriptorPair: Sendable {
    package let read: Int32
    package let write: Int32

    /// Nil if no descriptor is left; see `errno`.
    package static func pipe() -> DescriptorPair? {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return DescriptorPair(read: ends[0], write: ends[1])
    }

    /// A connected, bidirectional pair of sockets. Nil if no descriptor is left; see `errno`.
    package static func sockets() -> DescriptorPair? {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return DescriptorPair(read: ends[0], write: ends[1])
    }

    package func close() {
        Glibc.close(read)
        Glibc.close(write)
    }
}

/// Reads the first line from a descriptor.
package enum FirstLine {
    /// Why there is no line.
    package enum Failure: Error, Sendable, Hashable {
        case tooLong
        /// The read failed with this `errno`.
        case unreadable(Int32)
        case cancelled
    }

    /// Reads up to the first line end or the end of file, and no byte further. The line end, LF or CR LF, is dropped.
    /// `continues`: a line that ends with a backslash continues on the next one, as in a shell.
    ///
    /// It waits on its own thread; cancelling the task ends that.
    package static func read(
        from descriptor: Int32, most: Int, continues: Bool = false
    ) async throws(Failure) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        guard let wake = DescriptorPair.pipe() else { throw .unreadable(errno) }
        let outcome = await withTaskCancellationHandler {
            await Threads.run { collect(descriptor, wake: wake.read, most: most, continues) }
        } onCancel: {
            var byte: UInt8 = 0
            _ = write(wake.write, &byte, 1)
        }
        wake.close()
        return try outcome.get()
    }

    private static func collect(
        _ descriptor: Int32, wake: Int32, most: Int, _ continues: Bool
    ) -> Result<[UInt8], Failure> {
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
            let isContinued = continues && line.last == UInt8(ascii: "\\")
            if count == 0 || byte == UInt8(ascii: "\n") && !isContinued {
                if count == 1, line.last == UInt8(ascii: "\r") { line.removeLast() }
                return .success(line)
            }
            line.append(byte)
        }
        return .failure(.tooLong)
    }
}
