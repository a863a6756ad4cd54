import ExchangeModel
import Notation

/// The values of a form's fields: of a record, of a new one, or as typed by the user.
struct FormState {
    let table: Table
    let visit: RecordVisit
    let record: StoredRecord?
    /// Default values of a new record, in wire form.
    var presets: [String: String] = [:]
    /// The submitted values, if the form is shown again.
    var typed: Parameters?
    var problems: [String: String] = [:]
    var problem: String?
    /// Whether the user may update or insert the record.
    let isOpen: Bool

    func value(_ column: Column) -> String {
        record.map { $0[column.name] } ?? presets[column.name] ?? column.defaultValue ?? ""
    }

    func takes(_ column: Column) -> Bool {
        isOpen && !column.definition.isReadOnly && visit.call.rules.mayWrite(column)
            && !FormState.kept.contains(column.name) && !column.name.hasPrefix("sys_")
            && !FormState.keptTypes.contains(column.type)
    }

    func isMandatory(_ column: Column, in layout: FormLayout) -> Bool {
        layout.mandatory.contains(column.name) && takes(column)
    }

    private static let kept: Set<String> = [
        "number", "opened_at", "opened_by", "closed_at", "closed_by", "resolved_at", "resolved_by",
        "task_effective_number", "made_sla", "reassignment_count", "reopen_count", "calendar_stc", "business_stc",
        "failed_attempts", "last_login", "last_login_time",
    ]
    private static let keptTypes: Set<InternalType> = [
        .guid, .className, .documentID, .domainID, .domainPath, .duration, .timer, .journalList, .password, .password2,
    ]
}

struct FormEdits {
    /// In the table's order.
    private(set) var values: RecordWriting.Input = []
    private(set) var problems: [String: String] = [:]

    private let form: Parameters
    private let state: FormState
    private static let missing = "Must be filled in"
    private static let invalid = "Invalid value"

    init(_ form: Parameters, _ state: FormState) throws {
        (self.form, self.state) = (form, state)
        let layout = FormLayout(of: state.table)
        let onForm = Set(layout.sections.flatMap(\.columns))
        for column in state.table.columns where state.takes(column) {
            let name = state.table.name + "." + column.name, old = state.value(column)
            guard ["", "ni.", "sys_display."].contains(where: { form[$0 + name] != nil }) else { continue }
            guard let value = try value(column, name, old) else {
                problems[column.name] = FormEdits.invalid
                continue
            }
            let before = column.isJournal ? "" : state.record == nil ? column.defaultValue ?? "" : old
            if state.isMandatory(column, in: layout), onForm.contains(column.name), value.isEmpty {
                problems[column.name] = FormEdits.missing
            } else if !FormEdits.isSame(value, before) {
                values.append((column.name, value))
            }
        }
        if !problems.isEmpty { values = [] }
    }

    /// The errors for the top of the form; missing values are reported in the words of instances.
    var summary: String {
        [
            (FormEdits.missing, "The following mandatory fields are not filled in: "),
            (FormEdits.invalid, "Invalid values: "),
        ].compactMap { problem, text -> String? in
            let columns = state.table.columns.filter { problems[$0.name] == problem }
            return columns.isEmpty ? nil : text + columns.map(\.definition.label).joined(separator: ", ")
        }.joined(separator: ". ")
    }

    /// The submitted raw value of a column; nil if it is invalid.
    private func value(_ column: Column, _ name: String, _ old: String) throws -> String? {
        if column.type == .boolean {
            let text = form[name]
            return String(form["ni." + name] != nil ? text != nil : ["true", "on", "1"].contains(text))
        }
        if column.definition.reference != nil { return try reference(column, name, old) }
        let text = FormEdits.lines(form[name] ?? "")
        if text.isEmpty || column.isJournal { return text }
        if !column.choices.isEmpty {
            let isKnown = column.choiceLabel(of: text) != nil || text == old
            return isKnown ? text : column.choiceValues(labelled: text).first
        }
        // A line has no line breaks, whatever the record has.
        let shown = FormEdits.lines(old)
        if FormEdits.isSame(text, FormField.isArea(column) ? shown : shown.filter { $0 != "\n" }) { return old }
        switch column.type {
        case .dateTime, .date:
            if text == (try state.visit.lookup.display(old, old, in: column)) { return old }
            let format = state.visit.account.format
            return column.type == .date ? format.day(of: text)?.dateText : format.moment(of: text)?.glideText
        case .integer: return Int64(text) == nil ? nil : text
        case .decimal, .currency: return column.comparable(text) == nil ? nil : text
        default: return text.unicodeScalars.count > column.definition.length ? nil : text
        }
    }

    /// A reference has two fields: its value, hidden, and its display value. The changed one counts; if both were
    /// changed, the display value.
    private func reference(_ column: Column, _ name: String, _ old: String) throws -> String? {
        let original = form["sys_original." + name] ?? old, held = form[name] ?? original
        let lookup = state.visit.lookup
        let known = try [original, held].map { try lookup.display($0, $0, in: column) }
        let text = form["sys_display." + name].flatMap { known.contains($0) ? nil : $0 } ?? held
        if text.isEmpty || text == old { return text }
        guard column.type == .list else { return try lookup.key(of: text, in: column) }
        var found: [String] = []
        for entry in text.split(separator: ",").prefix(200) {
            let entry = String(ASCII.trimmed(entry))
            if entry.isEmpty { continue }
            // User lists may contain email addresses.
            guard let key = try lookup.key(of: entry, in: column) ?? (entry.contains("@") ? entry : nil) else {
                return nil
            }
            found.append(key)
        }
        return found.joined(separator: ",")
    }

    /// Text areas submit CR LF; records store LF.
    private static func lines(_ text: String) -> String { String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) }

    /// By bytes: canonically equivalent strings may differ.
    private static func isSame(_ text: String, _ other: String) -> Bool { text.utf8.elementsEqual(other.utf8) }
}

struct FormLayout {
    let sections: [TableDefinition.FormSection]
    let mandatory: Set<String>

    /// The form of a table: its own, its parent's, or one with all columns.
    init(of table: Table) {
        let known = table.chain.first { !$0.form.isEmpty }?.form
        sections = (known ?? FormLayout.general(table)).map { section in
            .init(title: section.title, columns: section.columns.filter { table[$0] != nil })
        }
        let required = table.columns.filter { $0.definition.attributes["mandatory"] == "true" }.map(\.name)
        mandatory = table.definition.required.union(required)
    }

    /// Number or name, the table's own columns, and who created it when.
    private static func general(_ table: Table) -> [TableDefinition.FormSection] {
        let own = table.columns.filter {
            !$0.name.hasPrefix("sys_") && $0 !== table.displayColumn && !$0.type.isSecret && $0.type != .journalList
        }
        return [
            .init(title: "", columns: [table.displayColumn?.name].compactMap { $0 } + own.map(\.name)),
            .init(
                title: "Record",
                columns: ["sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count"]),
        ]
    }
}
