import CLibedit
import Glibc

/// Reads keys from a terminal and writes to it. Between `begin` and `end` the terminal is in raw mode; its mode is
/// restored for Ctrl-Z and for signals that end the program.
package final class TerminalKeys: Sendable {
    private let terminal: RawTerminal
    private let stop: WakePipe
    private let worker = WorkerThread()

    package init?(terminal path: String = "/dev/tty") {
        guard let terminal = RawTerminal(path: path), let stop = WakePipe() else { return nil }
        self.terminal = terminal
        self.stop = stop
    }

    package var size: (columns: Int, rows: Int) { terminal.screen.size }

    package func write(_ text: String) { terminal.screen.write(text) }

    /// Begins to read keys on a separate thread and passes each to `take`. False if no thread can be started.
    ///
    /// - Parameter dropping: whether keys pressed before are discarded.
    package func begin(dropping: Bool, _ take: @escaping @Sendable (TerminalKey) -> Void) -> Bool {
        let terminal = terminal, stop = stop
        return worker.begin { Self.read(terminal, dropping: dropping, until: stop, take) }
    }

    package func end() async {
        stop.wake()
        // The worker runs its work in order, so reading has ended when this runs.
        await worker.run {}
    }

    /// Lets the signal of `TerminalKey.ended` take its normal effect.
    package static func deliver(_ signal: Int32) { TerminalSignals.deliver(signal) }

    private static func read(
        _ terminal: RawTerminal, dropping: Bool, until stop: WakePipe, _ take: (TerminalKey) -> Void
    ) {
        guard let signals = TerminalSignals() else { return take(.ended(signal: nil)) }
        signals.watch()
        terminal.enter(dropping: dropping)
        take(ending(of: terminal, signals, until: stop, take))
        terminal.leave()
        signals.unwatch()
    }

    private static func ending(
        of terminal: RawTerminal, _ signals: TerminalSignals, until stop: WakePipe, _ take: (TerminalKey) -> Void
    ) -> TerminalKey {
        let keys = KeyInput(descriptor: terminal.descriptor, signals: signals, until: stop.reading)
        var decoder = KeyDecoder()
        while true {
            switch keys.nextCharacter() {
            case .key(0x1A):
                terminal.leave()
                // The shell's message then begins on a new line.
                terminal.screen.write("\r\n")
                TerminalSignals.deliver(SIGTSTP)
                terminal.enter(dropping: false)
            case .key(let character): if let key = decoder.take(character) { take(key) }
            case .signal(SIGINT): take(.interrupted)
            case .signal(SIGWINCH): take(.resized)
            case .signal(SIGCONT):
                terminal.enter(dropping: false)
                take(.continued)
            case .signal(let number): return .ended(signal: number)
            case .woken, .end: return .ended(signal: nil)
            case .paste: continue
            }
        }
    }
}

package enum TerminalKey: Sendable, Hashable {
    case character(Unicode.Scalar)
    case up, down, left, right
    case interrupted
    case resized
    case continued
    case ended(signal: Int32?)
}

/// Decodes keys from a terminal's characters.
///
/// Arrow keys begin with Escape. Escape alone has no meaning here, so no time-out is needed to tell them apart.
struct KeyDecoder {
    private enum Place {
        case ground, escape
        /// After Escape and `O` (SS3): the next character is the key.
        case short
        /// After Escape and `[` (CSI): ended by a character that is neither a digit nor punctuation.
        case long
    }

    private var place = Place.ground

    mutating func take(_ character: UInt32) -> TerminalKey? {
        switch (place, character) {
        case (.ground, 0x1B), (.escape, 0x1B): place = .escape
        case (.escape, 0x5B): place = .long
        case (.escape, 0x4F): place = .short
        case (.long, 0x20...0x3F): break
        case (.long, 0x40...0x7E), (.short, 0x40...0x7E):
            place = .ground
            return Self.arrows[character]
        default:
            place = .ground
            if character == 3 { return .interrupted }
            return Unicode.Scalar(character).map(TerminalKey.character)
        }
        return nil
    }

    private static let arrows: [UInt32: TerminalKey] = [0x41: .up, 0x42: .down, 0x43: .right, 0x44: .left]
}

/// Restores the terminal when a crash, or a signal such as SIGQUIT, ends the program; and reports the crash.
package enum CrashGuard {
    /// To be called before anything changes the terminal's mode.
    package static func begin() {
        cel_guard_crashes((0...2).first { isatty($0) == 1 } ?? -1)
    }

    /// Restores the terminal, for an end in the middle of something. A pager that runs may have changed it.
    package static func restoreTerminal() { cel_restore_terminal() }
}
