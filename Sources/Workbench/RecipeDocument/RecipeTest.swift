import CommandLanguage
package import Notation

/// A test of a value: `== 2`, `~ INC[N]`, `exists`.
package enum RecipeTest: Sendable, Hashable {
    /// A comparison operator: numeric if both values are numbers, else textual. `? exit 0` is `equal`.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case notEqual = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case more = ">"
        /// The text matches a pattern with holes: `INC[N]`.
        case like = "~"
        /// The text contains the other; a list has it as an element.
        case contains = "contains"
    }

    package enum ValueType: String, Sendable, Hashable, CaseIterable { case string, number, bool, null, array, object }

    /// Compared with a value, which may contain variables.
    case compare(Comparison, String)
    case exists
    case absent
    case type(ValueType)

    /// Whether the test holds for a value; nil is a missing value.
    ///
    /// - Parameter variables: by name, for the expected value.
    package func holds(of value: JSON?, _ variables: [String: String] = [:]) -> Bool {
        switch self {
        case .exists: return value != nil
        case .absent: return value == nil
        case .type(let sort): return value.map { ValueType($0) == sort } ?? false
        case .compare(let comparison, let template):
            guard let value else { return false }
            if comparison == .like { return LinePattern(template) { variables[$0] }.matches(value.plainText) }
            return RecipeTest.holds(value, comparison, RecipeTemplate(template).expanded { variables[$0] })
        }
    }

    private static func holds(_ value: JSON, _ comparison: Comparison, _ wanted: String) -> Bool {
        let text = value.plainText
        switch comparison {
        case .equal: return same(text, wanted)
        case .notEqual: return !same(text, wanted)
        case .less: return isLess(text, wanted)
        case .more: return isLess(wanted, text)
        case .atMost: return !isLess(wanted, text)
        case .atLeast: return !isLess(text, wanted)
        case .contains:
            if case .array(let elements) = value { return elements.contains { same($0.plainText, wanted) } }
            return wanted.isEmpty || Array(text.utf8).firstRange(of: Array(wanted.utf8)) != nil
        case .like: return false
        }
    }

    /// Byte by byte: canonically equivalent strings differ.
    private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// Numeric if both are numbers, else textual, which also orders dates.
    private static func isLess(_ left: String, _ right: String) -> Bool {
        guard let one = number(left), let other = number(right) else {
            return left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        if one != other { return one < other }
        // Whole numbers beyond the precision have the same number of digits.
        let (short, long) = (digits(left), digits(right))
        guard short.count == long.count, short.allSatisfy(ASCII.isDigit), long.allSatisfy(ASCII.isDigit) else {
            return false
        }
        return one < 0 ? long.lexicographicallyPrecedes(short) : short.lexicographicallyPrecedes(long)
    }

    /// `-12`, `3.50`, `1e6`; nil for anything else.
    private static func number(_ text: String) -> Double? {
        let isNumber = text.utf8.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }
        return isNumber ? Double(text) : nil
    }

    /// A number without its sign and leading zeros.
    private static func digits(_ text: String) -> Substring.UTF8View { text.utf8.drop { "+-0".utf8.contains($0) } }

    /// The test as written in a recipe: `== {{n}}`, `exists`.
    package var spelling: String {
        switch self {
        case .exists: "exists"
        case .absent: "absent"
        case .type(let sort): "type \(sort.rawValue)"
        case .compare(let comparison, let template): "\(comparison.rawValue) \(template)"
        }
    }

    /// The expected value for a message: `== 2`, with variables expanded.
    package func wording(_ variables: [String: String]) -> String {
        switch self {
        case .exists: "something there"
        case .absent: "nothing there"
        case .type(let sort): "a value of type \(sort.rawValue)"
        case .compare(let comparison, let template):
            "\(comparison.rawValue) \(RecipeTemplate(template).expanded { variables[$0] })"
        }
    }
}

extension RecipeTest.ValueType {
    package init(_ value: JSON) {
        self =
            switch value {
            case .null: .null
            case .bool: .bool
            case .number: .number
            case .string: .string
            case .array: .array
            case .object: .object
            }
    }
}
