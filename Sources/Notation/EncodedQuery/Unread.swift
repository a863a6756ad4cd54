extension EncodedQuery {
    /// A part that could not be read; an instance drops it silently.
    package struct Unread: Sendable {
        /// The part without its `^`; `^^` for an empty one.
        package var text: String
        /// Where it stands in the text it was read from, in UTF-8 bytes.
        package var span: Range<Int>
    }
}

// Where it stood is no part of what it says.
extension EncodedQuery.Unread: Hashable {
    /// Whether both hold the same text.
    package static func == (left: Self, right: Self) -> Bool { left.text == right.text }
    /// Goes by what `==` compares.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
