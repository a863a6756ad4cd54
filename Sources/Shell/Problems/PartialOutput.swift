import Notation

/// What is left of output that was interrupted: a file beside the one that it was for.
package struct PartialOutput: Sendable, Hashable {
    /// Where it is.
    package var path: String
    /// The file that it was for.
    package var target: String
    /// Whether there is such a file, unchanged.
    package var isThere: Bool

    /// The part of a file's new content.
    package init(path: String, of target: String, isThere: Bool) {
        self.path = path
        self.target = target
        self.isThere = isThere
    }

    /// What standard error says of it.
    var text: String {
        let fate = isThere ? "is unchanged" : "was not created"
        return "\(TerminalText.plain(target)) \(fate); the incomplete output is in \(TerminalText.plain(path)).\n"
    }
}
