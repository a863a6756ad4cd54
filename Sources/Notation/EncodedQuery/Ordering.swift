extension EncodedQuery {
    /// A column that rows are ordered by.
    package struct Ordering: Sendable {
        /// Column, dot-walks included.
        package var field: String
        /// Largest first.
        package var descending: Bool
        /// Where it stands in the text it was read from, in UTF-8 bytes, without `^`.
        package var span: Range<Int>

        /// An ordering; one that is not read from a text has no span.
        package init(_ field: String, descending: Bool = false, span: Range<Int> = 0..<0) {
            self.field = field
            self.descending = descending
            self.span = span
        }

        /// The ordering as text, as it stands between two `^`.
        package var text: String { (descending ? "ORDERBYDESC" : "ORDERBY") + field }
    }
}

// Where it stood is no part of what it says.
extension EncodedQuery.Ordering: Hashable {
    /// Whether both say the same.
    package static func == (left: Self, right: Self) -> Bool {
        left.field == right.field && left.descending == right.descending
    }

    /// Goes by what `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(field)
        hasher.combine(descending)
    }
}
