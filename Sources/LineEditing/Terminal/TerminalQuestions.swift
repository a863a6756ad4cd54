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
        /// It could not be asked, or the answer was no text.
        case failed(LineError)
    }

    private let path: String

    /// Questions on the terminal of that path.
    package init(terminal path: String = "/dev/tty") { self.path = path }

    /// Asks for something that is not shown while it is typed.
    package func readSecret(prompt: String) async -> Answer { await ask(prompt, shown: false) }

    /// Asks for a line.
    package func ask(_ question: String) async -> Answer { await ask(question, shown: true) }

    private func ask(_ question: String, shown: Bool) async -> Answer {
        let path = path
        return await WorkerThread().run {
            guard let sitting = QuestionSitting(path: path, shown: shown) else { return .failed(.noTerminal) }
            // A plan stands above its question, a line for each record; the terminal is in raw mode.
            let lines = question.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            return sitting.ask(lines.map(TerminalScreen.harmless).joined(separator: "\r\n"))
        }
    }
}
