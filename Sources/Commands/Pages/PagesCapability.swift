import LineEditing
import Notation
import NowWeb
package import Workbench

extension Capability {
    package static let pages = Capability(
        "Pages",
        commands: [
            .pageOpen, .pageFollow, .pageBack, .pageForward, .pageReload, .pageLinks, .pageFind, .pageSource,
            .pageForm, .pageBrowse, .pageShot, .pagePreload, .pageTheme,
        ],
        groups: [CommandGroup("page", "Read pages, fill in forms, and open pages in a browser")],
        topics: [HelpTopics.pages],
        settings: [
            SettingDefinition(
                "theme", .theme, fallback: "none", "The colors of pages; none is the terminal's own (page theme)",
                orFile: [ThemeFile.none] + WebTheme.builtIn.map(\.name))
        ], completes: CompletionEngine.pageValues)
}

extension HelpTopics {
    static let pages = HelpTopic("pages") {
        [
            "tokens": .terms(
                ThemeToken.allCases.map {
                    ($0.rawValue, "\($0.color(isDark: false).hex) in light, \($0.color(isDark: true).hex) in dark")
                })
        ]
    }
}

extension CompletionEngine {
    @Sendable static func pageValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        switch kind {
        case .page: return await engine.page(point, word)
        case .link: return engine.link(point, word)
        case .form: return engine.form(point, word)
        case .assignment(of: .formField): return engine.formField(point, word, before)
        case .word("BUTTON"): return engine.button(point, word, before)
        case .theme:
            let named = engine.offer(themes, point, in: word)
            return named.candidates.isEmpty ? engine.files(point, in: word, from: 0) : named
        default: return nil
        }
    }

    private static let themes =
        WebTheme.builtIn.map { Candidate($0.name) } + [Candidate(ThemeFile.none, "the terminal's own colors")]

    func page(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let seen = environment.pages().addresses
        if word.barePrefix.utf8.first == .at { return files(point, in: word, from: 1) }
        return offer(seen + (await source.tables()), point, in: word)
    }

    func link(_ point: CompletionPoint, _ word: Word) -> Completions {
        let links = environment.pages().document?.links ?? []
        return offer(links.enumerated().map { Candidate(String($0.offset + 1), $0.element.text) }, point, in: word)
    }

    func form(_ point: CompletionPoint, _ word: Word) -> Completions {
        let forms = environment.pages().document?.forms ?? []
        let names = forms.enumerated().map { number, form in
            Candidate(form.name ?? String(number + 1), "form \(number + 1), \(form.method)")
        }
        return offer(names, point, in: word)
    }

    func formField(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let form = before.form(in: environment.pages().document)
        guard let (name, value) = assignment(in: word) else {
            var seen: Set<String> = []
            let names = (form?.fields ?? []).filter { ![.hidden, .submit, .button, .password].contains($0.kind) }
                .filter { !$0.isReadOnly && !$0.isDisabled && seen.insert($0.name).inserted }
                .map { Candidate($0.column + "=", $0.label) }
            return offer(names.open, point, in: word)
        }
        if value.barePrefix.utf8.first == .at { return files(point, in: value, from: 1) }
        guard let form, let field = FormFiller(form).field(name) else { return offer([], point, in: value) }
        let names: [Candidate] =
            switch field.kind {
            case .checkBox: .truth
            default:
                form.options(of: field).filter { !$0.isDisabled }.map { Candidate($0.value, Self.meaning(of: $0)) }
            }
        return offer(names.filter { !$0.name.isEmpty }, point, in: value)
    }

    /// A label without the value that it repeats: `High` of `1 - High`.
    private static func meaning(of option: Form.Option) -> String {
        let repeated = option.value + " - "
        return option.label.hasPrefix(repeated) ? String(option.label.dropFirst(repeated.count)) : option.label
    }

    func button(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let fields = before.form(in: environment.pages().document)?.fields ?? []
        let names = fields.filter { $0.kind == .submit && !$0.isDisabled }.map { field in
            Candidate([field.value, field.name].first { !$0.isEmpty } ?? field.label, field.label)
        }
        return offer(names, point, in: word)
    }
}

extension ArgumentPlaces {
    /// The form that the line names, or the first one with fields to fill in.
    func form(in document: Document?) -> Form? {
        guard let forms = document?.forms else { return nil }
        let first = arguments.first.flatMap { Assignment.nameLength(in: $0) == nil ? $0.literal : nil }
        guard let name = first else {
            return forms.first { $0.fields.contains { $0.kind != .hidden } } ?? forms.first
        }
        return forms.places(of: name).first.map { forms[$0] }
    }
}
