import Glibc

/// Starts an interactive program on a terminal of its own and waits for its prompt.
enum PromptProbe {
    /// What was seen when the prompt stood there.
    struct Sighting: Sendable {
        /// Since before the program was started, in nanoseconds.
        var nanoseconds: Double
        /// Bytes of the program that were resident.
        var resident: Double
    }

    /// Nil when the prompt does not come within ten seconds.
    static func run(_ launch: Launch, until prompt: String) -> Sighting? {
        let controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard controller >= 0 else { return nil }
        defer { close(controller) }
        var locked: Int32 = 0, number: Int32 = 0
        guard ioctl(controller, setLock, &locked) == 0, ioctl(controller, getNumber, &number) == 0 else { return nil }
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
        let terminal = "/dev/pts/\(number)"

        let start = Stopwatch.now
        // The leader of a new session that opens a terminal gets it as its controlling one.
        guard
            let child = launch.spawn(
                ownSession: true,
                prepare: { actions in
                    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
                    posix_spawn_file_actions_adddup2(&actions, 0, 1)
                    posix_spawn_file_actions_adddup2(&actions, 0, 2)
                })
        else { return nil }
        let seen = waitForPrompt(Array(prompt.utf8), on: controller)
        let sighting =
            seen ? Sighting(nanoseconds: Double(Stopwatch.now - start), resident: ResidentMemory.bytes(of: child)) : nil
        kill(child, SIGKILL)
        _ = Launch.wait(for: child)
        return sighting
    }

    /// TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not see.
    private static let setLock: UInt = 0x4004_5431, getNumber: UInt = 0x8004_5430

    private static func waitForPrompt(_ prompt: [UInt8], on descriptor: Int32) -> Bool {
        var shown: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        let end = Stopwatch.now + 10_000_000_000
        while true {
            let left = (end - Stopwatch.now) / 1_000_000
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > 0, poll(&ready, 1, Int32(left)) > 0 else { return false }
            let count = read(descriptor, &piece, piece.count)
            guard count > 0 else { return false }
            shown += piece[..<count]
            if occurs(prompt, in: shown) { return true }
        }
    }

    private static func occurs(_ wanted: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= wanted.count else { return false }
        return (0...(bytes.count - wanted.count)).contains { bytes[$0...].starts(with: wanted) }
    }
}
