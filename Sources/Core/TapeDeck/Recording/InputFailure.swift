package import CassetteStore
import Notation

/// Input that could not be read: the file is missing, the prompt was declined. It is recorded and replayed like input.
package struct InputFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package var kind: InputKind
    package var name: String
    package var message: String
    /// What code may branch on, live and in a replay; nil for other failures.
    package var cause: Cause?

    /// The raw value is its name on a tape.
    package enum Cause: String, Sendable, Hashable {
        /// The file is outside the folder of the recipe that names it.
        case outsideFolder = "outside_folder"
        case fileExists = "file_exists"
        /// The user gave no answer.
        case notGiven = "not_given"
    }

    package init(_ kind: InputKind, _ name: String, _ message: String, _ cause: Cause? = nil) {
        self.kind = kind
        self.name = name
        self.message = message
        self.cause = cause
    }

    /// From a tape: the message, or an object with the cause. Earlier versions recorded only the message.
    init(_ kind: InputKind, _ name: String, recorded text: String) {
        self.init(kind, name, text)
        guard kind == .file || kind == .secret else { return }
        if let root = (try? JSONDocument(Array(text.utf8)))?.root, let named = root["cause"]?.scalarText,
            let cause = Cause(rawValue: named), let message = root["message"]?.scalarText
        {
            (self.message, self.cause) = (message, cause)
        } else if kind == .secret {
            if message == "There was no code." { cause = .notGiven }
        } else if message.hasSuffix(" is outside the recipe's folder.") {
            cause = .outsideFolder
        } else if message.hasSuffix(" already exists and is not replaced.") {
            cause = .fileExists
        }
    }

    var recorded: String {
        guard let cause else { return message }
        return JSON.object([.init("cause", .string(cause.rawValue)), .init("message", .string(message))]).compact
    }

    package var description: String { message }

    static func recordKind(of kind: InputKind) -> String { kind.rawValue + "-failure" }

    /// The kind under which a cancelled read is recorded.
    static func interruptedKind(of kind: InputKind) -> String { kind.rawValue + "-interrupted" }
}
