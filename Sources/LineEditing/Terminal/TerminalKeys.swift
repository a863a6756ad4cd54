import Glibc

/// A terminal as a stage: keys are given on as they are pressed, and what is to be seen is written. Between `begin` and
/// `end` it is in raw mode; Ctrl-Z, and the signals that end a program, find and leave it as it was.
package final class TerminalKeys: Sendable {
    private let terminal: RawTerminal
    private let stop: WakePipe
    private let worker = WorkerThread()

    /// Nil when there is no terminal at that path.
    package init?(terminal path: String = "/dev/tty") {
        guard let terminal = RawTerminal(path: path), let stop = WakePipe() else { return nil }
        self.terminal = terminal
        self.stop = stop
    }

    /// Its size in cells.
    package var size: (columns: Int, rows: Int) { terminal.screen.size }

    /// Writes text now, as it stands.
    package func write(_ text: String) { terminal.screen.write(text) }

    /// Begins to read keys on a thread of its own, which gives each to `take`. False when there is no thread for it.
    package func begin(_ take: @escaping @Sendable (TerminalKey) -> Void) -> Bool {
        let terminal = terminal, stop = stop
        return worker.begin { Self.read(terminal, until: stop, take) }
    }

    /// Gives the terminal back. Nothing is read afterwards.
    package func end() async {
        stop.wake()
        // The thread does one thing after another: when it comes to this, the reading is over.
        await worker.run {}
    }

    /// Lets a signal that `TerminalKey.ended` told of do what it does to this program.
    package static func deliver(_ signal: Int32) { TerminalSignals.deliver(signal) }

    private static func read(_ terminal: RawTerminal, until stop: WakePipe, _ take: (TerminalKey) -> Void) {
        guard let signals = TerminalSignals() else { return take(.ended(signal: nil)) }
        signals.watch()
        // What was typed before the stage was seen is no key to it.
        terminal.enter(dropping: true)
        take(ending(of: terminal, signals, until: stop, take))
        terminal.leave()
        signals.unwatch()
    }

    /// Gives keys on until there are no more, and says why.
    private static func ending(
        of terminal: RawTerminal, _ signals: TerminalSignals, until stop: WakePipe, _ take: (TerminalKey) -> Void
    ) -> TerminalKey {
        let keys = KeyInput(descriptor: terminal.descriptor, signals: signals, until: stop.reading)
        var decoder = KeyDecoder()
        while true {
            switch keys.nextCharacter() {
            case .key(0x1A):
                terminal.leave()
                // What the shell says of it begins on a line of its own.
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
