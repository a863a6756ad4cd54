import Foundation
import Glibc
import Synchronization

/// A real pseudo-terminal: the test types keys and sees the output on an emulated screen.
package final class PseudoTerminal: Sendable {
    /// The program's side.
    package let terminal: Int32
    package let path: String
    private let person: Int32
    private let hasGivenUp = Atomic(false)
    private let screen: Mutex<(EmulatedScreen, undecoded: [UInt8], received: [UInt8])>

    /// All bytes received so far.
    package var received: [UInt8] { screen.withLock { $0.received } }

    /// The current screen, from the bytes received so far.
    package var shown: String { screen.withLock { $0.0.text } }

    /// The screen, of what was taken so far.
    package var screenNow: EmulatedScreen { screen.withLock { $0.0 } }

    package init(columns: Int = 80, rows: Int = 24) throws {
        // What grantpt, unlockpt and ptsname do, which are not imported into Swift. ioctl_tty(2): TIOCSPTLCK, TIOCGPTN.
        person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: Int32 = 0
        guard person >= 0, ioctl(person, 0x4004_5431, &locked) == 0, ioctl(person, 0x8004_5430, &number) == 0 else {
            throw PseudoTerminalError()
        }
        path = "/dev/pts/\(number)"
        terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard terminal >= 0 else { throw PseudoTerminalError() }
        screen = Mutex((EmulatedScreen(columns: columns, rows: rows), [], []))
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(terminal)
        close(person)
    }

    /// Types keys.
    package func type(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
            if written <= 0 { return }
            rest = rest.dropFirst(written)
        }
    }

    /// Pastes text in bracketed paste mode.
    package func paste(_ text: String) { type("\u{1B}[200~" + text + "\u{1B}[201~") }

    /// Closes the user's side.
    package func hangUp() {
        let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(nothing, person)
        close(nothing)
    }

    /// Changes the terminal's size.
    package func resize(columns: Int, rows: Int) {
        screen.withLock { $0.0.resize(columns: columns, rows: rows) }
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(person, UInt(TIOCSWINSZ), &size)
    }

    /// Waits until the screen satisfies a condition; times out after a minute without output, because the machine may
    /// be busy. After a timeout, later waits are shorter.
    package func wait(until holds: @escaping @Sendable (EmulatedScreen) -> Bool) async -> EmulatedScreen {
        await onThread { [self] in
            var seen: Int?
            var silence = ContinuousClock.now
            while true {
                let (now, received) = screen.withLock { ($0.0, $0.received.count) }
                // Rendering a screen costs more than waiting for output.
                if seen != received {
                    if holds(now) { return now }
                    seen = received
                    silence = .now
                }
                var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
                if poll(&waiting, 1, 50) > 0 { take() }
                if silence.duration(to: .now) > (hasGivenUp.load(ordering: .relaxed) ? .seconds(5) : .seconds(60)) {
                    hasGivenUp.store(true, ordering: .relaxed)
                    return now
                }
            }
        }
    }

    /// Takes the pending output.
    ///
    /// - Parameter milliseconds: how long to wait for its first byte.
    package func drain(waiting milliseconds: Int32 = 0) {
        var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        var patience = milliseconds
        while poll(&waiting, 1, patience) > 0, waiting.revents & Int16(POLLIN) != 0 {
            take()
            patience = 0
        }
    }

    /// Waits up to two minutes until the program reads key by key.
    package func waitForRawMode() async {
        await onThread { [self] in
            var patience = 120_000
            while isCooked, patience > 0 {
                poll(nil, 0, 1)
                patience -= 1
            }
        }
    }

    /// Runs blocking work on its own thread, so that it does not block the shared pool.
    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }

    private func take() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(person, &bytes, bytes.count)
        if count <= 0 { return }
        let replies = screen.withLock { state in
            state.undecoded += bytes[..<count]
            state.received += bytes[..<count]
            // The bytes of a character may arrive separately.
            var whole = state.undecoded.count
            if let lead = state.undecoded.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) {
                let byte = state.undecoded[lead]
                let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                if lead + length > whole { whole = lead }
            }
            state.0.feed(String(decoding: state.undecoded[..<whole], as: UTF8.self).unicodeScalars)
            state.undecoded.removeFirst(whole)
            defer { state.0.replies = "" }
            return state.0.replies
        }
        type(replies)
    }

    /// The terminal's modes, for comparison.
    package var mode: [UInt8] {
        var mode = termios()
        tcgetattr(terminal, &mode)
        return withUnsafeBytes(of: &mode) { Array($0) }
    }

    /// Whether the terminal echoes and edits lines itself, as it does between prompts.
    package var isCooked: Bool {
        var mode = termios()
        let cooked = tcflag_t(ECHO | ICANON | ISIG)
        return tcgetattr(terminal, &mode) == 0 && mode.c_lflag & cooked == cooked
    }
}

/// No pseudo-terminal could be opened.
package struct PseudoTerminalError: Error {
    package init() {}
}
