/// Why a file cannot become a tape, or cannot be written: nothing of it was taken.
package struct HARError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What sort of trouble it is.
    package enum Kind: Sendable, Hashable {
        /// The text is not JSON.
        case notJSON
        /// It is JSON, and no HAR.
        case notHAR
        /// It holds nothing that a tape could answer with.
        case nothingLeft
        /// A body is larger than allowed.
        case tooLarge
    }

    /// What sort of trouble it is.
    package let kind: Kind
    /// One sentence without the file's name, and with nothing of its content.
    package let description: String
    /// What else is known, a sentence each.
    package let notes: [String]

    init(_ kind: Kind, _ description: String, notes: [String] = []) {
        self.kind = kind
        self.description = description
        self.notes = notes
    }
}
