package import NowData
import Redactors
import Rendering
package import Workbench

extension WritePlan {
    /// A plan for known records and the fields to set; a deletion sets none.
    init(
        _ action: Action, table: String, records: [PlannedRecord], typed name: String? = nil, _ fields: AssignedFields?
    ) {
        self.init(
            action, table: table, count: records.count, names: name.map { [$0] } ?? records.map(\.title),
            values: fields?.typed ?? [])
        // People want to see the changes, not fields that already have their value.
        let idle = records.filter { Self.holds($0, fields) }
        let shown = idle.isEmpty ? records : records.filter { !Self.holds($0, fields) } + idle
        lines = shown.prefix(Self.maxShown).map { Self.line(of: $0, fields?.fields ?? []) }
    }

    private static func holds(_ record: PlannedRecord, _ fields: AssignedFields?) -> Bool {
        guard let fields else { return false }
        return fields.fields.allSatisfy { record.cells[$0.name]?.value == $0.value }
    }

    /// `INC0010001  Second monitor flickers  urgency: 1 (High) → 3 (Low)`
    package static func line(of record: PlannedRecord, _ fields: [AssignedFields.Field]) -> String {
        let changes = fields.map { change(of: record, $0) }
        let parts = [SingleLine.of(record.title), SingleLine.of(record.about, limit: 40)].filter { !$0.isEmpty }
        return (parts + [changes.joined(separator: ", ")].filter { !$0.isEmpty }).joined(separator: "  ")
    }

    /// `urgency: 1 (High) → 3 (Low)`
    static func change(of record: PlannedRecord, _ field: AssignedFields.Field) -> String {
        if Redaction.isSecret(field.name) { return "\(field.name): \(Redaction.mask)" }
        if field.column?.type.hasPrefix("journal") ?? false { return "\(field.name): + \(brief(field.typed))" }
        if let cell = record.cells[field.name], cell.value == field.value {
            return "\(field.name): \(new(field)) as it is"
        }
        return "\(field.name): \(old(record.cells[field.name], field)) → \(new(field))"
    }

    private static func old(_ cell: TableCell?, _ field: AssignedFields.Field) -> String {
        guard let cell else { return "?" }
        return named(cell.value, cell.display, field)
    }

    private static func new(_ field: AssignedFields.Field) -> String { named(field.value, field.label, field) }

    /// References by label, choices by label and value, anything else by value.
    private static func named(_ value: String, _ label: String?, _ field: AssignedFields.Field) -> String {
        if value.isEmpty { return "nothing" }
        guard let label, !label.isEmpty, label != value else { return brief(value) }
        // Some labels repeat the value: `1 - High`.
        if field.column?.type == "reference" || label.hasPrefix(value) { return brief(label) }
        return field.column?.choices.isEmpty ?? true ? brief(value) : "\(brief(value)) (\(brief(label)))"
    }

    private static func brief(_ text: String) -> String { SingleLine.of(text, limit: 40) }

    private static let maxShown = 5

    /// The output of `--plan`: a row for each record and column.
    static func page(_ action: Action, _ table: String, _ records: [PlannedRecord], _ fields: AssignedFields?)
        -> CommandResult
    {
        let names =
            ["record"] + (fields == nil ? [] : ["column", "old", "new"])
            + ["short_description", "method", "table", "sys_id"]
        var rows: [[Cell]] = []
        for record in records {
            let title = Cell(record.title)
            let about = [record.about, action.method, table, record.sysID].map { Cell($0) }
            guard let fields else {
                rows.append([title] + about)
                continue
            }
            for field in fields.fields {
                let cell = record.cells[field.name]
                let isHidden = Redaction.isSecret(field.name)
                rows.append(
                    [
                        title, Cell(field.name), isHidden ? Cell("") : Cell(cell?.value ?? "", display: cell?.display),
                        isHidden ? Cell(Redaction.mask) : Cell(field.value, display: field.label),
                    ] + about)
            }
        }
        return CommandResult(rows: OutputTable(names, rows))
    }
}

/// A task named by a command, as it was read.
package struct TaskRecord: Sendable {
    package let row: TableRow
    package let name: TaskName
    /// The table of its class, such as `incident`; `task` if unknown.
    package let table: String
    /// The label of its class; empty if unknown.
    package let type: String

    package var sysID: String { name.sysID }
    package var title: String { name.title }

    package init?(_ row: TableRow) {
        guard let sysID = row.sysID, !sysID.isEmpty else { return nil }
        self.row = row
        name = TaskName(sysID: sysID, number: row["number"]?.value ?? "")
        let own = row["sys_class_name"]
        table = own.flatMap { FieldList.isName($0.value) ? $0.value : nil } ?? "task"
        type = own.map { $0.display ?? $0.value } ?? ""
    }
}
