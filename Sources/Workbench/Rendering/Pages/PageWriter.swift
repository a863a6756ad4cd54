import Notation

struct PageWriter {
    let format: Format
    let options: RenderOptions

    /// JSON and YAML have an object; CSV and TSV have no form for pages and get the text for people without colors.
    func bytes(of view: PageView) -> [UInt8] {
        var out = ByteBuffer()
        switch format.page {
        case .json:
            let json = PageObject.json(of: view)
            TerminalJSON.appendSerialized(format.isCompact ? json.compact : json.pretty, to: &out)
            out.append(0x0A)
        case .yaml: YAMLTree(key: YAMLKey(color: options.color)).append(PageObject.json(of: view), to: &out)
        case .markdown: for line in PageMarkdown(view.document).lines(of: view) { out.append(line + "\n") }
        case .screen(let hasColor):
            var painter = LinePainter(hasColor: hasColor && options.color, depth: options.depth, palette: view.palette)
            for line in PageScreen.lines(of: view, width: options.width) { painter.write(line, to: &out) }
        }
        return out.drain()
    }
}

/// A page as lines: its head, its contents, and remarks.
enum PageScreen {
    /// The width without a terminal, which fits every terminal and mail, so that a page in a file looks the same.
    static let standardWidth = 80
    private static let leastWidth = 10

    static func lines(of view: PageView, width: Int?) -> [Line] {
        let layout = PageLayout(width: max(width ?? standardWidth, leastWidth), parts: PageParts(view.document))
        func flow(_ text: String, _ style: TextStyle) -> [Line] {
            layout.flow([.text(text, [])], style).filter { !$0.isEmpty }
        }
        let title = flow(view.document.title, .heading).map(PageLayout.banner)
        let remarks = PageRemarks.blocks(on: view.document)
        let parts = [
            title + flow(view.address, .faint), layout.lines(of: view.document.blocks), layout.lines(of: remarks),
        ]
        return PageLayout.joined(parts, isTight: false)
    }
}

/// Remarks at the end of a page: redirects, and what was left out.
enum PageRemarks {
    /// A rule and a paragraph for each remark.
    static func blocks(on document: Document) -> [Block] {
        let sentences = sentences(on: document)
        return sentences.isEmpty ? [] : [.rule] + sentences.map { .paragraph([.text($0, [])]) }
    }

    private static func sentences(on document: Document) -> [String] {
        var sentences: [String] = []
        if let refresh = document.refresh {
            let target = PageText.label(refresh.target)
            let action = target.isEmpty ? "reloads" : "redirects to \(target)"
            sentences.append(
                refresh.seconds <= 0
                    ? "The page \(action) automatically."
                    : "The page \(action) automatically after \(counted(refresh.seconds, "second")).")
        }
        return sentences + document.cuts.map(sentence)
    }

    static func sentence(_ cut: Document.Cut) -> String {
        switch cut {
        case .bytes(let read, let all):
            "The page has \(counted(all, "byte")); the first \(read) are shown. `page source > FILE` has all of it."
        case .depth(let most):
            "The page nests deeper than \(counted(most, "level")); what lies deeper is not shown. `page source` has it."
        case .nodes(let most):
            "The page has more than \(counted(most, "part")); the rest is not shown. `page source` has it."
        case .badText(let count):
            "\(counted(count, "byte")) of the page \(count == 1 ? "is" : "are") no text in its character set, shown as \u{FFFD}."
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

/// A page as an object for programs: `address`, `title`, `text`, `links`, `forms`, `cuts` and other properties.
enum PageObject {
    static func json(of view: PageView) -> JSON {
        let document = view.document
        var members: [JSON.Member] = [.init("address", .string(view.address)), .init("title", .string(document.title))]
        if let language = document.language { members.append(.init("language", .string(language))) }
        if let name = document.formName { members.append(.init("form_name", .string(name))) }
        if let refresh = document.refresh {
            let target = JSON.string(refresh.target)
            members.append(.init("refresh", ["seconds": .number("\(refresh.seconds)"), "address": target]))
        }
        let links = document.links.enumerated().map { number, link -> JSON in
            ["number": .number("\(number + 1)"), "text": .string(link.text), "address": .string(link.target)]
        }
        let cuts = document.cuts.map { JSON.string(PageText.label(PageRemarks.sentence($0))) }
        return .object(
            members + [
                .init("text", .string(text(of: document))), .init("links", .array(links)),
                .init("forms", .array(document.forms.map(json))), .init("cuts", .array(cuts)),
            ])
    }

    static func text(of document: Document) -> String {
        PageLayout(width: PageLayout.naturalWidth, parts: PageParts(document)).lines(of: document.blocks)
            .map { $0.shown + "\n" }.joined()
    }

    private static func json(of form: Form) -> JSON {
        [
            "name": form.name.map { .string($0) } ?? .null, "method": .string(form.method),
            "action": form.action.map { .string($0) } ?? .null, "encoding": .string(form.encoding.rawValue),
            "fields": .array(form.fields.map(json)),
        ]
    }

    private static func json(of field: Form.Field) -> JSON {
        // A password in a page is never shown.
        let value: JSON = field.kind == .password && !field.value.isEmpty ? .null : .string(field.value)
        var members: [JSON.Member] = [
            .init("name", .string(field.name)), .init("kind", .string(field.kind.name)),
            .init("label", .string(field.label)), .init("value", value),
        ]
        switch field.kind {
        case .checkBox, .radio: members.append(.init("checked", .bool(field.isChecked)))
        case .choice:
            members.append(.init("many", .bool(field.allowsMany)))
            members.append(.init("options", .array(field.options.map(json))))
        default: break
        }
        for (name, flag) in [
            ("read_only", field.isReadOnly), ("disabled", field.isDisabled), ("required", field.isRequired),
        ] where flag { members.append(.init(name, true)) }
        return .object(members)
    }

    private static func json(of option: Form.Option) -> JSON {
        var members: [JSON.Member] = [.init("value", .string(option.value)), .init("label", .string(option.label))]
        if option.isSelected { members.append(.init("selected", true)) }
        if option.isDisabled { members.append(.init("disabled", true)) }
        return .object(members)
    }
}
