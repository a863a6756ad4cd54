/// Something a command reads from outside that the tape does not hold.
package struct MissingInput: Sendable, Hashable {
    /// What sort of thing it is.
    package var kind: InputKind
    /// The path as it was typed, the question, the variable.
    package var name: String
}

extension MissingInput {
    var message: String {
        let name = "`" + MissText.plain(self.name) + "`"
        return switch kind {
        case .file: "The tape holds no content of the file \(name) for this command."
        case .answer, .secret: "The tape holds no answer to \(name) for this command."
        case .variable: "The tape holds no value of the variable \(name) for this command."
        case .place: "The tape holds no place in the script \(name) for this command."
        case .visit: "The tape does not hold what a browser asked for in this command (\(name))."
        case .within: "The tape does not hold this command as a step of command \(name)."
        case .setting: "The tape holds no value of the setting \(name) for this command."
        }
    }
}
