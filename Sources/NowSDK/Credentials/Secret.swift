/// A password or a token. It prints as `[secret]` however it is printed, so that no message, log or debugger line
/// gives it away by accident; `text` is the one way to it.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The secret itself.
    public let text: String

    /// Takes a text into care.
    public init(_ text: String) { self.text = text }

    /// `[secret]`.
    public var description: String { "[secret]" }
    /// `[secret]`.
    public var debugDescription: String { "[secret]" }
    /// Shows nothing inside.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
