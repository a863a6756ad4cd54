import NowData
import Notation
import Rendering
import TapeDeck

extension WritePlan {
    /// A plan for records that are known, with what is set in them; nothing is set by a deletion.
    init(_ action: Action, table: String, records: [FoundRecord], typed name: String? = nil, _ fields: AssignedFields?)
    {
        self.init(
            action, table: table, count: records.count, names: name.map { [$0] } ?? records.map(\.title),
            values: fields?.typed ?? [])
        // A person wants to see what changes; what holds its value already says little.
        let idle = records.filter { Self.holds($0, fields) }
        let shown = idle.isEmpty ? records : records.filter { !Self.holds($0, fields) } + idle
        lines = shown.prefix(Self.mostShown).map { Self.line(of: $0, fields?.fields ?? []) }
    }

    /// Whether a record has every value that is to be set.
    private static func holds(_ record: FoundRecord, _ fields: AssignedFields?) -> Bool {
        guard let fields else { return false }
        return fields.fields.allSatisfy { record.cells[$0.name]?.value == $0.value }
    }

    /// `INC0010001  Second monitor flickers  urgency: 1 (High) → 3 (Low)`
    static func line(of record: FoundRecord, _ fields: [AssignedFields.Field]) -> String {
        let changes = fields.map { field in
            if Redaction.isSecret(field.name) { return "\(field.name): \(Redaction.mask)" }
            if field.column?.type.hasPrefix("journal") ?? false { return "\(field.name): + \(short(field.typed))" }
            if let cell = record.cells[field.name], cell.value == field.value {
                return "\(field.name): \(new(field)) as it is"
            }
            return "\(field.name): \(old(record.cells[field.name], field)) → \(new(field))"
        }
        let parts = [SingleLine.of(record.title), SingleLine.of(record.about, limit: 40)].filter { !$0.isEmpty }
        return (parts + [changes.joined(separator: ", ")].filter { !$0.isEmpty }).joined(separator: "  ")
    }

    private static func old(_ cell: TableCell?, _ field: AssignedFields.Field) -> String {
        guard let cell else { return "?" }
        return named(cell.value, cell.display, field)
    }

    private static func new(_ field: AssignedFields.Field) -> String { named(field.value, field.label, field) }

    /// A reference by what people call it, a choice by both, anything else by its value.
    private static func named(_ value: String, _ label: String?, _ field: AssignedFields.Field) -> String {
        if value.isEmpty { return "nothing" }
        guard let label, !label.isEmpty, label != value else { return short(value) }
        // Some labels repeat the value: `1 - High`.
        if field.column?.type == "reference" || label.hasPrefix(value) { return short(label) }
        return field.column?.choices.isEmpty ?? true ? short(value) : "\(short(value)) (\(short(label)))"
    }

    private static func short(_ text: String) -> String { SingleLine.of(text, limit: 40) }

    private static let mostShown = 5

    /// What `--plan` shows: a row for each record and column.
    static func page(_ action: Action, _ table: String, _ records: [FoundRecord], _ fields: AssignedFields?)
        -> CommandResult
    {
        let names =
            ["method", "table", "record", "sys_id", "short_description"]
            + (fields == nil ? [] : ["column", "old", "new"])
        var rows: [[Cell]] = []
        for record in records {
            let own = [action.method, table, record.title, record.sysID, record.about].map { Cell($0) }
            guard let fields else {
                rows.append(own)
                continue
            }
            for field in fields.fields {
                let cell = record.cells[field.name]
                let isHidden = Redaction.isSecret(field.name)
                rows.append(
                    own + [
                        Cell(field.name), isHidden ? Cell("") : Cell(cell?.value ?? "", display: cell?.display),
                        isHidden ? Cell(Redaction.mask) : Cell(field.value, display: field.label),
                    ])
            }
        }
        let shown = rows
        return CommandResult(.table(Table(columns: names.map(Column.init), rows: rows))) {
            .array(shown.map { row in .object(zip(names, row).map { JSON.Member($0, .string($1.value)) }) })
        }
    }
}
