/// What has to hold of a value: `== 2`, `~ INC[N]`, `exists`.
package enum RecipeTest: Sendable, Hashable {
    /// How two values are compared: numbers as numbers where both are, else as text. `?  exit 0` is `equal`.
    package enum Comparison: String, Sendable, Hashable, CaseIterable {
        /// Both are the same.
        case equal = "=="
        /// They differ.
        case notEqual = "!="
        /// The value is no greater than the other.
        case atMost = "<="
        /// The value is no less than the other.
        case atLeast = ">="
        /// The value is less than the other.
        case less = "<"
        /// The value is greater than the other.
        case more = ">"
        /// The text has the form of another with holes: `INC[N]`.
        case like = "~"
        /// The text holds the other; a list has it as an element.
        case contains = "contains"
    }

    /// The sorts that `type` tells apart.
    package enum Sort: String, Sendable, Hashable, CaseIterable {
        /// What JSON calls its values.
        case string, number, bool, null, array, object
    }

    /// Compared with a value, which may hold variables.
    case compare(Comparison, String)
    /// The path leads somewhere.
    case exists
    /// It does not.
    case absent
    /// The value is of that sort.
    case type(Sort)
}
