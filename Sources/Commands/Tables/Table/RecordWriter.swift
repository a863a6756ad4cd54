package import Workbench
import ExchangeModel
package import NowData

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
    func current(_ record: PlannedRecord) async throws -> TableRow {
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
        _ place: Int, _ run: isolated Run,
        _ send: (TableClient) async throws(RequestFailure) -> Answer
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
