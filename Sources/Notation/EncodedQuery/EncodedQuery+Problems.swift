extension EncodedQuery {
    /// A part that an instance drops silently, so that its answer has more rows than were asked for.
    package struct Problem: Sendable, Hashable {
        /// Why it is dropped.
        package enum Kind: Sendable, Hashable {
            /// It is no condition.
            case unread
            /// The table has no such column.
            case unknownColumn
        }

        /// Why it is dropped.
        package let kind: Kind
        /// The part that cannot be read, or the column that is not known.
        package let text: String
        /// Where the part stands in the text the query was read from, in UTF-8 bytes.
        package let span: Range<Int>
    }

    /// What an instance would drop silently, in the order of the text.
    ///
    /// `knownColumns` says of a column, dot-walks included, whether the table has it; nil when that is not known, which
    /// is no problem. Columns compared with are asked for as well.
    package func problems(knownColumns: (String) -> Bool?) -> [Problem] {
        var problems = unread.map { Problem(kind: .unread, text: $0.text, span: $0.span) }
        func check(_ field: String, _ span: Range<Int>) {
            guard knownColumns(field) == false else { return }
            problems.append(Problem(kind: .unknownColumn, text: field, span: span))
        }
        for condition in groups.lazy.flatMap(\.terms).flatMap(\.conditions) {
            guard condition.kind == .comparison || condition.operator == .subquery else { continue }
            if !condition.field.isEmpty { check(condition.field, condition.span) }
            if condition.operator.takesColumn {
                check(String(condition.value.prefix { $0 != "@" }), condition.span)
            }
        }
        for ordering in orderings { check(ordering.field, ordering.span) }
        return problems.sorted { $0.span.lowerBound < $1.span.lowerBound }
    }
}
