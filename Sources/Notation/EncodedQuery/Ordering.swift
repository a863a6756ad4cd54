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

extension EncodedQuery {
    /// The text of a query with orderings behind it. A `^` that stands at its end is left out: followed by another it
    /// might be taken for an escaped one, and the ordering for the rest of a value.
    package static func text(of query: String, orderedBy orderings: [Ordering]) -> String {
        var head = query.utf8[...]
        if !orderings.isEmpty { while head.last == UInt8(ascii: "^") { head.removeLast() } }
        return ((head.isEmpty ? [] : [String(Substring(head))]) + orderings.map(\.text)).joined(separator: "^")
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
