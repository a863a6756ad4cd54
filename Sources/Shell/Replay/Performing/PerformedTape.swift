package import ExchangeModel
package import LineEditing

/// A tape's commands with what each of them shows, ready to be performed. All texts are fit for a terminal: what a
/// stranger's tape holds that one could obey is left out, but for tabs and line ends.
package struct PerformedTape: Sendable, Hashable {
    /// One command.
    package struct Command: Sendable, Hashable {
        /// What stood before the line when it was typed.
        package var prompt: Prompt
        /// The line; it may have several lines.
        package var line: String
        /// What it shows: standard output and standard error in the order in which they came. Its last line has an end.
        package var answer: String
        /// When it was run, as the tape has it.
        package var moment: Timestamp
        /// What the rhythm of its typing derives from.
        package var seed: UInt64

        /// A command and its answer.
        package init(prompt: Prompt, line: String, answer: String, moment: Timestamp, seed: UInt64) {
            self.prompt = prompt
            self.line = line
            self.answer = answer
            self.moment = moment
            self.seed = seed
        }
    }

    /// The tape's name.
    package var title: String
    /// When its first session began.
    package var beganAt: Timestamp
    /// How wide the terminal was, in cells: the widest of its sessions, 80 for one without a terminal.
    package var columns: Int
    /// In recorded order.
    package var commands: [Command]
    /// What stands on the screen behind the last one.
    package var lastPrompt: Prompt

    /// A tape of its parts.
    package init(title: String, beganAt: Timestamp, columns: Int, commands: [Command], lastPrompt: Prompt) {
        self.title = title
        self.beganAt = beganAt
        self.columns = columns
        self.commands = commands
        self.lastPrompt = lastPrompt
    }
}
