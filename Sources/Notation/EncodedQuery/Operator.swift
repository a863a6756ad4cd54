/// What a condition of an encoded query compares by. The raw value is its usual spelling.
package enum Operator: String, Sendable, Hashable, CaseIterable {
    /// A reference by its sys_id, a choice by its value.
    case equals = "="
    /// Empty columns do not differ, except booleans.
    case differs = "!="
    /// Numbers, dates, text.
    case less = "<"
    /// Less or equal.
    case lessOrEqual = "<="
    /// Greater.
    case greater = ">"
    /// Greater or equal.
    case greaterOrEqual = ">="
    /// Text anywhere in the column, or in a reference's display value.
    case contains = "LIKE"
    /// No such text; true of no empty column.
    case containsNot = "NOT LIKE"
    /// Text at the beginning.
    case startsWith = "STARTSWITH"
    /// Text at the end.
    case endsWith = "ENDSWITH"
    /// One of a list separated by commas.
    case isOneOf = "IN"
    /// None of a list separated by commas.
    case isNoneOf = "NOT IN"
    /// Inclusive; the value is `from@to`.
    case between = "BETWEEN"
    /// Nothing in the column.
    case isEmpty = "ISEMPTY"
    /// Something in the column.
    case isNotEmpty = "ISNOTEMPTY"
    /// Always true, for an empty column too.
    case anything = "ANYTHING"
    /// A text without characters.
    case isEmptyText = "EMPTYSTRING"

    // Column against column: the value is a column.
    /// Equal to another column of the record.
    case sameAsColumn = "SAMEAS"
    /// Different from another column of the record.
    case differsFromColumn = "NSAMEAS"
    /// Greater than another column of the record.
    case greaterThanColumn = "GT_FIELD"
    /// Less than another column of the record.
    case lessThanColumn = "LT_FIELD"
    /// At least another column of the record.
    case greaterOrEqualToColumn = "GT_OR_EQUALS_FIELD"
    /// At most another column of the record.
    case lessOrEqualToColumn = "LT_OR_EQUALS_FIELD"
    /// `column@unit@before@count`: further apart than that.
    case furtherThan = "MORETHAN"
    /// `column@unit@before@count`: closer than that.
    case closerThan = "LESSTHAN"

    // Dates.
    /// `label@start@end`.
    case on = "ON"
    /// Outside of `label@start@end`.
    case notOn = "NOTON"
    /// `label@javascript:gs.datePart(…)`.
    case datePart = "DATEPART"
    // The value of the relative ones is `unit@ago@count` or `unit@ahead@count`.
    /// Later than that.
    case relativelyAfter = "RELATIVEGT"
    /// Earlier than that.
    case relativelyBefore = "RELATIVELT"
    /// Then or later.
    case relativelyFrom = "RELATIVEGE"
    /// Then or earlier.
    case relativelyUntil = "RELATIVELE"
    /// Within that unit of time.
    case relativelyOn = "RELATIVEEE"

    // Records.
    /// A class or one below it.
    case instanceOf = "INSTANCEOF"
    /// The value is the sys_id of a dynamic filter option ("Me").
    case dynamic = "DYNAMIC"
    /// A record or one below it in its hierarchy.
    case inHierarchy = "IN_HIERARCHY"
    /// The same, of the record that a dynamic filter option names.
    case inHierarchyDynamic = "IN_HIERARCHY_DYNAMIC"
    /// Without that tag.
    case hasNoTag = "DOESNOTHAVE"
    /// Without any of those tags.
    case excludesTag = "EXCLUDING"

    // Only in notifications and triggers; true of nothing in a list.
    /// The column changes.
    case changes = "VALCHANGES"
    /// The column loses this value.
    case changesFrom = "CHANGESFROM"
    /// The column gets this value.
    case changesTo = "CHANGESTO"

    // Blocks: they stand in front, have no column of their own, and their value may hold `^`.
    /// Counts related rows: `RLQUERYincident.problem_id,>=1,priority=1^ENDRLQUERY`.
    case relatedRows = "RLQUERY"
    /// `JOINsys_user.sys_id=sys_user_group.manager!active=true`, up to a tail, the next block or the end.
    case join = "JOIN"
    /// A set of rows, up to `^ENDSUBQUERY`. A column may stand before it.
    case subquery = "SUBQUERY"

    /// The operator with that spelling, the usual one or another.
    package init?(spelling: some StringProtocol) {
        if let usual = Operator(rawValue: String(spelling)) {
            self = usual
        } else if let other = Operator.otherSpellings.first(where: { $0.spelling == spelling }) {
            self = other.operator
        } else {
            return nil
        }
    }

    /// Whether something follows it. An empty value is a value: `state=` asks for the empty state.
    package var takesValue: Bool {
        switch self {
        case .isEmpty, .isNotEmpty, .anything, .isEmptyText, .changes: false
        default: true
        }
    }

    /// Whether its value is a list separated by commas, in which order says nothing.
    package var takesList: Bool { self == .isOneOf || self == .isNoneOf }

    /// Whether its value is the name of a column first of all.
    package var takesColumn: Bool {
        switch self {
        case .sameAsColumn, .differsFromColumn, .greaterThanColumn, .lessThanColumn, .greaterOrEqualToColumn,
            .lessOrEqualToColumn, .furtherThan, .closerThan:
            true
        default: false
        }
    }

    /// Whether it opens a block, whose value may hold `^`.
    package var isBlock: Bool { self == .relatedRows || self == .join || self == .subquery }

    /// What closes a block that has an end of its own.
    var closing: String? {
        switch self {
        case .relatedRows: "ENDRLQUERY"
        case .subquery: "ENDSUBQUERY"
        default: nil
        }
    }

    /// Spellings beside the usual one, as newer operator lists of instances write them.
    static let otherSpellings: [(spelling: String, operator: Operator)] = [
        ("CONTAINS", .contains), ("NOTLIKE", .containsNot), ("NOT_CONTAINS", .containsNot), ("NOT_IN", .isNoneOf),
        ("IS_NULL", .isEmpty), ("IS_NOT_NULL", .isNotEmpty),
    ]

    /// Every spelling in bytes, longest first, so that the first that fits is the one that is meant.
    static let spellings: [(bytes: [UInt8], operator: Operator)] =
        (allCases.map { (Array($0.rawValue.utf8), $0) } + otherSpellings.map { (Array($0.spelling.utf8), $0.operator) })
        .sorted { $0.0.count > $1.0.count }
}
