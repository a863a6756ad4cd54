package import Notation

extension RecipeTest {
    /// Whether it holds of a value; nil is a value that is not there.
    ///
    /// - Parameter variables: by name, for the value that is compared with.
    package func holds(of value: JSON?, _ variables: [String: String] = [:]) -> Bool {
        switch self {
        case .exists: return value != nil
        case .absent: return value == nil
        case .type(let sort): return value.map { Sort($0) == sort } ?? false
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
            return LiteralSearch(Array(wanted.utf8)).occurs(in: text.utf8)
        case .like: return false
        }
    }

    /// Byte by byte: text that looks the same and is not is told apart.
    private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    /// As numbers where both are, else as text; dates compare so.
    private static func isLess(_ left: String, _ right: String) -> Bool {
        if let left = DecimalNumber(left), let right = DecimalNumber(right) { return left < right }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// The test as a recipe writes it: `== {{n}}`, `exists`.
    var spelling: String {
        switch self {
        case .exists: "exists"
        case .absent: "absent"
        case .type(let sort): "type \(sort.rawValue)"
        case .compare(let comparison, let template): "\(comparison.rawValue) \(template)"
        }
    }

    /// What is expected, as a failure says it: `== 2`, with its variables in place.
    func wording(_ variables: [String: String]) -> String {
        switch self {
        case .exists: "something there"
        case .absent: "nothing there"
        case .type(let sort): "a value of type \(sort.rawValue)"
        case .compare(let comparison, let template):
            "\(comparison.rawValue) \(RecipeTemplate(template).expanded { variables[$0] })"
        }
    }
}

extension RecipeTest.Sort {
    /// The sort of a value.
    init(_ value: JSON) {
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

extension JSON {
    /// The value as a variable keeps it.
    var plainText: String { (try? FieldPath(steps: []).text(in: self)) ?? "" }
}
