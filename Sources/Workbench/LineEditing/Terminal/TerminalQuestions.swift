import Glibc

package struct TerminalQuestions: Sendable {
    package enum Answer: Sendable, Hashable {
        case text(String)
        case end
        case interrupted
        case superseded
        case failed(LineError)
    }

    /// The possible answers for a typed prefix.
    package typealias Offer = @Sendable (_ typed: String) async -> Completions

    private let path: String

    package init(terminal path: String = "/dev/tty") { self.path = path }

    /// Asks for a line without echo. `continues`: a line that ends with a backslash continues on the next one.
    package func readSecret(prompt: String, continues: Bool = false) async -> Answer {
        await ask(prompt, shown: false, continues: continues)
    }

    /// Asks for a line.
    ///
    /// - Parameters:
    ///   - completions: the answers for Tab.
    ///   - other: a descriptor; the question ends with `.superseded` when it is readable.
    package func ask(
        _ question: String, offering completions: Offer? = nil, until other: Int32? = nil
    ) async -> Answer {
        await ask(question, shown: true, offering: completions, until: other)
    }

    package var isAvailable: Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isatty(descriptor) == 1
    }

    private func ask(
        _ question: String, shown: Bool, continues: Bool = false, offering completions: Offer? = nil,
        until other: Int32? = nil
    ) async -> Answer {
        let path = path
        return await WorkerThread().run {
            guard let signals = TerminalSignals(), let terminal = RawTerminal(path: path) else {
                return .failed(.noTerminal)
            }
            let asked = AskedQuestion(
                terminal: terminal, signals: signals, shown: shown, continues: continues, other: other)
            // A plan precedes its question, one line per record, and the terminal is in raw mode.
            let lines = question.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return asked.answer(lines.map(TerminalScreen.sanitized), completions)
        }
    }
}

/// One question on a terminal in raw mode.
private struct AskedQuestion {
    let terminal: RawTerminal
    let signals: TerminalSignals
    let shown: Bool
    let continues: Bool
    let other: Int32?

    /// - Parameter lines: the text before the question, and the question.
    func answer(_ lines: [String], _ completions: TerminalQuestions.Offer?) -> TerminalQuestions.Answer {
        signals.watch()
        // Keys pressed before the question was visible are not the answer.
        terminal.enter(dropping: true)
        let screen = terminal.screen
        screen.write(lines.joined(separator: "\r\n"))
        // Only its last line is redrawn.
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
            case 0x0A, 0x0D:
                guard continues, text.last == "\\" else { return (.text(String(text)), nil) }
                text.append("\n")
            case 0x03: return (.interrupted, nil)
            case 0x04 where text.isEmpty: return (.end, nil)
            case 0x08, 0x7F:
                if !text.isEmpty { text.removeLast() }
                redraw(question, text, screen)
            case 0x09 where shown:
                guard let completions else { continue }
                let typed = String(text), note = "  waiting..."
                let found = keys.candidates({ await completions(typed) }) {
                    screen.write(note + "\u{1B}[\(note.count)D")
                }
                screen.write("\u{1B}[K")
                switch found {
                case .found(let found):
                    let names = QuestionCompletion(found?.candidates ?? [], isWhole: found?.isWhole ?? true)
                    switch names.after(typed) {
                    case .text(let whole): text = whole.unicodeScalars
                    case .menu(let names): screen.write("\r\n" + names.joined(separator: "\r\n") + "\r\n")
                    case .nothing: screen.write("\u{7}")
                    }
                case .stopped(.signal(let number)) where number != SIGINT: return (.end, number)
                case .stopped(.end): return (.end, nil)
                case .stopped: return (.interrupted, nil)
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
}

/// Tab at a question: inserts the common prefix of all matching names, or lists them.
struct QuestionCompletion {
    enum Step: Equatable {
        case text(String)
        case menu([String])
        case nothing
    }

    private let candidates: [Completions.Candidate]
    private let isWhole: Bool

    init(_ candidates: [Completions.Candidate], isWhole: Bool = true) {
        // Names with control characters cannot be typed.
        self.candidates = candidates.filter { $0.text == TerminalScreen.sanitized($0.text) }
        self.isWhole = isWhole
    }

    func after(_ typed: String) -> Step {
        let wanted = typed.lowercased()
        let fitting = candidates.filter { $0.text.lowercased().hasPrefix(wanted) }
        guard let first = fitting.first else { return .nothing }
        var common = Substring(first.text)
        for candidate in fitting.dropFirst() {
            common = common.prefix(zip(common, candidate.text).prefix { $0 == $1 }.count)
        }
        if isWhole, common.count > typed.count || fitting.count == 1 {
            return common == typed ? .nothing : .text(String(common))
        }
        let shown = fitting.prefix(Self.maxShown)
        let width = shown.map(\.text.count).max() ?? 0
        var lines = shown.map { candidate in
            let room = String(repeating: " ", count: width - candidate.text.count)
            let about = TerminalScreen.sanitized(candidate.description)
            return "  " + candidate.text + (about.isEmpty ? "" : room + "  " + about)
        }
        if fitting.count > shown.count || !isWhole {
            lines.append(isWhole ? "  and \(fitting.count - shown.count) more" : "  …")
        }
        return .menu(lines)
    }

    private static let maxShown = 20
}
