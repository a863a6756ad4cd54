import Glibc
import Shell

/// A shell pipeline (`| less`, `| sort | uniq -c`) that a command's output is sent into.
///
/// The child gets the user's environment without any variable that may hold a credential, and the shell's variables as
/// environment variables: they never become part of the text that `sh` reads.
struct Pipeline: Sendable {
    private let child: pid_t
    private let input: DescriptorWriter

    /// Starts `/bin/sh -c text` with its standard input open for writing.
    init(_ text: String, environment: [String: String]) throws(Problem) {
        guard let ends = DescriptorPair.pipe() else { throw Pipeline.trouble("no pipe could be made", errno) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends.read, STDIN_FILENO)
        for descriptor in Pipeline.openDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }
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
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let arguments: [UnsafeMutablePointer<CChar>?] =
            (["/bin/sh", "-c", text] as [String]).map { strdup($0) } + [nil]
        let pairs = environment.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }
        let variables: [UnsafeMutablePointer<CChar>?] = pairs.map { strdup($0) } + [nil]
        defer { for pointer in arguments + variables { free(pointer) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, variables)
        close(ends.read)
        guard code == 0 else {
            close(ends.write)
            throw Pipeline.trouble("/bin/sh could not be started", code)
        }
        self.child = child
        input = DescriptorWriter(descriptor: ends.write)
    }

    /// Hands bytes on. False when the pipeline has stopped reading, as `head` does.
    func write(_ bytes: [UInt8]) -> Bool { input.write(bytes) == .written }

    /// Closes the input and waits for the pipeline's end. Its exit status, 128 + the signal's number when one ended it.
    func finish() -> Int32 {
        close(input.descriptor)
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

    private static func trouble(_ what: String, _ code: Int32) -> Problem {
        Problem(.internal, "The pipeline was not started: \(what) (\(String(cString: strerror(code)))).")
    }
}
