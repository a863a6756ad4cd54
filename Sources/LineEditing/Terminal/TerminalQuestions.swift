import Glibc

/// Questions to the person at the terminal, whatever standard input and output are.
package struct TerminalQuestions: Sendable {
    /// What came of a question.
    package enum Answer: Sendable, Hashable {
        /// What was typed, without its line end.
        case text(String)
        /// The person pressed Ctrl-D, or the terminal is gone.
        case end
        /// The person pressed Ctrl-C.
        case interrupted
        /// What was waited for beside the answer came first.
        case superseded
        /// It could not be asked, or the answer was no text.
        case failed(LineError)
    }

    /// What may be the answer, of which a part was typed.
    package typealias Offer = @Sendable (_ typed: String) async -> Completions

    private let path: String

    /// Questions on the terminal of that path.
    package init(terminal path: String = "/dev/tty") { self.path = path }

    /// Asks for something that is not shown while it is typed.
    package func readSecret(prompt: String) async -> Answer { await ask(prompt, shown: false) }

    /// Asks for a line.
    ///
    /// - Parameters:
    ///   - completions: what Tab completes to, and shows where several fit: it is given what was typed.
    ///   - other: a descriptor that ends the question, once it has something, with `.superseded`.
    package func ask(
        _ question: String, offering completions: Offer? = nil, until other: Int32? = nil
    ) async -> Answer {
        await ask(question, shown: true, offering: completions, until: other)
    }

    /// Whether there is a terminal to ask on.
    package var isThere: Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return isatty(descriptor) == 1
    }

    private func ask(
        _ question: String, shown: Bool, offering completions: Offer? = nil, until other: Int32? = nil
    ) async -> Answer {
        let path = path
        return await WorkerThread().run {
            guard let sitting = QuestionSitting(path: path, shown: shown, until: other) else {
                return .failed(.noTerminal)
            }
            // A plan stands above its question, a line for each record; the terminal is in raw mode.
            let lines = question.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return sitting.ask(lines.map(TerminalScreen.harmless), offering: completions)
        }
    }
}
