import Glibc

/// A running `snowdeck serve replay`.
struct ReplayServer {
    let process: pid_t
    /// `http://127.0.0.1:PORT`.
    let address: String

    /// Nil when it cannot be started.
    init?(_ tape: String, _ place: Place) {
        guard let started = ServerStart(place.snowdeck(["serve", "replay", tape])) else { return nil }
        process = started.process
        address = started.line
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

/// A program that writes a line when it is ready.
struct ServerStart {
    let process: pid_t
    let line: String

    /// Nil when it cannot be started.
    init?(_ launch: Launch) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = launch.spawn { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        }
        close(ends[1])
        defer { close(ends[0]) }
        guard let child else { return nil }
        var line: [UInt8] = [], byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != 10 { line.append(byte) }
        process = child
        self.line = String(decoding: line, as: UTF8.self)
    }
}
