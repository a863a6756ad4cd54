package import Glibc

/// Starts other programs: with the signals a program expects, and with nothing open of what this process has open
/// beside the streams that it is given.
package enum ChildProgram {
    /// The system's own number for why a program could not be started.
    package struct Refusal: Error {
        /// `errno`.
        package let code: Int32
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: its name, looked for on this process's PATH unless it holds a slash, and its arguments.
    ///   - streams: which of this process's descriptors becomes which of its own; the standard ones that are not named
    ///     are as here, all others are closed.
    ///   - apart: in a session of its own, without this terminal: its Ctrl-C does not reach it.
    package static func start(
        _ words: [String], environment: [String: String], _ streams: [Int32: Int32], apart: Bool = false
    ) -> Result<pid_t, Refusal> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // One whose number is to be another's goes out of the way first.
        var moved: [Int32] = []
        defer { for descriptor in moved { close(descriptor) } }
        var given = streams
        for (stream, descriptor) in streams where streams[descriptor] != nil && descriptor > STDERR_FILENO {
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, (streams.keys.max() ?? 0) + 1)
            guard copy >= 0 else { return .failure(Refusal(code: errno)) }
            moved.append(copy)
            given[stream] = copy
        }
        for (stream, descriptor) in given.sorted(by: { $0.key < $1.key }) {
            posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
        }
        for descriptor in openDescriptors where streams[descriptor] == nil {
            posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Signals that this process blocks or ignores are the child's business again.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t(), defaults = sigset_t()
        sigemptyset(&none)
        sigemptyset(&defaults)
        for signal in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // POSIX_SPAWN_SETSID of <spawn.h>, which stands behind a feature macro.
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (apart ? 0x80 : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let pairs = environment.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        let variables: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, words[0], &actions, &attributes, arguments, variables)
        return code == 0 ? .success(child) : .failure(Refusal(code: code))
    }

    /// Waits for its end: its exit status, 128 + the signal's number when one ended it.
    package static func end(of child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    /// What this process has open beside the standard streams. Its own are closed on exec anyway; libraries open some that
    /// are not (libcurl's wake-up pair). One that is gone again when the child closes it is no error.
    private static var openDescriptors: [Int32] {
        guard let folder = opendir("/proc/self/fd") else { return [] }
        defer { closedir(folder) }
        var found: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if let descriptor = Int32(name), descriptor > STDERR_FILENO { found.append(descriptor) }
        }
        return found
    }
}
