import Notation

struct FieldNames: Sendable {
    private let form: Form
    private var byName: [String: [Int]] = [:]
    private var byFoldedName: [String: [Int]] = [:]
    /// By the last part of a name: `short_description` of `incident.short_description`.
    private var byLastPart: [String: [Int]] = [:]
    private var byLabel: [String: [Int]] = [:]

    init(_ form: Form) {
        self.form = form
        for (place, field) in form.fields.enumerated() {
            if !field.name.isEmpty {
                byName[field.name, default: []].append(place)
                let folded = FieldNames.folded(field.name)
                byFoldedName[folded, default: []].append(place)
                if let last = folded.split(separator: ".").last { byLastPart[String(last), default: []].append(place) }
            }
            // A button's label describes an action and is not a field label.
            let label = FieldNames.isButton(field) ? "" : FieldNames.folded(field.label)
            if !label.isEmpty { byLabel[label, default: []].append(place) }
        }
    }

    /// The indexes of the field with that name or label: one, or several that form one field (radio buttons).
    func places(of called: String) throws(FormError) -> [Int] {
        let folded = FieldNames.folded(called)
        let last = meant(byLastPart[folded] ?? [])
        guard
            let found = byName[called] ?? byFoldedName[folded] ?? (isOneField(last) ? last : nil) ?? byLabel[folded]
                ?? byLabel[folded.replacing("_", with: " ")]
        else {
            throw FormError(.unknownField, called, others: known)
        }
        let meant = meant(found)
        guard !meant.isEmpty else { throw FormError(.isButton, called) }
        guard isOneField(meant) else {
            throw FormError(.ambiguousField, called, others: shown(meant))
        }
        if meant.count == 1, let place = meant.first, form.fields[place].kind == .radio {
            // The label of a radio button belongs to an option; only the group is a field.
            return byName[form.fields[place].name] ?? meant
        }
        return meant
    }

    /// Those that can be filled in. A hidden field of the same name holds the value of an unchecked box or the key of a
    /// reference; the visible one is meant.
    private func meant(_ places: [Int]) -> [Int] {
        let fields = places.filter { !FieldNames.isButton(form.fields[$0]) }
        let seen = fields.filter { form.fields[$0].kind != .hidden }
        return seen.isEmpty ? fields : seen
    }

    private func isOneField(_ places: [Int]) -> Bool { Set(places.map { form.fields[$0].name }).count == 1 }

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

    /// A text for comparison: lower case, single spaces, no asterisk or trailing colon.
    static func folded(_ text: String) -> String {
        var words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")[...]
        while let last = words.last, last == ":" || last == "*" || last == " " { words.removeLast() }
        return String(words.drop { $0 == "*" || $0 == " " })
    }
}
