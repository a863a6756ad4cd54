import NowData
import TapeDeck

/// A field that was given a value and holds the one it had.
enum StayedField {
    /// What is said of it; nil where it took the value, and where the stored value tells nothing: an instance stores
    /// other words for a boolean, and keeps neither journals nor secrets in the record.
    static func sentence(
        _ name: String, _ given: String, _ column: ColumnDescription?, _ before: TableRow, _ after: TableRow
    ) -> String? {
        guard let old = before[name]?.value, old == after[name]?.value, old != given, column?.type != "boolean",
            !(column?.type.hasPrefix("journal") ?? false), !Redaction.isSecret(name)
        else { return nil }
        let value = old.isEmpty ? "empty" : SingleLine.of(old, limit: 40)
        return "\(name) stayed \(value): the instance did not take what it was given."
    }
}
