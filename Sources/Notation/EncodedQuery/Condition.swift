extension EncodedQuery {
    /// One comparison, or one block.
    package struct Condition: Sendable {
        /// What sort of thing a condition asks about.
        package enum Kind: Sendable, Hashable {
            /// A column, an operator, a value.
            case comparison
            /// Words anywhere in a record: `123TEXTQUERY321=words`.
            case textSearch
            /// The text index that a text search uses: `123TEXTINDEXGROUP321=name`.
            case textIndexGroup
            /// Other rows: `RLQUERY…^ENDRLQUERY`, `JOIN…`, `SUBQUERY…^ENDSUBQUERY`.
            case block
        }

        /// The pseudo-column of a text search.
        package static let textSearchField = "123TEXTQUERY321"
        /// The pseudo-column that picks the index of a text search.
        package static let textIndexGroupField = "123TEXTINDEXGROUP321"

        /// Column, dot-walks included: `caller_id.department.name`. Empty for a block without one.
        package var field: String
        /// What is compared by, whichever way it was spelled.
        package var `operator`: Operator
        /// The value as it was written; empty when the operator takes none. A block's inside, without its closing.
        package var value: String
        /// Where it stands in the text it was read from, in UTF-8 bytes, without `^`, `^OR` or `^NQ`.
        package var span: Range<Int>

        /// A condition; one that is not read from a text has no span.
        package init(_ field: String, _ operator: Operator, _ value: String = "", span: Range<Int> = 0..<0) {
            self.field = field
            self.operator = `operator`
            self.value = value
            self.span = span
        }

        /// What sort of condition it is.
        package var kind: Kind {
            if `operator`.isBlock { return .block }
            switch field {
            case Condition.textSearchField: return .textSearch
            case Condition.textIndexGroupField: return .textIndexGroup
            default: return .comparison
            }
        }

        /// The condition as text, the operator in its usual spelling.
        package var text: String {
            field + `operator`.rawValue + value + (`operator`.closing.map { "^" + $0 } ?? "")
        }
    }
}

// Where it stood is no part of what it says.
extension EncodedQuery.Condition: Hashable {
    /// Whether both say the same.
    package static func == (left: Self, right: Self) -> Bool {
        left.field == right.field && left.operator == right.operator && left.value == right.value
    }

    /// Goes by what `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(field)
        hasher.combine(`operator`)
        hasher.combine(value)
    }
}
