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
        ],
        completes: CompletionEngine.pageValues)
}

extension HelpTopics {
    static let pages = HelpTopic(
        name: "pages", summary: "How to read pages, follow links and fill in forms",
        page: {
            [
                .prose(
                    """
                    page open shows a page; page follow, back, forward and reload navigate from it, and page links,
                    find, source and form inspect it. A session has one open page; connect, login and another tape
                    close it.
                    """),
                .terms([
                    ("[3]", "After a text: the number of a link, for page follow."),
                    ("page open incident INC0010021", "The form of a record; without a record the list."),
                    ("page open 'incident.do?sys_id=…'", "An address of the instance, with or without its host."),
                    (
                        "page form urgency=1 --submit",
                        "Change a field and submit the form; without --submit it is only shown."
                    ),
                ]),
                .prose(
                    """
                    The first request signs in; later requests use cookies. If the session has ended, Snowdeck signs
                    in once and requests the page again. A form is never sent twice: reload its page and send it
                    again. Other hosts are never contacted. Scripts and styles are not run: use page browse for pages
                    built by scripts.
                    """),
                .heading("Themes"),
                .prose(
                    """
                    Pages use the terminal's colors or a theme: page theme NAME, or set theme=NAME. A custom theme is
                    a JSON file such as {"base": "dark", "brand": "#5B2A86"}, and NAME is the file. Its colors are
                    those of the mobile SDK:
                    """),
                .terms(
                    ThemeToken.allCases.map {
                        ($0.rawValue, "\($0.color(isDark: false).hex) in light, \($0.color(isDark: true).hex) in dark")
                    }),
                .examples([
                    .init("page open incident", "the list of incidents"),
                    .init("page follow 12", "follow link 12"),
                    .init("page theme dusk.json", "pages in the theme of a file"),
                ]),
            ]
        })
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
        return offer(
            links.enumerated().map { Candidate(String($0.offset + 1), $0.element.text) }, point, in: word)
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
        guard let form, let field = FormFiller(form).field(name) else {
            return offer([], point, in: value)
        }
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
