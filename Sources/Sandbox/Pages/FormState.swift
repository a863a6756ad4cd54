import Database
import ExchangeModel

/// The values of a form's fields: of a record, of a new one, or as typed by the user.
struct FormState {
    /// The record's own table.
    let table: Table
    let visit: RecordVisit
    /// Nil for a new record.
    let record: StoredRecord?
    /// Default values of a new record, in wire form.
    var presets: [String: String] = [:]
    /// The submitted values, if the form is shown again.
    var typed: Parameters?
    /// Errors in the submitted values, by column.
    var problems: [String: String] = [:]
    var problem: String?
    /// Whether the user may update or insert the record.
    let isOpen: Bool

    /// A column's value in wire form, before the user's changes.
    func value(_ column: Column) -> String {
        record.map { $0[column.name] } ?? presets[column.name] ?? column.defaultValue ?? ""
    }

    /// Whether the user may edit a column here.
    func takes(_ column: Column) -> Bool {
        isOpen && !column.definition.isReadOnly && visit.call.rules.mayWrite(column)
            && !FormState.kept.contains(column.name) && !column.name.hasPrefix("sys_")
            && !FormState.keptTypes.contains(column.type)
    }

    /// Whether a column must not be empty.
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

/// The user's changes in a form: raw values of changed columns, and errors.
struct FormEdits {
    /// In the table's order.
    private(set) var values: RecordWriting.Input = []
    private(set) var problems: [String: String] = [:]

    private let form: Parameters
    private let state: FormState

    init(_ form: Parameters, _ state: FormState) throws {
        self.form = form
        self.state = state
        let layout = FormLayout(of: state.table)
        let onForm = Set(layout.sections.flatMap(\.columns))
        for column in state.table.columns where state.takes(column) {
            let name = state.table.name + "." + column.name
            let old = state.value(column)
            guard let value = try value(column, name, old) else { continue }
            if state.isMandatory(column, in: layout), onForm.contains(column.name), value.isEmpty {
                problems[column.name] = "Must be filled in"
            } else if column.isJournal
                ? !value.isEmpty
                // By bytes: canonically equivalent strings may differ.
                : !value.utf8.elementsEqual((state.record == nil ? column.defaultValue ?? "" : old).utf8)
            {
                values.append((column.name, value))
            }
        }
        if !problems.isEmpty { values = [] }
    }

    /// The errors for the top of the form; missing values are reported in the words of instances.
    static func summary(_ problems: [String: String], of table: Table) -> String? {
        func labels(_ isMissing: Bool) -> String {
            table.columns.filter { column in
                problems[column.name].map { ($0 == "Must be filled in") == isMissing } ?? false
            }.map(\.definition.label).joined(separator: ", ")
        }
        let (missing, wrong) = (labels(true), labels(false))
        let parts = [
            missing.isEmpty ? nil : "The following mandatory fields are not filled in: " + missing,
            wrong.isEmpty ? nil : "Invalid values: " + wrong,
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ". ")
    }

    /// The submitted raw value of a column; nil if it is missing or invalid.
    private mutating func value(_ column: Column, _ name: String, _ old: String) throws -> String? {
        if column.type == .boolean {
            if form["ni." + name] != nil { return form[name] != nil ? "true" : "false" }
            return form[name].map { $0 == "true" || $0 == "on" || $0 == "1" ? "true" : "false" }
        }
        if column.definition.reference != nil { return try reference(column, name, old) }
        guard let text = form[name].map(SubmittedText.plainLines) else { return nil }
        if text.isEmpty || column.isJournal { return text }
        if !column.choices.isEmpty {
            if column.choiceLabel(of: text) != nil || text == old { return text }
            if let value = column.choiceValues(labelled: text).first { return value }
            return addError(column, "No such choice")
        }
        switch column.type {
        case .dateTime:
            if text == (try state.visit.lookup.display(old, old, in: column)) { return old }
            return state.visit.account.format.moment(of: text)?.glideText ?? addError(column, "Invalid date and time")
        case .date:
            if text == (try state.visit.lookup.display(old, old, in: column)) { return old }
            return state.visit.account.format.day(of: text)?.dateText ?? addError(column, "Invalid date")
        case .integer: return Int64(text) != nil ? text : addError(column, "No whole number")
        case .decimal, .currency: return column.comparable(text) != nil ? text : addError(column, "No number")
        default:
            if SubmittedText.isUntouched(text, old, isLine: !FormField.isArea(column)) { return old }
            let length = text.unicodeScalars.count
            if length > column.definition.length {
                return addError(column, "\(length) characters where \(column.definition.length) fit")
            }
            return text
        }
    }

    /// A reference has two fields: its value, hidden, and its display value. The changed one counts; if both were
    /// changed, the display value.
    private mutating func reference(_ column: Column, _ name: String, _ old: String) throws -> String? {
        let held = form[name], shown = form["sys_display." + name]
        let original = form["sys_original." + name] ?? old
        guard held != nil || shown != nil else { return nil }
        let lookup = state.visit.lookup
        let value = held ?? original
        guard let shown, shown != (try lookup.display(original, original, in: column)),
            shown != (try lookup.display(value, value, in: column))
        else {
            if value.isEmpty || value == old { return value }
            return try entries(value, column) { try exists($0, column) ? $0 : nil }
                ?? addError(column, "Invalid reference")
        }
        if shown.isEmpty { return "" }
        return try entries(shown, column) { try find($0, column) } ?? addError(column, "Invalid reference")
    }

    /// Resolves each entry of a list, or that of a reference. Nil if one does not exist.
    private func entries(
        _ text: String, _ column: Column, _ resolve: (String) throws -> String?
    ) throws -> String? {
        guard column.type == .list else { return try resolve(text) }
        var found: [String] = []
        for entry in text.split(separator: ",").prefix(200) {
            var entry = entry.drop { $0 == " " }
            while entry.last == " " { entry.removeLast() }
            if entry.isEmpty { continue }
            // User lists may contain email addresses.
            guard let one = try resolve(String(entry)) ?? (entry.contains("@") ? String(entry) : nil) else {
                return nil
            }
            found.append(one)
        }
        return found.joined(separator: ",")
    }

    private func exists(_ value: String, _ column: Column) throws -> Bool {
        guard let target = try target(column) else { return true }
        let key = column.definition.referenceKey ?? "sys_id"
        return try state.visit.store.connection.row(
            "SELECT 1 FROM \(target.storage) WHERE \"\(key)\" = ?", [.text(value)]
        ) { _ in true } ?? false
    }

    /// The record with this display value or sys_id.
    private func find(_ text: String, _ column: Column) throws -> String? {
        guard let target = try target(column), let display = target.displayColumn else { return nil }
        let key = column.definition.referenceKey ?? "sys_id"
        let found = try state.visit.store.connection.row(
            """
            SELECT "\(key)" FROM \(target.storage) WHERE \(display.sqlName) = ?1
            ORDER BY "_row" LIMIT 1
            """, [.text(text)]
        ) { $0.text(0) }
        return try found ?? (exists(text, column) ? text : nil)
    }

    private func target(_ column: Column) throws -> Table? {
        guard let table = column.definition.reference.flatMap({ state.visit.call.schema[$0] }) else { return nil }
        try state.visit.store.fill([table.name])
        return table
    }

    private mutating func addError(_ column: Column, _ text: String) -> String? {
        problems[column.name] = text
        return nil
    }
}

/// Text as browsers show it in a field and submit it.
enum SubmittedText {
    /// Text areas submit CR LF; records store LF.
    static func plainLines(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A, last == 0x0D {
                bytes[bytes.count - 1] = 0x0A
            } else {
                bytes.append(byte)
            }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a text is what a browser submits for a field that showed `old` and was not edited. A field cannot hold
    /// everything a record can: other line breaks, control characters, and in a single-line field any line breaks.
    static func isUntouched(_ text: String, _ old: String, isLine: Bool) -> Bool {
        text.utf8.elementsEqual(old.utf8) || shown(text, isLine: isLine) == shown(old, isLine: isLine)
    }

    private static func shown(_ text: String, isLine: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0A where last == 0x0D: break
            case 0x0A, 0x0D: if !isLine { bytes.append(0x0A) }
            case 0x09: bytes.append(byte)
            case 0..<0x20, 0x7F: bytes += Array("\u{FFFD}".utf8)
            default: bytes.append(byte)
            }
            last = byte
        }
        return isLine ? Array(bytes.trimmingBlanks) : bytes
    }
}

extension [UInt8] {
    /// Without surrounding blanks, which browsers strip in email fields.
    fileprivate var trimmingBlanks: ArraySlice<UInt8> {
        var slice = self[...].drop { $0 == 0x20 || $0 == 0x09 }
        while slice.last == 0x20 || slice.last == 0x09 { slice.removeLast() }
        return slice
    }
}

/// The fields of a table's form, in order, and which are mandatory.
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
            !$0.name.hasPrefix("sys_") && $0 !== table.displayColumn && !$0.type.isSecret
                && $0.type != .journalList
        }
        return [
            .init(title: "", columns: [table.displayColumn?.name].compactMap { $0 } + own.map(\.name)),
            .init(
                title: "Record",
                columns: ["sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count"]),
        ]
    }
}
