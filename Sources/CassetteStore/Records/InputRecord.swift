/// Something a command read from outside: a file, an answer at a prompt, a variable.
package struct InputRecord: Sendable, Hashable {
    /// `file`, `answer`, `secret`, `variable`, `setting`, `place`; `file-failure`, `answer-interrupted` and their like
    /// when nothing was read.
    package var kind: String
    /// The path as it was typed, the question, the name.
    package var name: String
    /// The bytes that were read, redacted.
    package var content: [UInt8]

    /// Something that was read.
    package init(kind: String, name: String, content: [UInt8]) {
        self.kind = kind
        self.name = name
        self.content = content
    }
}
