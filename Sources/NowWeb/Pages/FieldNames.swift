import Notation

struct FieldNames: Sendable {
    private let form: Form
    private var byName: [String: [Int]] = [:]
    private var byFoldedName: [String: [Int]] = [:]
    private var byLabel: [String: [Int]] = [:]

    init(_ form: Form) {
        self.form = form
        for (place, field) in form.fields.enumerated() {
            if !field.name.isEmpty {
                byName[field.name, default: []].append(place)
                byFoldedName[FieldNames.folded(field.name), default: []].append(place)
            }
            // A button's label describes an action and is not a field label.
            let label = FieldNames.isButton(field) ? "" : FieldNames.folded(field.label)
            if !label.isEmpty { byLabel[label, default: []].append(place) }
        }
    }

    /// The indexes of the field with that name or label: one, or several that form one field (radio buttons).
    func places(of called: String) throws(FormError) -> [Int] {
        let folded = FieldNames.folded(called)
        guard let found = byName[called] ?? byFoldedName[folded] ?? byLabel[folded] else {
            throw FormError(.unknownField, called, others: known)
        }
        let fields = found.filter { !FieldNames.isButton(form.fields[$0]) }
        guard !fields.isEmpty else { throw FormError(.isButton, called) }
        // A hidden field of the same name holds the value of an unchecked box; the visible one is meant.
        let seen = fields.filter { form.fields[$0].kind != .hidden }
        let meant = seen.isEmpty ? fields : seen
        guard Set(meant.map { form.fields[$0].name }).count == 1 else {
            throw FormError(.ambiguousField, called, others: shown(meant))
        }
        if meant.count == 1, let place = meant.first, form.fields[place].kind == .radio {
            // The label of a radio button belongs to an option; only the group is a field.
            return byName[form.fields[place].name] ?? meant
        }
        return meant
    }

    /// How to name fields in messages: by name, or by label if names are ambiguous.
    func shown(_ places: [Int]) -> [String] {
        let names = places.map { form.fields[$0].name }
        return Set(names).count == names.count ? names : places.map { FieldNames.shown(form.fields[$0]) }
    }

    /// The label, or the name if there is none.
    static func shown(_ field: Form.Field) -> String { field.label.isEmpty ? field.name : field.label }

    /// The distinct labels and names of editable fields, in order.
    private var known: [String] {
        var seen: Set<String> = []
        return form.fields.lazy.filter { $0.kind != .hidden && !FieldNames.isButton($0) && !$0.isDisabled }
            .flatMap { [$0.label, $0.name] }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    static func isButton(_ field: Form.Field) -> Bool { field.kind == .submit || field.kind == .button }

    /// A text for comparison: lower case, single spaces, no trailing colon or asterisk.
    static func folded(_ text: String) -> String {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        while let last = words.last, last == ":" || last == "*" || last == " " { words.removeLast() }
        return words
    }
}
