import Glibc

/// One question on a terminal in raw mode, from opening the terminal to leaving it as it was.
final class QuestionSitting {
    private let terminal: RawTerminal
    private let shown: Bool
    private let other: Int32?
    private let signals: TerminalSignals

    /// Nil when there is no terminal at that path.
    ///
    /// - Parameter other: a descriptor that ends the question once it has something.
    init?(path: String, shown: Bool, until other: Int32? = nil) {
        guard let signals = TerminalSignals(), let terminal = RawTerminal(path: path) else { return nil }
        self.terminal = terminal
        self.shown = shown
        self.other = other
        self.signals = signals
    }

    /// - Parameters:
    ///   - lines: what stands above, and the question last.
    ///   - completions: what Tab completes to.
    func ask(_ lines: [String], offering completions: TerminalQuestions.Offer? = nil) -> TerminalQuestions.Answer {
        signals.watch()
        // What was typed before the question was seen is no answer to it.
        terminal.enter(dropping: true)
        let screen = terminal.screen
        screen.write(lines.joined(separator: "\r\n"))
        // Only its last line is written anew.
        let (answer, signal) = read(lines.last ?? "", screen, completions)
        screen.write("\r\n")
        terminal.leave()
        signals.unwatch()
        if let signal { TerminalSignals.deliver(signal) }
        return answer
    }

    private func read(
        _ question: String, _ screen: TerminalScreen, _ completions: TerminalQuestions.Offer?
    ) -> (TerminalQuestions.Answer, signal: Int32?) {
        let keys = KeyInput(descriptor: terminal.descriptor, signals: signals, until: other)
        var text = String().unicodeScalars
        while true {
            let key: UInt32
            switch keys.nextCharacter() {
            case .key(let pressed): key = pressed
            case .signal(SIGINT): return (.interrupted, nil)
            case .signal(SIGTERM): return (.end, SIGTERM)
            case .signal(SIGHUP): return (.end, SIGHUP)
            case .signal(SIGCONT):
                terminal.enter(dropping: false)
                redraw(question, text, screen)
                continue
            case .woken: return (.superseded, nil)
            case .signal, .paste: continue
            case .end: return (.end, nil)
            }
            switch key {
            case 0x0A, 0x0D: return (.text(String(text)), nil)
            case 0x03: return (.interrupted, nil)
            case 0x04 where text.isEmpty: return (.end, nil)
            case 0x08, 0x7F:
                if !text.isEmpty { text.removeLast() }
                redraw(question, text, screen)
            case 0x09 where shown:
                guard let completions else { continue }
                switch wait(for: completions, String(text), keys) {
                case .found(.text(let whole)): text = whole.unicodeScalars
                case .found(.menu(let names)): screen.write("\r\n" + names.joined(separator: "\r\n") + "\r\n")
                case .found(.nothing): screen.write("\u{7}")
                case .ended(let answer, let signal): return (answer, signal)
                }
                redraw(question, text, screen)
            case 0x15:
                text.removeAll()
                redraw(question, text, screen)
            default:
                guard let scalar = Unicode.Scalar(key), !TerminalScreen.acts(scalar) else { continue }
                text.append(scalar)
                if shown { screen.write(String(scalar)) }
            }
        }
    }

    /// What came of waiting for completions.
    private enum Wait {
        case found(QuestionCompletion.Step)
        case ended(TerminalQuestions.Answer, signal: Int32?)
    }

    /// Asks for completions and waits; Ctrl-C gives the question up, as it does while something is typed.
    private func wait(for completions: @escaping TerminalQuestions.Offer, _ typed: String, _ keys: KeyInput) -> Wait {
        guard let pending = PendingCompletions() else { return .found(.nothing) }
        let work = Task { pending.give(await completions(typed)) }
        while true {
            switch keys.wait(for: pending.descriptor) {
            case .woken:
                let found = pending.taken
                return .found(
                    QuestionCompletion(found?.candidates ?? [], isWhole: found?.isWhole ?? true).after(typed))
            case .signal(SIGCONT): terminal.enter(dropping: false)
            case .signal(let number) where number == SIGTERM || number == SIGHUP:
                work.cancel()
                return .ended(.end, signal: number)
            case .signal(SIGINT), .key:
                work.cancel()
                return .ended(.interrupted, signal: nil)
            case .signal, .paste: continue
            case .end:
                work.cancel()
                return .ended(.end, signal: nil)
            }
        }
    }

    private func redraw(_ question: String, _ text: String.UnicodeScalarView, _ screen: TerminalScreen) {
        if shown { screen.write("\r\u{1B}[K" + question + String(text)) }
    }
}
