import Notation

/// What a variable may be called.
package enum VariableName {
    /// A letter or `_`, then letters, digits, `_` and `-`.
    package static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, ASCII.isLetter(first) || first == .underscore else { return false }
        return name.utf8.allSatisfy { $0.isNameByte || $0 == .dash }
    }
}
