import Notation

/// What people type for a field of a form, where that is neither its name nor its label to the letter.
enum FormFieldName {
    /// The name or label that is meant by a text. A text that means none, or several, comes back as it is.
    static func meant(by text: String, in form: Form) -> String {
        let typed = ASCII.lowercased(text)
        let fields = form.fields.filter { $0.kind != .submit && $0.kind != .button && !$0.name.isEmpty }
        if fields.contains(where: { ASCII.lowercased($0.name) == typed }) { return text }
        // `short_description` for `incident.short_description`; of a hidden one and one that is seen, the latter.
        let ending = fields.filter { short($0.name) == typed }
        let seen = ending.filter { $0.kind != .hidden }
        let names = Set((seen.isEmpty ? ending : seen).map(\.name))
        if names.count == 1, let name = names.first { return name }
        let wanted = spaced(typed)
        let labelled = Set(fields.filter { ASCII.lowercased(label(of: $0)) == wanted }.map(\.name))
        return labelled.count == 1 ? labelled.first ?? text : text
    }

    /// The last part of a name, which is the column on the form of a record.
    static func short(_ name: String) -> String {
        name.utf8.split(separator: .dot).last.map { ASCII.lowercased(String(Substring($0))) } ?? ASCII.lowercased(name)
    }

    /// The shortest text by which each field that is seen can be meant, by its name.
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

    /// The label without the star by which pages mark what has to be filled in, and without the colon behind.
    static func label(of field: Form.Field) -> String {
        var text = field.label.utf8[...]
        while let first = text.first, first == UInt8(ascii: "*") || ASCII.isSpace(first) { text = text.dropFirst() }
        while let last = text.last, ":*".utf8.contains(last) || ASCII.isSpace(last) { text = text.dropLast() }
        return String(Substring(text))
    }

    /// The field of that name or label.
    static func field(_ called: String, in form: Form) -> Form.Field? {
        let wanted = ASCII.lowercased(called)
        let fields = form.fields.filter { $0.kind != .submit && $0.kind != .button }
        return fields.first { ASCII.lowercased($0.name) == wanted && $0.kind != .hidden }
            ?? fields.first { ASCII.lowercased($0.name) == wanted }
            ?? fields.first { ASCII.lowercased(label(of: $0)) == wanted }
    }

    private static func spaced(_ text: String) -> String {
        String(decoding: text.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
