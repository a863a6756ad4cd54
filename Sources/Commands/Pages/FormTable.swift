import Notation
import NowWeb
import Redactors
import Rendering
import Tables
import TapeDeck
import Workbench

/// A form as a table of its fields.
enum FormTable {
    /// A visible field. Radio buttons of one name are one field.
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
            (field.isDisabled, "disabled"),
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

    /// A value, masked if it is a secret, such as a form's token.
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

/// Names and labels of form fields, as they are shown.
enum FormFieldName {
    /// The last part of a name, which is the column on a record's form.
    static func short(_ name: String) -> String {
        name.utf8.split(separator: .dot).last.map { ASCII.lowercased(String(Substring($0))) } ?? ASCII.lowercased(name)
    }

    /// The shortest unambiguous text for each visible field, by its name.
    static func shortest(in form: Form) -> [String: String] {
        var wholes: Set<String> = [], endings: [String: Set<String>] = [:]
        for field in form.fields where field.kind != .submit && field.kind != .button && !field.name.isEmpty {
            wholes.insert(ASCII.lowercased(field.name))
            if field.kind != .hidden { endings[short(field.name), default: []].insert(field.name) }
        }
        var found: [String: String] = [:]
        for (ending, names) in endings {
            for name in names { found[name] = names.count == 1 && !wholes.contains(ending) ? ending : name }
        }
        return found
    }

    /// The label without the star that marks mandatory fields and without the trailing colon.
    static func label(of field: Form.Field) -> String {
        var text = field.label.utf8[...]
        while let first = text.first, first == UInt8(ascii: "*") || ASCII.isSpace(first) { text = text.dropFirst() }
        while let last = text.last, ":*".utf8.contains(last) || ASCII.isSpace(last) { text = text.dropLast() }
        return String(Substring(text))
    }
}

/// Chooses one of a page's forms.
enum FormChoice {
    /// The indexes of the forms that a line means: the named one, the only one, for assignments the only one with those
    /// fields, or all.
    static func places(in document: Document, _ arguments: BoundArguments) throws(Problem) -> [Int] {
        let forms = document.forms
        guard !forms.isEmpty else {
            throw Problem(.usage, "The page has no form.", hints: ["page links"])
        }
        if let name = arguments[.form] {
            if let number = Int(name), forms.indices.contains(number - 1) { return [number - 1] }
            let named = forms.indices.filter { ASCII.lowercased(forms[$0].name ?? "") == ASCII.lowercased(name) }
            guard named.count == 1 else { throw missing(name, forms, arguments) }
            return named
        }
        // Forms without fields to fill in or buttons are not offered.
        var usable = forms.indices.filter { forms[$0].fields.contains { $0.kind != .hidden && $0.kind != .button } }
        if usable.isEmpty { usable = Array(forms.indices) }
        if usable.count > 1, !arguments.assignments.isEmpty {
            let fitting = usable.filter { place in
                let filling = FormFiller(forms[place])
                return arguments.assignments.allSatisfy { filling.field($0.name) != nil }
            }
            if !fitting.isEmpty { return fitting }
        }
        return usable
    }

    static func place(in document: Document, _ arguments: BoundArguments) throws(Problem) -> Int {
        let places = try places(in: document, arguments)
        if places.count == 1, let place = places.first { return place }
        let names = places.map { title(of: document.forms[$0], number: $0 + 1) }
        throw Problem(
            .usage, "The page has several forms, and the line may mean any of these.", notes: names,
            hints: places.map { "page form \($0 + 1)" }.prefix(3).map(\.self))
    }

    /// `Form 1, incident.do (POST)`.
    static func title(of form: Form, number: Int) -> String {
        "Form \(number)" + (form.name.map { ", \($0)" } ?? "") + " (\(form.method))"
    }

    private static func missing(_ name: String, _ forms: [Form], _ arguments: BoundArguments) -> Problem {
        let names = forms.compactMap(\.name)
        let near = DidYouMean.hints(for: name, among: names)
        return arguments.problem(
            .usage,
            "The page has no form \(Quoting.word(name)): it has "
                + (forms.count == 1 ? "one." : "1 to \(forms.count)."), at: .form,
            hints: near.isEmpty ? [forms.count == 1 ? "page form" : "page form lists them."] : near)
    }
}
