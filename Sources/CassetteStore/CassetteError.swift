/// What is wrong with a cassette.
package struct CassetteError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of trouble.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no such file.
        case missing
        /// Another process records onto it.
        case locked
        /// Not a cassette: empty, a folder, another SQLite file, no SQLite file, another schema.
        case foreign
        /// Made by a newer Snowdeck.
        case newer
        /// Damaged.
        case corrupt
        /// The disk is full, or a quota or size limit is reached.
        case full
        /// Deleted or replaced while it was being recorded, or its lock was removed.
        case displaced
        /// May not be read or written.
        case denied
        /// Something in it, or to be put into it, is larger than allowed.
        case tooLarge
        /// Any other trouble with the file, or a call that its state does not allow.
        case io
    }

    /// The class of trouble.
    package let kind: Kind
    /// The cassette as the caller named it.
    package let path: String
    /// One sentence about what happened and what can be done. It holds no control characters and nothing from the tape.
    package let message: String
    /// The cassette that holds what was recorded onto one that is gone.
    package let rescue: String?

    /// An error of that class about the cassette at a path.
    package init(_ kind: Kind, path: String, _ message: String, rescue: String? = nil) {
        self.rescue = rescue
        self.kind = kind
        self.path = path
        self.message = message
    }

    /// The sentence.
    package var description: String { message }
}
