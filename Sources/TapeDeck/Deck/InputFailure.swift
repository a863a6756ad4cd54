/// Something outside could not be read: the file is missing, the answer was refused. It is kept on the tape like what
/// could be read, and replays as itself.
package struct InputFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// What sort of thing it was.
    package var kind: InputKind
    /// The path as it was typed, the question, the variable.
    package var name: String
    /// One sentence, as the reading function gave it.
    package var message: String

    /// A failure to read the thing of that kind and name.
    package init(_ kind: InputKind, _ name: String, _ message: String) {
        self.kind = kind
        self.name = name
        self.message = message
    }

    /// The sentence.
    package var description: String { message }

    /// The kind under which a failure of reading stands on the tape.
    static func recordKind(of kind: InputKind) -> String { kind.rawValue + "-failure" }

    /// The kind under which it stands on the tape that reading was called off.
    static func interruptedKind(of kind: InputKind) -> String { kind.rawValue + "-interrupted" }
}
