import Notation
package import NowData
import Redactors
package import Workbench

/// Writes records of one table, one request each, and keeps the undo script in the session.
package struct RecordWriter {
    package let table: String
    let columns: [ColumnDescription]
    let tables: TableClient
    private var remarks = UndoNotes()
    private var differences = StoredDifferences()

    init(_ table: String, _ run: isolated Run) async throws {
        self.table = table
        columns = try await run.columns(of: table)
        tables = try run.tables()
    }

    /// The current state of a planned record. Throws `SkippedRecordError` if it was deleted or changed since the plan.
    ///
    /// - Parameters:
    ///   - fields: what undo restores: a later change by the same user that left them, such as a work note, is no matter.
    ///   - user: the user of the session.
    func current(
        _ record: PlannedRecord, restoring fields: [UndoStep.Field] = [], by user: String? = nil
    ) async throws -> TableRow {
        let row: TableRow
        do throws(RequestFailure) {
            row = try await tables.get(record.sysID, TableRead(table))
        } catch {
            guard case .errorResponse(let errorResponse) = error, errorResponse.kind == .notFound else { throw error }
            throw SkippedRecordError(record.title, "was deleted, or you may no longer read it", isGone: true)
        }
        guard let planned = record.modCount, let now = PlannedRecord.modCount(of: row), planned != now else {
            return row
        }
        let isOwn = user != nil && row["sys_updated_by"]?.value == user
        if isOwn, !fields.isEmpty, fields.allSatisfy({ $0.now != nil && $0.now == row[$0.name]?.value }) { return row }
        let who = row["sys_updated_by"].map { " by \(SingleLine.of($0.value))" } ?? ""
        throw SkippedRecordError(record.title, "was changed\(who) in the meantime")
    }

    package mutating func update(
        _ before: TableRow, _ write: TableWrite, _ run: isolated Run
    ) async throws -> TableRow {
        let names = write.fields.map(\.name)
        var restored = RestoredFields(columns)
        restored.update(before, nil, set: names)
        // Kept before sending, because a request without a response may have been executed.
        let place = keep(.update, before, restored.fields, renamed: names, run)
        let after = try await sending(place, run) { tables throws(RequestFailure) in
            try await tables.update(before.sysID ?? "", write, TableRead(table))
        }
        restored = RestoredFields(columns)
        restored.update(before, after, set: names)
        run.undo?.steps[place].fields = restored.fields
        run.undo?.steps[place].modCount = PlannedRecord.modCount(of: after)
        if restored.fields.isEmpty { run.undo?.steps.remove(at: place) }
        remarks.add(restored)
        differences.compare(write, table, columns, before: before, after: after)
        return after
    }

    mutating func delete(_ before: TableRow, _ run: isolated Run) async throws {
        var before = before, columns = columns
        // A record is recreated in its own class: an incident deleted through `task` has columns that tasks lack.
        let own = before["sys_class_name"]?.value ?? ""
        if !own.isEmpty, own != table {
            columns = try await run.columns(of: own)
            before = try await tables.get(before.sysID ?? "", TableRead(own))
        }
        var restored = RestoredFields(columns)
        restored.create(before)
        let place = keep(.create, before, restored.fields, in: own, run)
        _ = try await sending(place, run) { tables throws(RequestFailure) in
            try await tables.delete(before.sysID ?? "", from: table)
        }
    }

    package mutating func create(_ write: TableWrite, _ run: isolated Run) async throws -> TableRow {
        let row = try await tables.create(write, TableRead(table))
        differences.compare(write, table, columns, before: nil, after: row)
        let place = keep(.delete, row, [], run)
        run.undo?.steps[place].modCount = PlannedRecord.modCount(of: row)
        return row
    }

    /// Warns about fields whose stored value differs.
    func warn(in notes: CommandNotes) { differences.note(in: notes) }

    package func note(in notes: CommandNotes) { remarks.note(in: notes) }

    package static let unrestorableNote =
        "undo recreates a record with its sys_id, but not its journals, attachments and sys_ columns, nor what was deleted with it."

    private func keep(
        _ action: UndoStep.Action, _ row: TableRow, _ fields: [UndoStep.Field], renamed: [String] = [],
        in own: String = "", _ run: isolated Run
    ) -> Int {
        run.undo?.steps.append(UndoStep(action, row, of: own.isEmpty ? table : own, fields, renamed: renamed))
        return (run.undo?.steps.count ?? 1) - 1
    }

    /// Sends the request, and drops its undo step if the instance reports that it did nothing.
    private func sending<Answer: Sendable>(
        _ place: Int, _ run: isolated Run, _ send: (TableClient) async throws(RequestFailure) -> Answer
    ) async throws -> Answer {
        do throws(RequestFailure) {
            return try await send(tables)
        } catch {
            if case .errorResponse(let errorResponse) = error,
                [.forbidden, .notFound, .invalid, .notSignedIn, .tooManyRequests].contains(errorResponse.kind)
            {
                run.undo?.steps.remove(at: place)
            }
            throw error
        }
    }
}

/// A planned record that was not written because it no longer matches the plan.
struct SkippedRecordError: Error {
    let message: String
    let isGone: Bool

    init(_ title: String, _ reason: String, isGone: Bool = false) {
        message = "\(title) \(reason)."
        self.isGone = isGone
    }
}

/// Fields whose stored value after a write is not the intended one. An instance empties a field that cannot hold its
/// value, ignores read-only fields, and has business rules.
package struct StoredDifferences {

    package init() {}
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
