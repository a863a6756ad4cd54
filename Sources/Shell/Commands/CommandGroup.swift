/// Commands that share their first word.
package struct CommandGroup: Sendable, Hashable {
    /// The word they share.
    package let name: String
    /// What they do together: imperative, without a full stop.
    package let summary: String

    init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }
}
