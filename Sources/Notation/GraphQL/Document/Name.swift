extension GraphQL {
    /// A name with its place: a letter or `_`, then letters, digits and `_` (specification section 2.1.9).
    package struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        /// The name.
        package var text: String
        /// Where it stands.
        package var place: Place

        /// A name; without a place unless told.
        package init(_ text: String, at place: Place = Place()) {
            self.text = text
            self.place = place
        }

        /// A name without a place.
        package init(stringLiteral text: String) { self.init(text) }

        /// Whether a text can be a name.
        package static func isName(_ text: some StringProtocol) -> Bool {
            guard let first = text.utf8.first, isStart(first) else { return false }
            return text.utf8.allSatisfy(isPart)
        }

        static func isStart(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte == UInt8(ascii: "_") }
        static func isPart(_ byte: UInt8) -> Bool { isStart(byte) || ASCII.isDigit(byte) }
    }
}
