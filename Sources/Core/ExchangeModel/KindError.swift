/// An error that says in one sentence what is wrong; its kind decides what is done about it.
public struct KindError<K: Sendable & Hashable>: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    public typealias Kind = K
    /// The kind of error.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String

    /// Creates an error.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
