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
            // A button is labelled with what it does, which is no field's label.
            let label = FieldNames.isButton(field) ? "" : FieldNames.folded(field.label)
            if !label.isEmpty { byLabel[label, default: []].append(place) }
        }
    }

    /// The places of the field with that name or label: one, or those that make up one field together.
    func places(of called: String) throws(FormError) -> [Int] {
        let folded = FieldNames.folded(called)
        guard let found = byName[called] ?? byFoldedName[folded] ?? byLabel[folded] else {
            throw FormError(.unknownField, called, others: known)
        }
        let fields = found.filter { !FieldNames.isButton(form.fields[$0]) }
        guard !fields.isEmpty else { throw FormError(.isButton, called) }
        // A hidden field of the same name says what a box means that is off; people mean the one they see.
        let seen = fields.filter { form.fields[$0].kind != .hidden }
        let meant = seen.isEmpty ? fields : seen
        guard Set(meant.map { form.fields[$0].name }).count == 1 else {
            throw FormError(.ambiguousField, called, others: shown(meant))
        }
        if meant.count == 1, let place = meant.first, form.fields[place].kind == .radio {
            // The label of a radio button is that of an option; only its group is a field.
            return byName[form.fields[place].name] ?? meant
        }
        return meant
    }

    /// What to call fields: by their names, and by their labels where names do not tell them apart.
    func shown(_ places: [Int]) -> [String] {
        let names = places.map { form.fields[$0].name }
        return Set(names).count == names.count ? names : places.map { FieldNames.shown(form.fields[$0]) }
    }

    /// What a field is called: by its label, or else by its name.
    static func shown(_ field: Form.Field) -> String { field.label.isEmpty ? field.name : field.label }

    /// The labels and names of what can be filled in, each once, in their order.
    private var known: [String] {
        var seen: Set<String> = []
        return form.fields.lazy.filter { $0.kind != .hidden && !FieldNames.isButton($0) && !$0.isDisabled }
            .flatMap { [$0.label, $0.name] }.filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    static func isButton(_ field: Form.Field) -> Bool { field.kind == .submit || field.kind == .button }

    /// A text as it is compared: in lower case, with single spaces, and without the colon or the star that forms put
    /// behind a label.
    static func folded(_ text: String) -> String {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        while let last = words.last, last == ":" || last == "*" || last == " " { words.removeLast() }
        return words
    }
}
