import Redactors
package import Workbench
import ExchangeModel
import Notation
package import NowData
import TapeDeck

/// Fields whose stored value after a write is not the intended one. An instance empties a field that cannot hold its
/// value, ignores read-only fields, and has business rules.
package struct StoredDifferences {

    package init() {
    }
    private var found: [(difference: String, titles: [String])] = []
    private var written = 0

    /// Compares a record with what was written to it.
    ///
    /// - Parameters:
    ///   - columns: the known columns of its table.
    ///   - before: the record before; nil for a new one.
    ///   - after: the record in the response.
    package mutating func compare(
        _ write: TableWrite, _ table: String, _ columns: [ColumnDescription], before: TableRow?, after: TableRow
    ) {
        written += 1
        let present = Set(after.columns)
        for (name, value) in write.fields {
            let column = columns.first { $0.name == name }
            if !present.contains(name) {
                add("\(table) has no field \(name), or you may not read it; it may not have been set.", after)
            } else if !Self.isWithheld(name, column), let cell = after[name],
                let sentence = Self.sentence(
                    name, value, column, before?[name], cell, isDisplayed: write.readsDisplayValues)
            {
                add(sentence, after)
            }
        }
    }

    package func note(in notes: CommandNotes) {
        for (difference, titles) in found {
            let more = titles.count - Self.maxTitles
            let names = titles.prefix(Self.maxTitles).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
            notes.add("warning: " + (written > 1 ? "\(names): \(difference)" : difference))
        }
    }

    /// Records with the same difference share its line.
    private mutating func add(_ difference: String, _ row: TableRow) {
        let title = SingleLine.of(PlannedRecord.name(of: row)?.text ?? row.sysID ?? "", limit: 40)
        if let place = found.firstIndex(where: { $0.difference == difference }) {
            found[place].titles.append(title)
        } else {
            found.append((difference, [title]))
        }
    }

    private static func sentence(
        _ name: String, _ meant: String, _ column: ColumnDescription?, _ old: TableCell?, _ new: TableCell,
        isDisplayed: Bool
    ) -> String? {
        func short(_ text: String) -> String { text.isEmpty ? "empty" : SingleLine.of(text, limit: 40) }
        if !isDisplayed, new.value != meant, old?.value == new.value, !isSame(meant, new.value, column) {
            return "\(name) stayed \(short(new.value)): the instance did not accept the value."
        }
        if !new.value.isEmpty, new.display?.isEmpty ?? false {
            return "\(name) was set but has no display value: a reference takes the sys_id of a record."
        }
        if new.value.isEmpty, !meant.isEmpty { return "\(name) is empty: the instance did not store \(short(meant))." }
        guard !isDisplayed, isComparable(column), !isSame(meant, new.value, column) else { return nil }
        if column?.type == "string", !new.value.isEmpty, meant.hasPrefix(new.value) {
            return "\(name) was cut to \(Phrase.counted(new.value.count, "character"))."
        }
        return "\(name) was stored as \(short(new.value)), not \(short(meant))."
    }

    /// Whether a stored value means what was sent, perhaps in another notation.
    private static func isSame(_ meant: String, _ stored: String, _ column: ColumnDescription?) -> Bool {
        func plain(_ text: String) -> String {
            ASCII.trimmed(text.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")[...])
                .lowercased()
        }
        if plain(meant) == plain(stored) { return true }
        guard let column else { return false }
        if column.type == "boolean" { return ColumnDescription.truth(of: meant) == ColumnDescription.truth(of: stored) }
        if column.isNumeric { return Double(meant).map { $0 == Double(stored) } ?? false }
        guard column.isDated else { return false }
        // A time with a zone is stored in UTC, and a date may be extended by a time.
        return !stored.isEmpty && meant.utf8.count != 19
            && (meant.contains("T") || meant.prefix(10) == stored.prefix(10))
    }

    /// Whether a column stores its values unchanged and in one notation.
    private static func isComparable(_ column: ColumnDescription?) -> Bool {
        guard let column else { return false }
        return column.isNumeric || column.isDated || !column.choices.isEmpty
            || ["string", "boolean", "reference"].contains(column.type)
    }

    /// Whether the response does not show what was written: journals and secrets.
    private static func isWithheld(_ name: String, _ column: ColumnDescription?) -> Bool {
        RestoredFields.isJournal(name, column) || Redaction.isSecret(name)
            || column?.type.hasPrefix("password") ?? false
    }

    private static let maxTitles = 5
}
