package import NowData
import Workbench

/// A record to be changed, as it was when the plan was made.
package struct PlannedRecord: Sendable {
    package let sysID: String
    /// Its display name and the column that holds it; nil if it only has a sys_id.
    package let name: (column: String, text: String)?
    let about: String
    /// Its `sys_mod_count`; nil if the table has no such column.
    package let modCount: String?
    package let cells: [String: TableCell]

    package init?(_ row: TableRow, columns: [String]) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.sysID = sysID
        name = Self.name(of: row)
        about = row["short_description"]?.value ?? ""
        modCount = Self.modCount(of: row)
        cells = Dictionary(columns.compactMap { name in row[name].map { (name, $0) } }) { first, _ in first }
    }

    /// The name, or else the sys_id.
    package var title: String { name?.text ?? sysID }

    package static func fields(for columns: [String]) -> [String] {
        let own = ["sys_id"] + RecordName.columns + ["short_description", "sys_mod_count"]
        return own + columns.filter { !own.contains($0) }
    }

    package static func name(of row: TableRow) -> (column: String, text: String)? {
        RecordName.columns.lazy.compactMap { column in row[column].map { (column, $0.value) } }.first { !$0.1.isEmpty }
    }

    package static func modCount(of row: TableRow) -> String? {
        row["sys_mod_count"].map(\.value).flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Writes the records of a plan, one after another.
struct BulkWriter {
    let found: [PlannedRecord]
    package let table: String
    /// The participle for messages: `updated`.
    let done: String
    /// Whether a rejected record does not end the run (`--keep-going`).
    let keepsGoing: Bool

    /// Records that were not written, each with a sentence that gives the reason.
    private var left: [(record: PlannedRecord, reason: String)] = []

    init(_ found: [PlannedRecord], of table: String, _ done: String, keepsGoing: Bool = false, _ run: Run) {
        self.found = found
        self.table = table
        self.done = done
        self.keepsGoing = keepsGoing || run.arguments[.keepGoing]
    }

    /// Throws `IncompleteError` if not every record was written: at the first failure, or at the end for skipped
    /// records. Earlier writes stay, and their undo script is kept.
    mutating func write(_ run: isolated Run, _ change: (PlannedRecord) async throws -> Void) async throws {
        defer { run.recordsHaveChanged(in: [table]) }
        var gone = 0
        for (count, record) in found.enumerated() {
            do {
                try await change(record)
            } catch let alone as SkippedRecordError {
                if alone.isGone, done == "deleted" {
                    run.notes.add("\(record.title) was gone already.")
                    gone += 1
                } else {
                    left.append((record, alone.message))
                }
            } catch {
                guard keepsGoing, let reason = Self.rejectionReason(error) else {
                    throw IncompleteError(
                        error, after: count - left.count, of: found, at: count, leaving: left.map(\.record), done,
                        run.arguments)
                }
                left.append((record, "\(record.title): \(reason)."))
            }
            run.count(count + 1, of: found.count, "records \(done)")
        }
        guard !left.isEmpty else {
            return run.notes.add("\(Phrase.counted(found.count - gone, "record")) of \(table) \(done).")
        }
        throw IncompleteError(left, of: found, table, done, run.arguments)
    }

    /// The instance's reason for rejecting this record, if it may accept others.
    private static func rejectionReason(_ error: any Error) -> String? {
        guard case RequestFailure.errorResponse(let errorResponse) = error,
            [.forbidden, .notFound, .invalid, .server].contains(errorResponse.kind)
        else { return nil }
        return "\(errorResponse)"
    }
}

/// A bulk change that was not completed; the hint names the remaining records.
extension IncompleteError {
    /// Ended at a record that failed.
    ///
    /// - Parameters:
    ///   - done: the number of changed records.
    ///   - place: the index of the failed record.
    ///   - left: skipped records before it.
    ///   - verb: the participle, `updated`.
    init(
        _ cause: any Error, after done: Int, of records: [PlannedRecord], at place: Int,
        leaving left: [PlannedRecord] = [], _ verb: String, _ arguments: BoundArguments
    ) {
        let table = arguments[.table].map { " of \($0)" } ?? ""
        let failed = records[place].title
        // A rejection changes nothing; a request without a response may have been executed.
        let isRejection = if case RequestFailure.errorResponse = cause { true } else { false }
        let rest = records.count - place - 1
        let notes = [
            "\(done) of \(Phrase.counted(records.count, "record"))\(table) \(done == 1 ? "was" : "were") \(verb), \(failed) "
                + (isRejection ? "was not" : "may have been")
                + (rest > 0 ? ", \(rest) \(rest == 1 ? "was" : "were") not tried." : ".")
        ]
        let hints = IncompleteError.line(for: left + records[place...], arguments).map { [$0] } ?? []
        self.init(cause, notes: notes, hints: hints)
    }

    /// Completed, with some records skipped.
    init(
        _ left: [(record: PlannedRecord, reason: String)], of records: [PlannedRecord], _ table: String, _ verb: String,
        _ arguments: BoundArguments
    ) {
        let done = records.count - left.count
        let cause = Problem(
            .refused,
            "\(left.count) of \(Phrase.counted(records.count, "record")) of \(table) "
                + "\(left.count == 1 ? "was" : "were") not \(verb).")
        let more = left.count - IncompleteError.maxReasons
        let notes =
            left.prefix(IncompleteError.maxReasons).map(\.reason) + (more > 0 ? ["And \(more) more."] : [])
            + ["\(Phrase.counted(done, "record")) \(done == 1 ? "was" : "were") \(verb)."]
        let hints = IncompleteError.line(for: left.map(\.record), arguments).map { [$0] } ?? []
        self.init(cause, notes: notes, hints: hints)
    }

    /// The line with a query that matches only these records; nil if there are too many for a line.
    private static func line(for records: [PlannedRecord], _ arguments: BoundArguments) -> String? {
        guard records.count <= maxNamed, let query = arguments.value(.query) else { return nil }
        let column = records[0].name?.column
        let names = records.compactMap { $0.name?.column == column ? $0.name?.text : nil }
        let areTold = names.count == records.count && Set(names).count == names.count
        let listed = areTold && !names.contains { $0.utf8.contains { $0 == .comma || $0 == .caret } }
        let rest =
            listed
            ? (column ?? "") + "IN" + names.joined(separator: ",")
            : "sys_idIN" + records.map(\.sysID).joined(separator: ",")
        let line = Array(arguments.line.utf8)
        return String(decoding: line[..<query.span.lowerBound], as: UTF8.self) + Quoting.word(rest)
            + String(decoding: line[query.span.upperBound...], as: UTF8.self)
    }

    private static let maxNamed = 100
    private static let maxReasons = 5
}
