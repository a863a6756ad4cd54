extension Operator {
    /// Whether it says anything of a column of that type, named as `sys_dictionary.internal_type` names it. An instance
    /// drops a condition whose operator does not.
    package func fits(internalType: String) -> Bool {
        switch self {
        case .on, .notOn, .datePart, .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil,
            .relativelyOn, .furtherThan, .closerThan:
            !Self.timeless.contains(internalType)
        case .instanceOf: internalType == "sys_class_name"
        case .dynamic, .inHierarchy, .inHierarchyDynamic: Self.pointing.contains(internalType)
        default: true
        }
    }

    /// Whether a value has the form that the operator asks for: two ends of a range, a unit with a count.
    package func reads(_ value: String) -> Bool {
        let parts = value.split(separator: "@", omittingEmptySubsequences: false)
        switch self {
        case .between: return parts.count == 2
        case .on, .notOn: return parts.count == 3 || parts.count == 1 && !value.isEmpty
        case .datePart: return parts.count == 2
        case .furtherThan, .closerThan: return parts.count == 4 && Int(parts[3]) != nil
        case .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil, .relativelyOn:
            let parts = parts.first == "" ? parts.dropFirst() : parts[...]
            return parts.count == 3 && parts.last.map { Int($0) != nil } == true
        case .instanceOf, .dynamic, .inHierarchy, .inHierarchyDynamic, .sameAsColumn, .differsFromColumn,
            .greaterThanColumn, .lessThanColumn, .greaterOrEqualToColumn, .lessOrEqualToColumn:
            return !value.isEmpty
        default: return true
        }
    }

    /// Whether its value is text as somebody typed it, in which a `^` may have been meant.
    var takesFreeText: Bool {
        switch self {
        case .equals, .differs, .contains, .containsNot, .startsWith, .endsWith, .isOneOf, .isNoneOf, .less,
            .lessOrEqual, .greater, .greaterOrEqual:
            true
        default: false
        }
    }

    /// Spellings that begin like a misspelt operator, or read like it but for letter case and separators; the usual ones.
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

    /// What people write for an operator, as other query languages or the labels of a list have it.
    private static let words: [(word: String, operator: Operator)] = [
        ("==", .equals), ("<>", .differs), ("~", .contains), ("*", .contains), ("!*", .containsNot),
        ("!~", .containsNot), ("%", .endsWith), ("^", .startsWith), ("=>", .greaterOrEqual), ("=<", .lessOrEqual),
        ("DOESNOTCONTAIN", .containsNot), ("NOTCONTAINS", .containsNot), ("ISNULL", .isEmpty),
        ("ISNOTNULL", .isNotEmpty), ("NOTEMPTY", .isNotEmpty), ("EMPTY", .isEmpty), ("BEGINSWITH", .startsWith),
        ("ISNOT", .differs), ("ISONEOF", .isOneOf), ("ISANYTHING", .anything), ("IS", .equals), (":", .equals),
    ]

    private static let pointing: Set<String> = ["reference", "glide_list", "document_id", "GUID", "domain_id"]
    /// Types whose values are neither moments nor days.
    private static let timeless: Set<String> = [
        "string", "integer", "boolean", "decimal", "float", "currency", "price", "reference", "glide_list",
        "journal", "journal_input", "journal_list", "html", "url", "email", "ph_number", "password", "password2",
        "GUID",
        "sys_class_name", "document_id", "domain_id", "domain_path", "choice", "translated_text", "conditions",
        "script",
    ]
}
