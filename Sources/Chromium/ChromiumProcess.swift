import Glibc
import Programs
import Synchronization

/// A running browser: its process group, its folder, and the conversation with it. All three end together.
final class ChromiumProcess: Sendable {
    let pipe: DebugPipe
    private let child: pid_t
    private let folder: ProfileFolder
    private let hasEnded = Mutex(false)

    /// Starts it. Throws `.didNotStart`.
    init(
        _ program: ChromiumProgram, environment: [String: String], folder parent: String, hosts: [String]
    ) throws(ChromiumFailure) {
        guard let folder = ProfileFolder(below: parent) else {
            throw Self.refused("no folder can be made in \(parent)")
        }
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard nothing >= 0, let ends = DescriptorPair.sockets() else {
            folder.remove()
            if nothing >= 0 { close(nothing) }
            throw Self.refused("this process has no descriptor left")
        }
        defer { close(nothing) }
        var own = environment
        // What it keeps beside its profile goes where that goes.
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { own[name] = folder.path }
        own["TMPDIR"] = folder.path
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "CHROMIUM_FLAGS"] { own[name] = nil }
        let words = program.words(profile: folder.path + "/profile", hosts: hosts, isRoot: geteuid() == 0)
        let streams = [
            STDIN_FILENO: nothing, STDOUT_FILENO: nothing, STDERR_FILENO: nothing, 3: ends.write, 4: ends.write,
        ]
        switch ChildProgram.start(words, environment: own, streams, apart: true) {
        case .failure(let refusal):
            ends.close()
            folder.remove()
            throw Self.refused(String(cString: strerror(refusal.code)).lowercased())
        case .success(let child):
            close(ends.write)
            self.child = child
            self.folder = folder
            pipe = DebugPipe(ends.read)
        }
    }

    deinit { end() }

    /// Ends the browser with all its processes and takes its folder away. It blocks for some seconds at most. A second
    /// call does nothing.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        // It ends by itself when nobody speaks to it any more; its helpers are in its process group, as it has a session
        // of its own.
        pipe.end(ChromiumFailure(.lost, "The browser was closed."))
        for _ in 0..<20 where !isOver { usleep(25_000) }
        kill(-child, SIGKILL)
        _ = ChildProgram.end(of: child)
        folder.remove()
    }

    /// Whether its first process has ended; it stays the group's until it is waited for.
    private var isOver: Bool {
        var information = siginfo_t()
        let code = waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT | WNOHANG)
        return code == 0 && information.si_signo != 0
    }

    private static func refused(_ why: String) -> ChromiumFailure {
        ChromiumFailure(.didNotStart, "Chromium did not start: \(why).")
    }
}
