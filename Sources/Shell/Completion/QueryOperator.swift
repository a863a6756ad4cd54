import Notation

/// An operator that completion offers and help lists: one of the usual ones of many, for some sorts of columns.
package struct QueryOperator: Sendable, Hashable {
    /// What sorts of columns it suits.
    enum Suits: Sendable, Hashable { case all, text, ordered, listed }

    let meaning: Operator
    /// What it asks: a phrase without a full stop.
    package let summary: String
    let suits: Suits

    /// The usual ones, in the order of help.
    package static let all: [QueryOperator] = [
        QueryOperator(.equals, "is", .all),
        QueryOperator(.differs, "is not", .all),
        QueryOperator(.contains, "holds", .text),
        QueryOperator(.containsNot, "does not hold", .text),
        QueryOperator(.startsWith, "begins with", .text),
        QueryOperator(.endsWith, "ends with", .text),
        QueryOperator(.less, "is less, or before", .ordered),
        QueryOperator(.lessOrEqual, "is at most, or not after", .ordered),
        QueryOperator(.greater, "is more, or after", .ordered),
        QueryOperator(.greaterOrEqual, "is at least, or not before", .ordered),
        QueryOperator(.between, "is between two values: 1@3", .ordered),
        QueryOperator(.isOneOf, "is one of: 1,2", .listed),
        QueryOperator(.isNoneOf, "is none of: 1,2", .listed),
        QueryOperator(.isEmpty, "is empty", .all),
        QueryOperator(.isNotEmpty, "is not empty", .all),
    ]

    private init(_ meaning: Operator, _ summary: String, _ suits: Suits) {
        self.meaning = meaning
        self.summary = summary
        self.suits = suits
    }

    /// How it is written.
    package var spelling: String { meaning.rawValue }
    /// Whether a value follows.
    package var takesValue: Bool { meaning.takesValue }

    /// Those that suit a column.
    static func suiting(_ column: ColumnKnowledge) -> [QueryOperator] {
        all.filter { candidate in
            switch candidate.suits {
            case .all: true
            case .text: column.sort == .text || column.sort == .reference
            case .ordered: column.sort == .ordered
            case .listed: column.sort != .truth
            }
        }
    }
}
