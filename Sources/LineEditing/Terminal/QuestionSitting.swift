import Glibc

/// One question on a terminal in raw mode, from opening the terminal to leaving it as it was.
final class QuestionSitting {
    private let descriptor: Int32
    private let shown: Bool
    private let other: Int32?
    private let found: termios
    private let signals: TerminalSignals

    /// Nil when there is no terminal at that path.
    ///
    /// - Parameter other: a descriptor that ends the question once it has something.
    init?(path: String, shown: Bool, until other: Int32? = nil) {
        guard let signals = TerminalSignals() else { return nil }
        let opened = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard opened >= 0 else { return nil }
        var found = termios()
        guard tcgetattr(opened, &found) == 0 else {
            close(opened)
            return nil
        }
        descriptor = opened
        self.found = found
        self.shown = shown
        self.other = other
        self.signals = signals
    }

    deinit { close(descriptor) }

    /// - Parameters:
    ///   - lines: what stands above, and the question last.
    ///   - candidates: what Tab completes to.
    func ask(_ lines: [String], offering candidates: [Completions.Candidate] = []) -> TerminalQuestions.Answer {
        signals.watch()
        // What was typed before the question was seen is no answer to it.
        setRaw(true, TCSAFLUSH)
        let screen = TerminalScreen(descriptor: descriptor)
        screen.write(lines.joined(separator: "\r\n"))
        // Only its last line is written anew.
        let (answer, signal) = read(lines.last ?? "", screen, QuestionCompletion(candidates))
        screen.write("\r\n")
        setRaw(false, TCSADRAIN)
        signals.unwatch()
        if let signal { TerminalSignals.deliver(signal) }
        return answer
    }

    private func read(
        _ question: String, _ screen: TerminalScreen, _ completion: QuestionCompletion
    ) -> (TerminalQuestions.Answer, signal: Int32?) {
        let keys = KeyInput(descriptor: descriptor, signals: signals, until: other)
        var text = String().unicodeScalars
        while true {
            let key: UInt32
            switch keys.nextCharacter() {
            case .key(let pressed): key = pressed
            case .signal(SIGINT): return (.interrupted, nil)
            case .signal(SIGTERM): return (.end, SIGTERM)
            case .signal(SIGHUP): return (.end, SIGHUP)
            case .signal(SIGCONT):
                setRaw(true, TCSADRAIN)
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
                switch completion.after(String(text)) {
                case .text(let whole): text = whole.unicodeScalars
                case .menu(let names): screen.write("\r\n" + names.joined(separator: "\r\n") + "\r\n")
                case .nothing: continue
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

    private func redraw(_ question: String, _ text: String.UnicodeScalarView, _ screen: TerminalScreen) {
        if shown { screen.write("\r\u{1B}[K" + question + String(text)) }
    }

    private func setRaw(_ raw: Bool, _ when: Int32) {
        var mode = found
        if raw {
            mode.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
            mode.c_iflag &= ~tcflag_t(ICRNL | INLCR | IGNCR)
            withUnsafeMutableBytes(of: &mode.c_cc) { controls in
                controls[Int(VMIN)] = 1
                controls[Int(VTIME)] = 0
            }
        }
        tcsetattr(descriptor, when, &mode)
    }
}
