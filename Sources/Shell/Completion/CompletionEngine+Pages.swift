import LineEditing
import NowWeb
import Notation

/// What may stand in the arguments of the `page` commands. No page is fetched for it.
extension CompletionEngine {
    /// A page: addresses of this session, and tables.
    func page(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let seen = surroundings.pages().addresses
        if word.barePrefix.utf8.first == .at { return files(point, in: word, from: 1) }
        let found = NameFilter.pick(
            seen + (await knowledge.tables()), typed: CompletionPoint.text(of: word))
        return point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
    }

    /// The links of the page by number, found by their texts too.
    func link(_ point: CompletionPoint, _ word: Word) -> Completions {
        let links = surroundings.pages().document?.links ?? []
        let names = links.enumerated().map { Named(String($0.offset + 1), $0.element.text) }
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
        return point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
    }

    /// The forms of the page by name, those without one by number.
    func form(_ point: CompletionPoint, _ word: Word) -> Completions {
        let forms = surroundings.pages().document?.forms ?? []
        let names = forms.enumerated().map { number, form in
            Named(form.name ?? String(number + 1), "form \(number + 1), \(form.method)")
        }
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
        return point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
    }

    /// `field=value` of a form: its fields, and what a choice offers.
    func formField(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let form = before.form(in: surroundings.pages().document)
        guard let length = Assignment.nameLength(in: word) else {
            var seen: Set<String> = []
            let names = (form?.fields ?? []).filter { ![.hidden, .submit, .button, .password].contains($0.kind) }
                .filter { !$0.isReadOnly && !$0.isDisabled && seen.insert($0.name).inserted }
                .map { Named(FormFieldName.short($0.name) + "=", $0.label) }
            let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
            return point.offer(found.map { .init($0.name, $0.label, appendsSpace: false) }, in: word, from: 0)
        }
        let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
        let value = word.dropping(length + 1)
        if value.barePrefix.utf8.first == .at { return files(point, in: value, from: 1) }
        guard let form, let field = FormFieldName.field(FormFieldName.meant(by: name, in: form), in: form) else {
            return point.offer([], in: value, from: 0)
        }
        let names: [Named] =
            switch field.kind {
            case .choice: field.options.filter { !$0.isDisabled }.map { Named($0.value, Self.meaning(of: $0)) }
            case .radio:
                form.fields.filter { $0.kind == .radio && $0.name == field.name }.map { Named($0.value, $0.label) }
            case .checkBox: [Named("true"), Named("false")]
            default: []
            }
        let found = NameFilter.pick(names.filter { !$0.name.isEmpty }, typed: CompletionPoint.text(of: value))
        return point.offer(found.map { .init($0.name, $0.label) }, in: value, from: 0)
    }

    /// A label without the value that it repeats: `High` of `1 - High`.
    private static func meaning(of option: Form.Option) -> String {
        let repeated = option.value + " - "
        return option.label.hasPrefix(repeated) ? String(option.label.dropFirst(repeated.count)) : option.label
    }

    /// The buttons of the form.
    func button(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let fields = before.form(in: surroundings.pages().document)?.fields ?? []
        let names = fields.filter { $0.kind == .submit && !$0.isDisabled }.map { field in
            Named([field.value, field.name].first { !$0.isEmpty } ?? field.label, field.label)
        }
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
        return point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
    }

    /// `brand=`: the colours of a theme.
    func color(_ point: CompletionPoint, _ word: Word) -> Completions {
        guard Assignment.nameLength(in: word) == nil else {
            return point.offer([], in: word, from: CompletionPoint.text(of: word).utf8.count)
        }
        let names = ThemeToken.allCases.map { Named($0.rawValue + "=", $0.color(isDark: false).hex) }
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
        return point.offer(found.map { .init($0.name, $0.label, appendsSpace: false) }, in: word, from: 0)
    }
}

extension ArgumentPlaces {
    /// The form that the line is about: the one that it names, else the first with something to fill in.
    fileprivate func form(in document: Document?) -> Form? {
        guard let forms = document?.forms else { return nil }
        let first = arguments.first.flatMap { Assignment.nameLength(in: $0) == nil ? $0.literal : nil }
        guard let name = first else {
            return forms.first { $0.fields.contains { $0.kind != .hidden } } ?? forms.first
        }
        if let number = Int(name), forms.indices.contains(number - 1) { return forms[number - 1] }
        return forms.first { ASCII.lowercased($0.name ?? "") == ASCII.lowercased(name) }
    }
}
