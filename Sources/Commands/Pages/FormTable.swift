import Notation
import NowWeb
import Redactors
import Rendering
import Workbench

enum FormTable {
    static let columns = ["field", "label", "kind", "value", "choices", "note"]

    /// A row for each visible field; radio buttons of one name are one field.
    static func rows(of form: Form, withHidden: Bool) -> [[Cell]] {
        let short = FieldNames(form).shortest
        var groups: Set<String> = []
        return form.fields.filter { field in
            (field.kind != .hidden || withHidden) && (field.kind != .radio || groups.insert(field.name).inserted)
        }.map { field in
            let options = form.options(of: field), chosen = options.filter { $0.isSelected && !$0.value.isEmpty }
            let choices = options.filter { !$0.isDisabled && !$0.value.isEmpty }.map { option in
                option.shown == option.value ? option.value : "\(option.value) (\(option.label))"
            }
            let values = chosen.map(\.value).joined(separator: ",")
            let isRequired = field.isRequired || field.label.utf8.contains(UInt8(ascii: "*"))
            let notes = [
                (isRequired, "required"), (field.isReadOnly, "read-only"), (field.isDisabled, "disabled"),
                (field.allowsMany, "takes several"),
            ]
            return [
                Cell(field.name, display: short[field.name]), Cell(field.kind == .radio ? "" : field.plainLabel),
                Cell(field.kind.name),
                options.isEmpty
                    ? Cell(shown(field)) : Cell(values, display: chosen.map(\.shown).joined(separator: ", ")),
                Cell(choices.joined(separator: ", ")), Cell(notes.filter(\.0).map(\.1).joined(separator: ", ")),
            ]
        }
    }

    /// A table without the last columns that are empty in all rows.
    static func used(_ rows: [[Cell]]) -> OutputTable {
        let kept = columns.indices.filter { column in column < 4 || rows.contains { !$0[column].shown.isEmpty } }
        return OutputTable(
            columns: kept.map { OutputColumn(columns[$0]) }, rows: rows.map { row in kept.map { row[$0] } })
    }

    static func shown(_ field: Form.Field) -> String {
        field.kind == .password && !field.value.isEmpty ? Redaction.mask : shown(field.shownValue, of: field.name)
    }

    static func shown(_ value: String, of name: String) -> String {
        value.isEmpty || !isSecret(name) ? value : Redaction.mask
    }

    private static func isSecret(_ name: String) -> Bool {
        let own = name.utf8.split(separator: .dot).last.map { String(Substring($0)) } ?? name
        return name == "sysparm_ck" || Redaction.isSecret(own)
    }
}

extension [Form] {
    /// The indexes of the forms with a number, counted from 1, or a name.
    func places(of name: String) -> [Int] {
        if let number = Int(name), indices.contains(number - 1) { return [number - 1] }
        return indices.filter { ASCII.lowercased(self[$0].name ?? "") == ASCII.lowercased(name) }
    }
}

enum FormChoice {
    /// The indexes of the forms that a line means: the named one, the only one, for assignments the only one with those
    /// fields, or all.
    static func places(in document: Document, _ arguments: BoundArguments) throws(Problem) -> [Int] {
        let forms = document.forms
        guard !forms.isEmpty else { throw Problem(.usage, "The page has no form.", hints: ["page links"]) }
        if let name = arguments[.form] {
            let named = forms.places(of: name)
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
        let parts = name.split(separator: "=", maxSplits: 1).map(String.init)
        for form in forms where parts.count == 2 {
            guard let field = form.fields.first(where: { $0.kind != .hidden && $0.plainLabel == parts[0] }) else {
                continue
            }
            let name = FieldNames(form).shortest[field.name] ?? field.name
            return arguments.problem(
                .usage, "\(Quoting.word(parts[0])) is the label of the field \(name).", at: .form,
                hints: ["page form \(name)=\(Quoting.word(parts[1]))"])
        }
        let names = forms.compactMap(\.name)
        let near = DidYouMean.hints(for: name, among: names)
        return arguments.problem(
            .usage,
            "The page has no form \(Quoting.word(name)): it has "
                + (forms.count == 1 ? "one." : "1 to \(forms.count)."), at: .form,
            hints: near.isEmpty ? [forms.count == 1 ? "page form" : "page form lists them."] : near)
    }
}
