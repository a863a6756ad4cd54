/// What sort of thing a command read. The text of each is stored in cassettes.
package enum InputKind: String, Sendable, Hashable, CaseIterable {
    /// The content of a file, by the path as it was typed.
    case file
    /// An answer at a prompt, by the question.
    case answer
    /// An answer that was typed without echo. The tape holds a placeholder.
    case secret
    /// An environment variable.
    case variable
    /// An effective setting.
    case setting
    /// Where in a script the command stood, by the script's name; kept when a message named it.
    case place
    /// What a browser asked the command for, by its number in the command; one without content is the last.
    case visit
    /// The command that this one is a step of, by its number; without content.
    case within
}
