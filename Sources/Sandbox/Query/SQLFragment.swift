import Database

/// A piece of an SQL expression with the values its `?` stand for, in order.
///
/// Names in the text come from the schema alone; whatever a client sent is among the values.
struct SQLFragment: Hashable {
    var text: String
    var values: [SQLValue]

    init(_ text: String, _ values: [SQLValue] = []) {
        self.text = text
        self.values = values
    }

    /// Nothing matches.
    static let never = SQLFragment("0")

    /// Joins conditions as a balanced tree: SQLite refuses expressions deeper than 1000, and a chain of n is n deep.
    /// Nil when there are none.
    static func joined(_ parts: [SQLFragment], by word: String) -> SQLFragment? {
        guard let first = parts.first else { return nil }
        guard parts.count > 1 else { return first }
        var text = ""
        write(parts[...], by: word, into: &text)
        // The planner looks at every part of a long condition for an index, again and again; hidden in a test for
        // truth the condition is just evaluated.
        if parts.count > 64 { text = "(" + text + " IS TRUE)" }
        return SQLFragment(text, parts.flatMap(\.values))
    }

    private static func write(_ parts: ArraySlice<SQLFragment>, by word: String, into text: inout String) {
        guard parts.count > 1 else {
            for part in parts { text += part.text }
            return
        }
        let middle = parts.startIndex + parts.count / 2
        text += "("
        write(parts[..<middle], by: word, into: &text)
        text += " " + word + " "
        write(parts[middle...], by: word, into: &text)
        text += ")"
    }
}
