import Notation
import NowData
import Rendering
import Workbench

/// Shared by `table create`, `table update` and `table delete`.
enum TableWrites {
    /// The records that a command names or its query matches. A named record is read with all columns.
    static func planned(
        _ table: String, _ fields: AssignedFields?, _ run: isolated Run
    ) async throws -> (found: [PlannedRecord], rows: [TableRow]) {
        let columns = fields?.names ?? []
        if let query = run.arguments[.query] { return (try await matching(query, in: table, columns, run), []) }
        let name = run.arguments.record
        let row = try await run.tables().record(named: name, TableRead(table))
        guard let found = PlannedRecord(row, columns: columns) else {
            throw RequestFailure.noRecord(name: name, table: table)
        }
        return ([found], [row])
    }

    /// Updates planned records, after confirmation if the guard wants one.
    ///
    /// - Parameters:
    ///   - rows: a single record that was just read; without it, each record is read again.
    ///   - showsPlan: whether the changes of the only record are reported, a line each.
    static func update(
        _ found: [PlannedRecord], _ rows: [TableRow], _ fields: AssignedFields, showsPlan: Bool = false,
        _ run: isolated Run
    ) async throws -> CommandResult {
        let arguments = run.arguments
        let table = arguments.table
        let plan = WritePlan(.update, table: table, records: found, typed: arguments[.oneRecord], fields)
        if arguments[.plan] { return show(plan, found, fields, run) }
        try await run.authorize(plan)
        if found.isEmpty { return nothingFound(in: table, run) }
        if showsPlan { fields.fields.forEach { run.notes.add(WritePlan.change(of: found[0], $0)) } }
        run.beginUndo(of: arguments.line)
        var writer = try await RecordWriter(table, run)
        if arguments[.query] == nil {
            let before = if let read = rows.first { read } else { try await writer.current(found[0]) }
            let row = try await writer.update(before, fields.write, run)
            run.recordsHaveChanged(in: [table])
            run.notes.add("Updated \(name(of: row, table)).")
            writer.warn(in: run.notes)
            noteUndo(writer, run)
            return shown(row, run, changed: fields.names)
        }
        var after: [TableRow] = []
        var many = BulkWriter(found, of: table, "updated", run)
        do {
            try await many.write(run) { record in
                after.append(try await writer.update(try await writer.current(record), fields.write, run))
            }
        } catch {
            writer.warn(in: run.notes)
            noteUndo(writer, run)
            throw error
        }
        writer.warn(in: run.notes)
        if case let same = after.count - (run.undo?.steps.count ?? 0), same > 0 {
            run.notes.add("\(same) of them had these values already and \(same == 1 ? "needs" : "need") no undo.")
        }
        noteUndo(writer, run)
        let columns = columnsAfterWrite(of: table, run, arguments, changed: fields.names, after.first)
        let kept = after
        return CommandResult(.table(TableRows.table(after, columns))) { TableRows.json(kept) }.of(table)
    }

    /// The records that a query matches, after checking that the instance understands all of it.
    package static func matching(
        _ query: String, in table: String, _ columns: [String], _ run: isolated Run
    ) async throws -> [PlannedRecord] {
        let tables = try run.tables()
        let query = try await BulkQuery(text: query, table: table).checked(run)
        var found: [PlannedRecord] = []
        // A record created between two batches shifts the others, so one may be returned twice.
        var seen: Set<String> = []
        var withheld = 0
        var batches = RecordPager(tables, TableRead(table, query: query, fields: PlannedRecord.fields(for: columns)))
            .makeAsyncIterator()
        while let batch = try await batches.next() {
            withheld += batch.withheld ?? 0
            found += batch.rows.compactMap { row in
                PlannedRecord(row, columns: columns).flatMap { seen.insert($0.sysID).inserted ? $0 : nil }
            }
        }
        if withheld > 0 {
            run.notes.add(
                "\(Phrase.counted(withheld, "more record")) of \(table) withheld by access rules: not changed.")
        }
        return found.sorted { ($0.title, $0.sysID) < ($1.title, $1.sysID) }
    }

    static func nothingFound(in table: String, _ run: Run) -> CommandResult {
        run.notes.add("The query finds no record of \(table); nothing was changed.")
        return CommandResult(.none) { .array([]) }
    }

    static func show(
        _ plan: WritePlan, _ found: [PlannedRecord], _ fields: AssignedFields?, _ run: isolated Run
    ) -> CommandResult {
        if found.isEmpty { return nothingFound(in: plan.table, run) }
        run.notes.add(plan.sentence(on: run.shortName) + " Nothing was changed.")
        return WritePlan.page(plan.action, plan.table, found, fields)
    }

    package static func noteUndo(_ writer: RecordWriter, _ run: isolated Run) {
        run.noteUndo(in: run.notes)
        writer.note(in: run.notes)
    }

    package static func name(of row: TableRow, _ table: String) -> String {
        "\(table) \(PlannedRecord.name(of: row)?.text ?? row.sysID ?? "")"
    }

    static func shown(
        _ row: TableRow, _ run: isolated Run, changed: [String]
    ) -> CommandResult {
        let columns = columnsAfterWrite(
            of: run.arguments.table, run, run.arguments, changed: changed, row)
        return CommandResult(.record(columns: columns.map(OutputColumn.init), cells: TableRows.cells(row, columns))) {
            TableRows.json(row)
        }.of(run.arguments.table)
    }

    /// After a write, people see the usual columns and the written ones; programs get the whole record.
    static func columnsAfterWrite(
        of table: String, _ run: isolated Run, _ arguments: BoundArguments, changed: [String], _ row: TableRow?
    ) -> [String] {
        if let asked = arguments[.fields] { return asked }
        let all = row?.columns ?? []
        if run.format(of: arguments).isForPrograms { return all }
        let usual = DefaultColumns.of(table) ?? DefaultColumns.picked(from: all)
        let present = changed.filter { all.contains($0) && !usual.contains($0) }
        return usual + present + (usual.contains("sys_id") ? [] : ["sys_id"])
    }
}

/// The query of a bulk change. An instance ignores conditions that it does not understand and would match more records
/// than intended, so such queries are rejected.
struct BulkQuery {
    let text: String
    let table: String

    /// The query as sent. Rejects a query without conditions, and one with an unreadable condition, a column that is
    /// known not to exist (dot-walks included) or an impossible value. Requests the columns; if the instance does not
    /// return them, they are taken to exist, and the plan shows what matches.
    func checked(_ run: isolated Run) async throws -> String {
        let arguments = run.arguments
        let query = EncodedQuery(text)
        if let unparsed = query.unparsed.first { throw dropped(unparsed.text, arguments) }
        let alternatives = EncodedQuery.parts(of: text).count { $0.utf8.starts(with: "^NQ".utf8) } + 1
        let groups = query.groups.count { $0.terms.flatMap(\.conditions).contains { $0.kind != .textIndexGroup } }
        guard groups >= alternatives else {
            throw arguments.problem(
                .guardRefused,
                groups == 0
                    ? "The query has no condition: it would change every record of \(table)."
                    : "An alternative of the query has no condition: it would change every record of \(table).",
                at: .query, hints: ["To change every record, use -q sys_idISNOTEMPTY."])
        }
        if let idle = query.conditions.first(where: Self.filtersNothing) {
            throw arguments.problem(
                .guardRefused, "\(idle.text) has no value: it would match every record, or be ignored.", at: .query,
                hints: ["help queries"])
        }
        let link = try run.connected()
        let isRaw = arguments[.rawQuery], isStrict = arguments[.strictQuery]
        var resolved = ResolvedQuery(text, table, link.schema, needsAnswer: true)
        if isRaw {
            try await resolved.follow(query.columnNames)
        } else {
            try await resolved.resolve(link.tables)
        }
        let orderings = Set(query.orderings.map(\.span))
        // Ordering by a missing column does not change what matches.
        if let first = resolved.ignored().first(where: { isStrict || !orderings.contains($0.span) }) {
            if [.unknownScript, .unknownFilter].contains(first.kind) {
                throw IgnoredCondition(first, of: query, in: text, table).problem(.guardRefused, resolved.resolver) {
                    arguments.source(of: $0, in: .query)
                }
            }
            guard first.kind == .unknownColumn else {
                throw dropped(String(decoding: Array(text.utf8)[first.span], as: UTF8.self), arguments)
            }
            throw arguments.problem(
                .guardRefused,
                "\(first.table.isEmpty ? table : first.table) has no column \(first.text): the instance would ignore that condition and change more records.",
                at: .query,
                hints: EncodedQuery.decoded(text).map { ["Did you mean \(Quoting.word($0))?"] }
                    ?? (resolved.resolver.others[first.table] ?? resolved.resolver).hints(for: first.text))
        }
        guard !isRaw else { return text }
        resolved.translations.forEach(run.notes.add)
        func problems(_ isRejected: Bool) -> [Problem] {
            resolved.valueProblems(
                .guardRefused, now: run.now, where: { (isStrict || $0.isCertain || $0.isNegative) == isRejected },
                source: { arguments.source(of: $0, in: .query) })
        }
        if let first = problems(true).first { throw first }
        run.warn(problems(false), in: run.notes)
        return resolved.sent
    }

    private func dropped(_ part: String, _ arguments: BoundArguments) -> Problem {
        arguments.problem(
            .guardRefused,
            "The instance would ignore this part of the query and change more records: \(part)", at: .query,
            hints: EncodedQuery.meant(text).map { ["Did you mean \(Quoting.word($0))?"] } ?? ["help queries"])
    }

    /// Whether a condition filters nothing: a text operator with an empty value, such as an empty variable, matches any
    /// text, and an incomplete range or relative date is dropped.
    private static func filtersNothing(_ condition: EncodedQuery.Condition) -> Bool {
        let parts = condition.value.split(separator: "@", omittingEmptySubsequences: false)
        return switch condition.operator {
        case .contains, .startsWith, .endsWith: condition.value.isEmpty
        case .between: parts.count < 2 || parts.contains("")
        case .relativelyAfter, .relativelyBefore, .relativelyFrom, .relativelyUntil, .relativelyOn:
            parts.filter { !$0.isEmpty }.count != 3
        default: condition.kind == .textSearch && condition.value.isEmpty
        }
    }
}
