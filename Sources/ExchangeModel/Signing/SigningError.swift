/// Why a key cannot be used for signatures.
package struct SigningError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of trouble.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The library that signs is not on this machine.
        case libraryMissing
        /// The text holds no key of the kind that is wanted.
        case noKey
        /// The key is locked with a passphrase.
        case encrypted
        /// The key is of a sort or size that is not worked with.
        case unsupported
        /// The key cannot be read, or its parts do not belong together.
        case damaged
    }

    /// The class of trouble.
    package let kind: Kind
    /// One sentence, without anything of the key.
    package let message: String

    /// Makes an error with its one sentence.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The sentence.
    package var description: String { message }
}
