import Notation

/// The instance's words as an error carries them: on one line, safe to show, at most 200 characters.
enum InstanceWords {
    /// As many bytes as leave room for the ellipsis.
    static let limit = 199

    /// Makes words safe.
    static func of(_ text: String) -> String { SafeText.line(text, limit: limit) }
}
