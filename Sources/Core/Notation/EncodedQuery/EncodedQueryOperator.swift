/// The operators of encoded queries. The raw value is the canonical spelling.
package enum Operator: String, Sendable, Hashable, CaseIterable {
    case equals = "="
    /// Does not match empty columns, except booleans.
    case differs = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case contains = "LIKE"
    /// Does not match empty columns.
    case containsNot = "NOT LIKE"
    case startsWith = "STARTSWITH"
    case endsWith = "ENDSWITH"
    case isOneOf = "IN"
    case isNoneOf = "NOT IN"
    /// Inclusive; the value is `from@to`.
    case between = "BETWEEN"
    case isEmpty = "ISEMPTY"
    case isNotEmpty = "ISNOTEMPTY"
    /// Matches always, empty columns included.
    case anything = "ANYTHING"
    case isEmptyText = "EMPTYSTRING"

    // Comparison of columns: the value is a column.
    case sameAsColumn = "SAMEAS"
    case differsFromColumn = "NSAMEAS"
    case greaterThanColumn = "GT_FIELD"
    case lessThanColumn = "LT_FIELD"
    case greaterOrEqualToColumn = "GT_OR_EQUALS_FIELD"
    case lessOrEqualToColumn = "LT_OR_EQUALS_FIELD"
    /// `column@unit@before@count`: further apart.
    case furtherThan = "MORETHAN"
    /// `column@unit@before@count`: closer together.
    case closerThan = "LESSTHAN"

    // Dates.
    /// `label@start@end`.
    case on = "ON"
    /// Outside `label@start@end`.
    case notOn = "NOTON"
    /// `label@javascript:gs.datePart(…)`.
    case datePart = "DATEPART"
    // The value of the relative operators is `unit@ago@count` or `unit@ahead@count`.
    case relativelyAfter = "RELATIVEGT"
    case relativelyBefore = "RELATIVELT"
    case relativelyFrom = "RELATIVEGE"
    case relativelyUntil = "RELATIVELE"
    case relativelyOn = "RELATIVEEE"

    // Records.
    case instanceOf = "INSTANCEOF"
    case dynamic = "DYNAMIC"
    case inHierarchy = "IN_HIERARCHY"
    case inHierarchyDynamic = "IN_HIERARCHY_DYNAMIC"
    case hasNoTag = "DOESNOTHAVE"
    case excludesTag = "EXCLUDING"

    // For notifications and triggers only; matches nothing in a list.
    case changes = "VALCHANGES"
    case changesFrom = "CHANGESFROM"
    case changesTo = "CHANGESTO"

    // Blocks: they are prefixes without a column, and their value may contain `^`. Counts related rows:
    // `RLQUERYincident.problem_id,>=1,priority=1^ENDRLQUERY`.
    case relatedRows = "RLQUERY"
    /// `JOINsys_user.sys_id=sys_user_group.manager!active=true`, up to a tail, the next block or the end.
    case join = "JOIN"
    /// A subquery up to `^ENDSUBQUERY`, optionally preceded by a column.
    case subquery = "SUBQUERY"

    package init?(spelling: some StringProtocol) {
        if let usual = Operator(rawValue: String(spelling)) {
            self = usual
        } else if let other = Operator.otherSpellings.first(where: { $0.spelling == spelling }) {
            self = other.operator
        } else {
            return nil
        }
    }

    private enum Form {
        case nothing, text, list, range, column, distance, day, datePart, relative, table, reference, other
    }

    private var form: Form {
        switch self {
        case .isEmpty, .isNotEmpty, .anything, .isEmptyText, .changes: .nothing
        case .equals, .differs, .contains, .containsNot, .startsWith, .endsWith, .less, .lessOrEqual, .greater,
            .greaterOrEqual:
            .text
        case .isOneOf, .isNoneOf: .list
        case .between: .range
        case .sameAsColumn, .differsFromColumn, .greaterThanColumn, .lessThanColumn, .greaterOrEqualToColumn,
            .lessOrEqualToColumn:
            .column
        case .furtherThan, .closerThan: .distance
        case .on, .notOn: .day
        case .datePart: .datePart
        case .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil, .relativelyOn: .relative
        case .instanceOf: .table
        case .dynamic, .inHierarchy, .inHierarchyDynamic: .reference
        case .hasNoTag, .excludesTag, .changesFrom, .changesTo, .relatedRows, .join, .subquery: .other
        }
    }

    package var takesValue: Bool { form != .nothing }

    package var takesList: Bool { form == .list }

    package var takesColumn: Bool { form == .column || form == .distance }

    /// Whether its value is free text, in which `^` may be meant literally.
    var takesFreeText: Bool { form == .text || form == .list }

    package var isBlock: Bool { self == .relatedRows || self == .join || self == .subquery }

    var closing: String? {
        switch self {
        case .relatedRows: "ENDRLQUERY"
        case .subquery: "ENDSUBQUERY"
        default: nil
        }
    }

    static let otherSpellings: [(spelling: String, operator: Operator)] = [
        ("CONTAINS", .contains), ("NOTLIKE", .containsNot), ("NOT_CONTAINS", .containsNot), ("NOT_IN", .isNoneOf),
        ("IS_NULL", .isEmpty), ("IS_NOT_NULL", .isNotEmpty),
    ]

    /// All spellings in bytes, longest first, so that the first match is the right one.
    static let spellings: [(bytes: [UInt8], operator: Operator)] =
        (allCases.map { (Array($0.rawValue.utf8), $0) } + otherSpellings.map { (Array($0.spelling.utf8), $0.operator) })
        .sorted { $0.0.count > $1.0.count }

    /// Whether it applies to columns of an internal type (`sys_dictionary.internal_type`). An instance drops a
    /// condition with an operator that does not apply.
    package func fits(internalType: String) -> Bool {
        switch form {
        case .day, .datePart, .relative, .distance: !Self.timeless.contains(internalType)
        case .table: internalType == "sys_class_name"
        case .reference: Self.pointing.contains(internalType)
        default: true
        }
    }

    package func reads(_ value: String) -> Bool {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        func isUnit(_ text: Substring) -> Bool { QueryScript.Unit(rawValue: String(text)) != nil }
        switch form {
        case .range: return parts.count == 2
        case .day:
            return parts.count == 3 || parts.count == 1 && QueryScript("javascript:gs.dateGenerate('\(value)')") != nil
        case .datePart: return parts.count >= 2 && DatePartScript(value.drop { $0 != "@" }.dropFirst()) != nil
        case .distance:
            return parts.count == 1 && !value.isEmpty
                || parts.count == 4 && isUnit(parts[1]) && ["before", "after"].contains(parts[2])
                    && Self.isCount(parts[3])
        case .relative:
            let parts = Array(parts.first == "" ? parts.dropFirst() : parts[...])
            return parts.count == 3 && (parts[0] == "dayofweek" || isUnit(parts[0]))
                && ["ago", "ahead"].contains(parts[1]) && Self.isCount(parts[2])
        case .column:
            let isUnitOfTime = parts.count == 1 || parts[1] == "dayofweek" || isUnit(parts[1]) && parts[1] != "second"
            return !value.isEmpty && isUnitOfTime
        case .table, .reference: return !value.isEmpty
        default: return true
        }
    }

    private static func isCount(_ text: Substring) -> Bool { Int(text).map((0..<1_000_000).contains) ?? false }

    static func candidates(for text: Substring) -> [String] {
        let wanted = bare(text)
        guard !wanted.isEmpty else { return [] }
        let known = allCases.filter { !$0.isBlock }.map(\.rawValue) + otherSpellings.map(\.spelling)
        let same = known.filter { wanted.hasPrefix(bare($0)) && bare($0).utf8.count > 1 }
            .max { $0.utf8.count < $1.utf8.count }
        if let same { return [Operator(spelling: same)?.rawValue ?? same] }
        let others = words.filter { wanted.hasPrefix($0.word) }.max { $0.word.utf8.count < $1.word.utf8.count }
        return others.map { [$0.operator.rawValue] } ?? []
    }

    private static func bare(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "_") }, as: UTF8.self)
            .uppercased()
    }

    private static let words: [(word: String, operator: Operator)] = [
        ("==", .equals), ("<>", .differs), ("~", .contains), ("*", .contains), ("!*", .containsNot),
        ("!~", .containsNot), ("%", .endsWith), ("^", .startsWith), ("=>", .greaterOrEqual), ("=<", .lessOrEqual),
        ("DOESNOTCONTAIN", .containsNot), ("NOTCONTAINS", .containsNot), ("ISNULL", .isEmpty),
        ("ISNOTNULL", .isNotEmpty), ("NOTEMPTY", .isNotEmpty), ("EMPTY", .isEmpty), ("BEGINSWITH", .startsWith),
        ("ISNOT", .differs), ("ISONEOF", .isOneOf), ("ISANYTHING", .anything), ("IS", .equals), (":", .equals),
    ]

    private static let pointing: Set<String> = ["reference", "glide_list", "document_id", "GUID", "domain_id"]
    private static let timeless: Set<String> = [
        "string", "integer", "boolean", "decimal", "float", "currency", "price", "reference", "glide_list",
        "journal", "journal_input", "journal_list", "html", "url", "email", "ph_number", "password", "password2",
        "GUID",
        "sys_class_name", "document_id", "domain_id", "domain_path", "choice", "translated_text", "conditions",
        "script",
    ]
}
