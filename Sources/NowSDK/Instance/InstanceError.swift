/// Why a text names no instance that may be spoken to.
public struct InstanceError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of mistake.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// It is neither a name nor an address.
        case unreadable
        /// It is reached by something other than `http` or `https`.
        case unsupportedScheme
        /// It is another machine and the scheme is `http`.
        case insecure
    }

    /// The class of mistake.
    public let kind: Kind
    /// One sentence. It never repeats an address that may hold credentials.
    public let message: String

    /// Makes an error with its one sentence.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// One sentence.
    public var description: String { message }
}
