import Notation
import NowData
import Redactors
import Rendering
package import Workbench

extension Command {
    package static let tableEdit = Command(
        "table edit", arguments: [.table, .record], flags: [.force, .plan, .fields] + Parameter.shown,
        traits: Traits(value: .answer, changes: .table, inRecipes: .unsaved("opens your editor"))
    ) { run in
        let table = run.arguments.table
        let columns = try await run.columns(of: table)
        let row = try await run.tables().record(named: run.arguments.record, TableRead(table))
        let form = RecordText(row, columns.filter { row[$0.name] != nil && RecordText.isEditable($0) }, of: table)
        return try await run.edited(form.text(), named: "\(table) \(run.arguments.record)") { text in
            let changes = try form.changes(in: text)
            if changes.isEmpty {
                run.notes.add("No field was changed; nothing was sent.")
                return CommandResult(.none) { TableRows.json(row) }
            }
            let fields = try await AssignedFields(changes, of: table, columns, run)
            guard let found = PlannedRecord(row, columns: fields.names) else { return CommandResult(.none) }
            // The editor may have been open for long, so the record is read again.
            return try await TableWrites.update([found], [], fields, showsPlan: true, run)
        }
    }
}

/// A record as YAML: its writable fields, with comments.
private struct RecordText {
    let row: TableRow
    let columns: [ColumnDescription]
    let table: String

    init(_ row: TableRow, _ columns: [ColumnDescription], of table: String) {
        self.row = row
        self.table = table
        let order = DefaultColumns.first(of: table, in: columns.map(\.name))
        let sorted = order.compactMap { name in columns.first { $0.name == name } }
        // Empty fields are last.
        let isEmpty = { (column: ColumnDescription) in row[column.name]?.value.isEmpty ?? true }
        self.columns = sorted.filter { !isEmpty($0) } + sorted.filter(isEmpty)
    }

    static func isEditable(_ column: ColumnDescription) -> Bool {
        !column.isReadOnly && !column.name.hasPrefix("sys_") && !Redaction.isSecret(column.name)
            && !column.type.hasPrefix("password") && !["GUID", "journal_list", "collection"].contains(column.type)
    }

    func text() async throws -> String {
        let name = PlannedRecord.name(of: row)?.text ?? row.sysID ?? ""
        var text =
            "# \(table) \(SingleLine.of(name)). Fields that you change are written; a removed line changes nothing.\n"
        for column in columns {
            let sink = ByteCollector()
            let field = Output.record(columns: [OutputColumn(column.name)], cells: [Cell(value(of: column))])
            _ = try await Renderer(.yaml).render(field) { _ = try sink.write($0) }
            text += comment(on: column) + sink.text
        }
        return text
    }

    private func value(of column: ColumnDescription) -> String { row[column.name]?.value ?? "" }

    /// The label, the display value if it differs, and the choices. Empty fields have a comment only for their choices.
    private func comment(on column: ColumnDescription) -> String {
        let value = value(of: column), shown = row[column.name]?.display ?? ""
        let choices = column.choices.contains { !$0.value.isEmpty } ? DescribedColumns.choices(column) : ""
        if value.isEmpty, choices.isEmpty { return "" }
        let display = shown.isEmpty || shown == value ? "" : ": " + SingleLine.of(shown, limit: 60)
        let listed = choices.isEmpty ? "" : " (\(SingleLine.of(choices)))"
        return "\n# \(SingleLine.of(column.label))\(display)\(listed)\n"
    }

    /// The fields whose value differs from the record's.
    func changes(in text: String) throws(Problem) -> [(name: String, text: String)] {
        let root: DataNode
        do throws(YAMLError) { root = try YAMLReader.read(Array(text.utf8)).root } catch {
            throw Problem(.usage, "The text is not YAML: \(error).")
        }
        guard !root.members.isEmpty || root.isNull else {
            throw Problem(.usage, "The text has no lines of the form FIELD: VALUE.")
        }
        var changes: [(name: String, text: String)] = []
        for member in root.members {
            guard columns.contains(where: { $0.name == member.name }) else {
                throw Problem(.usage, "\(member.name) is not a field of this text.")
            }
            guard let value = member.value.isNull ? "" : member.value.text else {
                throw Problem(.usage, "\(member.name) has more than one value.")
            }
            if changes.contains(where: { $0.name == member.name }) {
                throw Problem(.usage, "\(member.name) is in the text twice.")
            }
            if value != row[member.name]?.value ?? "" { changes.append((member.name, value)) }
        }
        return changes
    }
}
