import Glibc

/// A running `snowdeck serve sandbox`.
struct SandboxServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String
    /// From before the program was started to the line that names its address, in nanoseconds.
    let start: Double

    /// Nil when it cannot be started.
    init?(_ place: Place) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let start = Stopwatch.now
        let child = place.snowdeck(["serve", "sandbox"]).spawn { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        close(ends[1])
        defer { close(ends[0]) }
        guard let child else { return nil }
        var line: [UInt8] = [], byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
        self.start = Double(Stopwatch.now - start)
        process = child
        address = String(decoding: line, as: UTF8.self)
        guard address.hasPrefix("http://127.0.0.1:") else {
            stop()
            return nil
        }
    }

    func stop() {
        kill(process, SIGTERM)
        _ = Launch.wait(for: process)
    }
}
