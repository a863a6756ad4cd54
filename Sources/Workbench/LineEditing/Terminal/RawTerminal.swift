import CLibedit
import Glibc

/// A terminal's raw mode, in which keys arrive one by one, without echo or signals. Besides libedit, only this changes
/// a terminal's mode.
final class RawTerminal: Sendable {
    let descriptor: Int32
    private let found: termios

    init?(path: String) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        var mode = termios()
        let isTerminal = descriptor >= 0 && tcgetattr(descriptor, &mode) == 0
        found = mode
        guard isTerminal else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var screen: TerminalScreen { TerminalScreen(descriptor: descriptor) }

    /// Enters raw mode. Output processing stays on, so `\n` also returns the carriage.
    ///
    /// - Parameter dropping: whether to discard pending keys.
    func enter(dropping: Bool) {
        var mode = found
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
        mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
        withUnsafeMutableBytes(of: &mode.c_cc) { controls in
            controls[Int(VMIN)] = 1
            controls[Int(VTIME)] = 0
        }
        tcsetattr(descriptor, dropping ? TCSAFLUSH : TCSADRAIN, &mode)
    }

    func leave() {
        var mode = found
        tcsetattr(descriptor, TCSADRAIN, &mode)
    }
}

struct TerminalScreen {
    let descriptor: Int32

    /// Its size in cells; 80 by 24 if unknown.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
            }
        }
    }

    static func sanitized(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !acts(scalar) { kept.append(scalar) }
        return String(kept)
    }

    static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Signals as bytes of a pipe, so that a wait for a key also ends at a signal.
///
/// Signals are caught only between `watch` and `unwatch`.
final class TerminalSignals {
    private let pipe: WakePipe
    private var isWatching = false

    init?() {
        guard let pipe = WakePipe() else { return nil }
        self.pipe = pipe
    }

    var descriptor: Int32 { pipe.reading }

    /// Begins to catch signals, unless other code in this process does already.
    func watch() {
        if cel_watch_signals(pipe.writing) == 0 { isWatching = true }
    }

    func unwatch() {
        if isWatching { cel_unwatch_signals() }
        isWatching = false
    }

    func next() -> Int32? { pipe.next().map { Int32($0) } }

    /// Lets a signal take its normal effect now. Threads of the shared pool block signals, and threads started by them
    /// inherit that, so the signal is unblocked for a moment.
    static func deliver(_ number: Int32) {
        var wanted = sigset_t()
        var before = sigset_t()
        sigemptyset(&wanted)
        sigaddset(&wanted, number)
        pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
        raise(number)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

/// A pipe whose bytes wake the thread that waits for it. Neither end blocks.
final class WakePipe: Sendable {
    let reading: Int32
    let writing: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wake() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }

    func next() -> UInt8? {
        var byte: UInt8 = 0
        return read(reading, &byte, 1) == 1 ? byte : nil
    }
}
