import Notation
import Rendering
import TapeDeck

/// A form as a table of its fields.
enum FormTable {
    /// A field as people see it: radio buttons of one name are one.
    struct Row: Sendable {
        let name: Cell
        let label: String
        let kind: String
        let value: Cell
        let choices: String
        let note: String

        /// In the order of `columns`.
        var cells: [Cell] { [name, Cell(label), Cell(kind), value, Cell(choices), Cell(note)] }
    }

    static let columns = ["field", "label", "kind", "value", "choices", "note"]

    /// The fields of a form, without hidden ones unless told.
    static func rows(of form: Form, withHidden: Bool) -> [Row] {
        let short = FormFieldName.shortest(in: form)
        var rows: [Row] = [], groups: Set<String> = []
        for field in form.fields {
            if field.kind == .hidden, !withHidden { continue }
            if field.kind == .radio, !groups.insert(field.name).inserted { continue }
            rows.append(row(of: field, called: short[field.name], in: form))
        }
        return rows
    }

    private static func row(of field: Form.Field, called short: String?, in form: Form) -> Row {
        let mates = field.kind == .radio ? form.fields.filter { $0.kind == .radio && $0.name == field.name } : []
        let choices =
            mates.isEmpty
            ? field.options.filter { !$0.isDisabled && !$0.value.isEmpty }.map { choice($0.value, $0.label) }
            : mates.map { choice($0.value, $0.label) }
        let isRequired = field.isRequired || field.label.utf8.contains(UInt8(ascii: "*"))
        let notes = [
            (isRequired, "required"), (field.isReadOnly, "read-only"),
            (field.isDisabled, "out of use"),
            (field.allowsMany, "takes several"),
        ]
        return Row(
            name: Cell(field.name, display: short), label: mates.isEmpty ? FormFieldName.label(of: field) : "",
            kind: word(for: field.kind),
            value: value(of: field, mates), choices: choices.joined(separator: ", "),
            note: notes.filter(\.0).map(\.1).joined(separator: ", "))
    }

    private static func choice(_ value: String, _ label: String) -> String {
        label.isEmpty || label == value ? value : "\(value) (\(label))"
    }

    private static func value(of field: Form.Field, _ mates: [Form.Field]) -> Cell {
        switch field.kind {
        case .password: return Cell(field.value.isEmpty ? "" : Redaction.mask)
        case .checkBox: return Cell(field.isChecked ? "true" : "false")
        case .radio:
            let chosen = mates.first(where: \.isChecked)
            return Cell(chosen?.value ?? "", display: chosen.map { $0.label.isEmpty ? $0.value : $0.label })
        case .choice:
            let chosen = field.options.filter { $0.isSelected && !$0.value.isEmpty }
            if chosen.isEmpty { return Cell("") }
            return Cell(
                chosen.map(\.value).joined(separator: ","), display: chosen.map(\.label).joined(separator: ", "))
        default: return Cell(shown(field.value, of: field.name))
        }
    }

    /// A value, unless it is a secret: the token of a form is one.
    static func shown(_ value: String, of name: String) -> String {
        value.isEmpty || !isSecret(name) ? value : Redaction.mask
    }

    private static func isSecret(_ name: String) -> Bool {
        let own = name.utf8.split(separator: .dot).last.map { String(Substring($0)) } ?? name
        return name == "sysparm_ck" || Redaction.isSecret(own)
    }

    static func word(for kind: Form.Kind) -> String {
        switch kind {
        case .text(let type): type
        case .password: "password"
        case .area: "text area"
        case .checkBox: "check box"
        case .radio: "radio"
        case .choice: "choice"
        case .file: "file"
        case .hidden: "hidden"
        case .submit: "button"
        case .button: "script button"
        }
    }
}
