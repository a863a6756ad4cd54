extension GraphQL {
    /// Where a part of a document stands in the text it was read from. It is a remark for people: two parts are equal
    /// wherever they stand, so all places are equal.
    package struct Place: Sendable, Hashable {
        /// In UTF-8 bytes of the text; empty for a part that was not read from a text.
        package var range: Range<Int>

        /// A place; none unless told.
        package init(_ range: Range<Int> = 0..<0) { self.range = range }

        /// Always: where a part stands does not make it another.
        package static func == (one: Place, other: Place) -> Bool { true }
        /// Nothing, for the same reason.
        package func hash(into hasher: inout Hasher) {}
    }
}
