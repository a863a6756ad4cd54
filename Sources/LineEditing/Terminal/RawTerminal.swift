import Glibc

/// A terminal that can be put into raw mode, where keys come one by one, without echo, and none is a signal, and back
/// into the mode in which it was found. The one place that changes a terminal's mode beside libedit's own.
final class RawTerminal: Sendable {
    let descriptor: Int32
    private let found: termios

    /// Nil when there is no terminal at that path.
    init?(path: String) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        var mode = termios()
        let isTerminal = descriptor >= 0 && tcgetattr(descriptor, &mode) == 0
        found = mode
        guard isTerminal else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Its writing side.
    var screen: TerminalScreen { TerminalScreen(descriptor: descriptor) }

    /// Raw mode. What is written still has its line ends completed.
    ///
    /// - Parameter dropping: whether keys that were pressed before are forgotten.
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

    /// The mode in which it was found.
    func leave() {
        var mode = found
        tcsetattr(descriptor, TCSADRAIN, &mode)
    }
}
