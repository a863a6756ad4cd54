/// Why a secret store could not be asked.
public struct SecretStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of trouble.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no such store on this machine, or nobody serves it in this session.
        case missing
        /// It is locked, and was not unlocked.
        case locked
        /// It answered with an error.
        case failed
    }

    /// The class of trouble.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String

    /// Trouble of a class.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// One sentence.
    public var description: String { message }
}
