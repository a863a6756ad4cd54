/// A command as data: help, completion, binding and the reference are derived from it. What it does is a function
/// elsewhere, found by its name.
package struct CommandDefinition: Sendable, Hashable {
    /// A line that can be typed, and what it shows.
    package struct Example: Sendable, Hashable {
        /// As it is typed at the prompt.
        package let line: String
        /// A phrase without a full stop.
        package let shows: String

        /// An example.
        package init(_ line: String, _ shows: String) {
            self.line = line
            self.shows = shows
        }
    }

    /// What `replay --check` does with its output.
    package enum Replay: Sendable, Hashable {
        /// Compares it with what was recorded.
        case compare
        /// Leaves it alone: the output speaks of this process, not of the tape.
        case skip
    }

    /// What `=> name` can keep of it.
    package enum Value: Sendable, Hashable {
        /// Nothing: it answers with no value.
        case none
        /// Its answer.
        case answer
        /// Its answer, unless this switch is given: then the answer is written as it comes, and not held.
        case answerUnless(String)
    }

    /// A rule that ties arguments and flags together, by their names.
    package enum Rule: Sendable, Hashable {
        /// One of them, and only one.
        case exactlyOne([String])
        /// One of them at most.
        case atMostOne([String])
        /// The flag means nothing without one of the others.
        case goesWith(String, oneOf: [String])
    }

    /// The words it is called by: `table list`.
    package let name: String
    /// What it does: imperative, without a full stop.
    package let summary: String
    /// More about it, in sentences.
    package let details: String
    /// Its arguments, in their order.
    package let arguments: [ArgumentDefinition]
    /// Its own flags, in the order of help.
    package let flags: [FlagDefinition]
    /// What ties arguments and flags together.
    package let rules: [Rule]
    /// At least one for a command of the prompt.
    package let examples: [Example]
    /// What `replay --check` does with its output.
    package let replay: Replay
    /// What `=> name` can keep of it.
    package let value: Value

    /// A command; every one has examples.
    package init(
        _ name: String, _ summary: String, details: String = "", arguments: [ArgumentDefinition] = [],
        flags: [FlagDefinition] = [], rules: [Rule] = [], replay: Replay = .compare,
        value: Value = .none, examples: [Example]
    ) {
        self.name = name
        self.summary = summary
        self.details = details
        self.arguments = arguments
        self.flags = flags
        self.rules = rules
        self.examples = examples
        self.replay = replay
        self.value = value
    }

    /// The words of its name.
    package var words: [Substring] { name.split(separator: " ") }

    /// Its own flags and those that any command takes.
    package var allFlags: [FlagDefinition] { flags + GlobalFlags.withCommand }

    func flag(long name: String) -> FlagDefinition? { allFlags.first { $0.name == name || $0.alias == name } }
    func flag(short letter: Character) -> FlagDefinition? { allFlags.first { $0.short == letter } }
}
