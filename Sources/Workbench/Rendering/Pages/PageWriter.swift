import Notation

struct PageWriter {
    private let format: Format
    private let options: RenderOptions
    private static let pieceSize = 1 << 16

    init(_ format: Format, _ options: RenderOptions) {
        self.format = format
        self.options = options
    }

    /// Writes a page. JSON and YAML have an object; CSV and TSV have no form for pages and get the text for people
    /// without colors.
    nonisolated(nonsending) func write(
        _ view: PageView, to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        switch format.page {
        case .json:
            let json = PageObject.json(of: view)
            try await write(format.isCompact ? json.compact : json.pretty, to: sink)
        case .yaml:
            var out = ByteBuffer()
            YAMLTree(key: YAMLKey(color: options.color)).append(PageObject.json(of: view), to: &out)
            try await write(out.drain(), to: sink)
        case .markdown:
            var page = PageMarkdown(view)
            var out = ByteBuffer()
            while let lines = page.next() {
                for line in lines { out.append(line + "\n") }
                if out.count >= Self.pieceSize { try await sink(out.drain()) }
            }
            if out.count > 0 { try await sink(out.drain()) }
        case .screen(let hasColor):
            var painter = LinePainter(
                PageColorizer(hasColor: hasColor && options.color, depth: options.depth, palette: view.palette))
            var screen = PageScreen(view, width: options.width)
            var out = ByteBuffer()
            while let lines = screen.next() {
                for line in lines { painter.write(line, to: &out) }
                if out.count >= Self.pieceSize { try await sink(out.drain()) }
            }
            if out.count > 0 { try await sink(out.drain()) }
        }
    }

    private nonisolated(nonsending) func write(
        _ json: String, to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        var out = ByteBuffer()
        TerminalJSON.appendSerialized(json, to: &out)
        out.append(0x0A)
        try await write(out.drain(), to: sink)
    }

    private nonisolated(nonsending) func write(
        _ bytes: [UInt8], to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        var start = 0
        while start < bytes.count {
            // A piece is valid text: it does not end inside a character.
            var end = min(start + Self.pieceSize, bytes.count)
            while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            try await sink(Array(bytes[start..<end]))
            start = end
        }
    }
}

/// A page as lines: its head, its contents, and remarks.
struct PageScreen {
    /// The width without a terminal, which fits every terminal and mail, so that a page in a file looks the same.
    static let standardWidth = 80
    private static let leastWidth = 10

    private var head: [Line]
    private var layout: PageLayout
    private var end: PageLayout?

    init(_ view: PageView, width: Int?) {
        let width = max(width ?? Self.standardWidth, Self.leastWidth)
        let parts = PageParts(view.document)
        head = Self.head(view, width: width, parts: parts)
        layout = PageLayout(view.document.blocks, width: width, parts: parts, follows: !head.isEmpty)
        let remarks = PageRemarks.sentences(on: view.document)
        if !remarks.isEmpty {
            let blocks: [Block] = [.rule] + remarks.map { .paragraph([.text($0, [])]) }
            end = PageLayout(blocks, width: width, parts: parts, follows: true)
        }
    }

    mutating func next() -> [Line]? {
        if !head.isEmpty {
            defer { head = [] }
            return head
        }
        return layout.next() ?? end?.next()
    }

    private static func head(_ view: PageView, width: Int, parts: PageParts) -> [Line] {
        var lines: [Line] = []
        for (text, style) in [(view.document.title, TextStyle(.title, .bold)), (view.address, TextStyle.faint)] {
            var flow = PageFlow(width: width, parts: parts)
            flow.put(PageText.line(text), style)
            let more = flow.finish().filter { !$0.isEmpty }
            lines += style.role == .title ? more.map(Heading.banner) : more
        }
        return lines
    }
}

/// Remarks at the end of a page: redirects, and what was left out.
enum PageRemarks {
    static func sentences(on document: Document) -> [String] {
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
            "The page has \(counted(all, "byte")); the first \(grouped(read)) are shown. `page source > FILE` has all of it."
        case .depth(let most):
            "The page nests deeper than \(counted(most, "level")); what lies deeper is not shown. `page source` has it."
        case .nodes(let most):
            "The page has more than \(counted(most, "part")); the rest is not shown. `page source` has it."
        case .badText(let count):
            "\(counted(count, "byte")) of the page \(count == 1 ? "is" : "are") no text in its character set, shown as \u{FFFD}."
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{A0}" }
            text.append(digit)
        }
        return text
    }
}

/// A page as GitHub-flavored Markdown: one line per paragraph, with inline links.
struct PageMarkdown {
    private let parts: PageParts
    private let inline: MarkdownInline
    private let cell: MarkdownInline
    private var stack: BlockStack

    init(_ view: PageView) {
        parts = PageParts(view.document)
        inline = MarkdownInline(parts: parts, lineBreak: "\\\n")
        cell = MarkdownInline(parts: parts, lineBreak: "<br>")
        let title = PageText.label(view.document.title)
        var head: [Block] = title.isEmpty ? [] : [.heading(level: 1, [.text(title, [])])]
        let address = PageText.label(view.address)
        if !address.isEmpty { head.append(.paragraph([.text(address, [])])) }
        let remarks = PageRemarks.sentences(on: view.document).map { Block.paragraph([.text($0, [])]) }
        let end = remarks.isEmpty ? [] : [.rule] + remarks
        stack = BlockStack([end, view.document.blocks, head].map { Frame(.blocks($0)) })
    }

    mutating func next() -> [String]? {
        while true {
            if let lines = stack.take() { return lines.map { $0.spans.map(\.text).joined() } }
            guard let frame = stack.top else { return nil }
            step(frame)
        }
    }

    private mutating func step(_ frame: Frame) {
        if !frame.isTight { stack.owesGap = true }
        guard let number = stack.advance(frame.content.count) else {
            _ = stack.pop()
            return
        }
        switch frame.content {
        case .blocks(let blocks): begin(blocks[number])
        case .items(let items, let start):
            let (sum, isTooMuch) = (start ?? 0).addingReportingOverflow(number)
            let mark = start == nil || isTooMuch || sum < 0 ? "-" : "\(sum)."
            push(Frame(.blocks(items[number]), isTight: frame.isTight), .item(mark, isSeenAlone: true))
        case .definitions(let definitions):
            let term = [Block.paragraph([.text("", [])] + definitions[number].term)]
            push(Frame(.blocks(term + definitions[number].meaning)), .item("-"))
        case .records(let rows): push(Frame(.blocks(rows.blocks(ofRow: number))))
        }
    }

    private mutating func begin(_ block: Block) {
        switch block {
        case .heading(let level, let inlines):
            let text = cell.text(of: inlines)
            if !text.isEmpty { emit([String(repeating: "#", count: min(max(level, 1), 6)) + " " + text]) }
        case .paragraph(let inlines):
            let text = inline.text(of: inlines)
            if !text.isEmpty { emit(text.split(separator: "\n").map { MarkdownText.line(String($0)) }) }
        case .preformatted(let text):
            let fence = String(repeating: "`", count: max(MarkdownInline.longestRun(in: text) + 1, 3))
            emit([fence] + Preformatted.whole(text) + [fence])
        case .rule: emit(["---"])
        case .quote(let blocks): push(Frame(.blocks(blocks)), Level(first: Self.bar, rest: Self.bar))
        case .notice(let blocks):
            let sign = [Inline.text("!", .strong), .text(" ", [])]
            let first = Block.paragraph(sign + (blocks.first?.paragraph ?? []))
            let rest = blocks.first?.paragraph == nil ? blocks : Array(blocks.dropFirst())
            push(Frame(.blocks([first] + rest)), Level(first: Self.bar, rest: Self.bar))
        case .form(_, let blocks): push(Frame(.blocks(blocks)))
        case .group(let legend, let blocks):
            push(Frame(.blocks([.paragraph([.text("", [])] + legend)] + blocks)))
        case .list(let start, let items):
            push(Frame(.items(items, start: start), isTight: items.allSatisfy(\.isSingleItem)))
        case .definitions(let definitions): push(Frame(.definitions(definitions)))
        case .table(let grid): begin(grid)
        }
    }

    private static let bar = Span("> ", .text)

    private mutating func begin(_ grid: Grid) {
        let caption = cell.text(of: grid.caption)
        if !caption.isEmpty {
            emit([caption])
            stack.owesGap = true
        }
        // The width does not matter, but layout tables are the same ones as on a screen.
        guard TableForm.isTable(grid), let placed = PlacedGrid(grid), placed.columns > 0 else {
            return push(Frame(.blocks(grid.rows.flatMap(LayoutCells.blocks))))
        }
        var lines: [String] = []
        var rows = placed.rows.map { row(of: $0, placed.columns) }[...]
        let names = placed.isHeader.first == true ? rows.popFirst() : nil
        lines.append(names ?? "|" + String(repeating: "  |", count: placed.columns))
        lines.append("|" + String(repeating: " --- |", count: placed.columns))
        emit(lines + rows)
    }

    private func row(of cells: [PlacedGrid.Cell], _ columns: Int) -> String {
        var texts = [String](repeating: "", count: columns)
        for placed in cells { texts[placed.columns.lowerBound] = text(of: placed.cell) }
        return "| " + texts.joined(separator: " | ") + " |"
    }

    private func text(of grid: Grid.Cell) -> String {
        var texts: [String] = []
        var left = Array(grid.blocks.reversed())
        while let block = left.popLast() {
            switch block {
            case .heading(_, let inlines), .paragraph(let inlines): texts.append(cell.text(of: inlines))
            case .preformatted(let text): texts += PageText.lines(text).map(MarkdownText.escaped)
            case .group(let legend, let blocks):
                texts.append(cell.text(of: legend))
                left += blocks.reversed()
            case .definitions(let definitions):
                for definition in definitions.reversed() {
                    left += definition.meaning.reversed()
                    left.append(.paragraph(definition.term))
                }
            default: left += block.children.reversed()
            }
        }
        return texts.filter { !$0.isEmpty }.joined(separator: "<br>")
    }

    private mutating func push(_ frame: Frame, _ level: Level? = nil) {
        // Markdown readers do not support deeper nesting, and every line would repeat the prefix.
        stack.push(frame, stack.levels.count < 20 ? level : nil)
    }

    private mutating func emit(_ lines: [String]) {
        stack.emit(
            lines.map { text in
                var line = Line([Span(text, .text, width: text.utf8.count)])
                line.trim()
                return line
            })
    }
}

/// Inline parts of a page as Markdown.
struct MarkdownInline {
    let parts: PageParts
    let lineBreak: String

    func text(of inlines: [Inline]) -> String {
        let text = written(inlines)
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ") }
            .joined(separator: "\n")
    }

    private func written(_ inlines: [Inline]) -> String {
        var out = ""
        for inline in inlines {
            switch inline {
            case .text(let text, let emphasis): out += emphasized(PageText.line(text), emphasis)
            case .lineBreak: out += lineBreak
            case .image(let alternative):
                let alternative = PageText.label(alternative)
                if !alternative.isEmpty { out += "![\(MarkdownText.escaped(alternative))]()" }
            case .link(let number, let inner): out += link(number, inner)
            case .field(let form, let field):
                if let field = parts.shown(form: form, field: field) { out += " " + face(of: field) + " " }
            }
        }
        return out
    }

    private func link(_ number: Int, _ inner: [Inline]) -> String {
        let words = written(inner)
        let (before, text, after) = Self.parted(words)
        let name = text.isEmpty ? MarkdownText.escaped(parts.name(ofLink: number)) : text
        guard parts.links.indices.contains(number) else { return words }
        return "\(before)[\(name)](\(MarkdownText.target(parts.links[number].target)))\(after)"
    }

    private func emphasized(_ text: String, _ emphasis: Inline.Emphasis) -> String {
        let (before, words, after) = Self.parted(text)
        if words.isEmpty { return text }
        if emphasis.contains(.code) { return before + Self.code(words) + after }
        var out = MarkdownText.escaped(words)
        if emphasis.contains(.struck) { out = "~~\(out)~~" }
        if emphasis.contains(.stressed) { out = "*\(out)*" }
        if !emphasis.isDisjoint(with: [.strong, .marked]) { out = "**\(out)**" }
        return before + out + after
    }

    private static func code(_ text: String) -> String {
        let fence = String(repeating: "`", count: longestRun(in: text) + 1)
        let pad = text.utf8.first == UInt8(ascii: "`") || text.utf8.last == UInt8(ascii: "`") ? " " : ""
        return fence + pad + text + pad + fence
    }

    static func longestRun(in text: String) -> Int {
        var longest = 0, run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    private func face(of field: Form.Field) -> String {
        let notes = FieldAppearance.notes(on: field).map { " (\($0))" }.joined()
        switch FieldAppearance(field) {
        case .word(let before, let text, let after): return MarkdownText.escaped(before + text + after) + notes
        case .box(let text): return MarkdownText.escaped("[\(text)]") + notes
        case .lines(let lines):
            return MarkdownText.escaped("[") + lines.map(MarkdownText.escaped).joined(separator: lineBreak) + "\\]"
                + notes
        }
    }

    private static func parted(_ text: String) -> (String, String, String) {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { $0 != 0x20 }), let last = bytes.lastIndex(where: { $0 != 0x20 })
        else { return (text, "", "") }
        let end = bytes.index(after: last)
        return (String(text[..<first]), String(text[first..<end]), String(text[end...]))
    }
}

/// A page as an object for programs: `address`, `title`, `text`, `links`, `forms`, `cuts` and other properties.
enum PageObject {
    static func json(of view: PageView) -> JSON {
        let document = view.document
        var members: [JSON.Member] = [
            .init("address", .string(view.address)),
            .init("title", .string(document.title)),
        ]
        if let language = document.language { members.append(.init("language", .string(language))) }
        if let name = document.formName { members.append(.init("form_name", .string(name))) }
        if let refresh = document.refresh {
            members.append(
                .init("refresh", ["seconds": .number(String(refresh.seconds)), "address": .string(refresh.target)]))
        }
        members.append(.init("text", .string(text(of: document))))
        members.append(
            .init(
                "links",
                .array(
                    document.links.enumerated().map { number, link in
                        [
                            "number": .number(String(number + 1)), "text": .string(link.text),
                            "address": .string(link.target),
                        ]
                    })))
        members.append(.init("forms", .array(document.forms.map(json))))
        members.append(.init("cuts", .array(document.cuts.map { .string(PageText.label(PageRemarks.sentence($0))) })))
        return .object(members)
    }

    static func text(of document: Document) -> String {
        var layout = PageLayout(document.blocks, width: 1 << 20, parts: PageParts(document), isNatural: true)
        var text = ""
        while let lines = layout.next() {
            for line in lines {
                for span in line.spans { text += span.text }
                text += "\n"
            }
        }
        return text
    }

    private static func json(of form: Form) -> JSON {
        .object([
            .init("name", form.name.map { .string($0) } ?? .null), .init("method", .string(form.method)),
            .init("action", form.action.map { .string($0) } ?? .null),
            .init("encoding", .string(form.encoding.rawValue)),
            .init("fields", .array(form.fields.map(json))),
        ])
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
