import Notation

/// A page as GitHub-flavored Markdown: one line per paragraph, with inline links.
struct PageMarkdown {
    private let inline: MarkdownInline
    private let cell: MarkdownInline

    init(_ document: Document) {
        let parts = PageParts(document)
        inline = MarkdownInline(parts: parts, lineBreak: "\\\n")
        cell = MarkdownInline(parts: parts, lineBreak: "<br>")
    }

    func lines(of view: PageView) -> [String] {
        let title = PageText.label(view.document.title), address = PageText.label(view.address)
        return lines(
            of: [.heading(level: 1, [.text(title, [])]), .paragraph([.text(address, [])])] + view.document.blocks
                + PageRemarks.blocks(on: view.document))
    }

    private func lines(of blocks: [Block], isTight: Bool = false) -> [String] {
        Self.joined(blocks.map(lines), isTight: isTight)
    }

    private static func joined(_ parts: [[String]], isTight: Bool = false) -> [String] {
        Array(parts.filter { !$0.isEmpty }.joined(separator: isTight ? [] : [""]))
    }

    private func lines(of block: Block) -> [String] {
        switch block {
        case .heading(let level, let inlines):
            let text = cell.text(of: inlines)
            return text.isEmpty ? [] : [String(repeating: "#", count: min(max(level, 1), 6)) + " " + text]
        case .paragraph(let inlines):
            return inline.text(of: inlines).split(separator: "\n").map { MarkdownText.line(String($0)) }
        case .preformatted(let text):
            let fence = String(repeating: "`", count: max(MarkdownInline.longestRun(in: text) + 1, 3))
            return [fence] + PageText.preformatted(text) + [fence]
        case .rule: return ["---"]
        case .quote(let blocks): return Self.prefixed(lines(of: blocks), "> ", "> ")
        case .notice(let blocks):
            let sign = [Inline.text("!", .strong), .text(" ", [])]
            let first = Block.paragraph(sign + (blocks.first?.paragraph ?? []))
            let rest = blocks.first?.paragraph == nil ? blocks : Array(blocks.dropFirst())
            return Self.prefixed(lines(of: [first] + rest), "> ", "> ")
        case .form(_, let blocks): return lines(of: blocks)
        case .group(let legend, let blocks): return lines(of: [.paragraph(legend)] + blocks)
        case .list(let start, let items):
            let isTight = items.allSatisfy(\.isSingleItem)
            let parts = items.enumerated().map { number, item in
                let (sum, isTooMuch) = (start ?? 0).addingReportingOverflow(number)
                return self.item(start == nil || isTooMuch || sum < 0 ? "-" : "\(sum).", item, isTight: isTight)
            }
            return Self.joined(parts, isTight: isTight)
        case .definitions(let definitions):
            return Self.joined(definitions.map { item("-", [.paragraph($0.term)] + $0.meaning) })
        case .table(let grid): return lines(of: grid)
        }
    }

    private func item(_ mark: String, _ blocks: [Block], isTight: Bool = false) -> [String] {
        let lines = lines(of: blocks, isTight: isTight)
        let indent = String(repeating: " ", count: mark.utf8.count + 1)
        return lines.isEmpty ? [mark] : Self.prefixed(lines, mark + " ", indent)
    }

    private static func prefixed(_ lines: [String], _ first: String, _ rest: String) -> [String] {
        lines.enumerated().map { number, line in
            line.isEmpty ? (rest == "> " ? ">" : "") : (number == 0 ? first : rest) + line
        }
    }

    private func lines(of grid: Grid) -> [String] {
        let caption = cell.text(of: grid.caption)
        // The width does not matter, but layout tables are the same ones as on a screen.
        guard grid.isTable, let placed = PlacedGrid(grid), placed.columns > 0 else {
            return lines(of: [.paragraph(grid.caption)] + grid.rows.flatMap(LayoutCells.blocks))
        }
        var rows = placed.rows.map { row(of: $0, placed.columns) }
        if placed.isHeader.first != true { rows.insert("|" + String(repeating: "  |", count: placed.columns), at: 0) }
        rows.insert("|" + String(repeating: " --- |", count: placed.columns), at: 1)
        return Self.joined([caption.isEmpty ? [] : [caption], rows])
    }

    private func row(of cells: [PlacedGrid.Cell], _ columns: Int) -> String {
        var texts = [String](repeating: "", count: columns)
        for placed in cells {
            texts[placed.columns.lowerBound] = words(of: placed.cell.blocks).joined(separator: "<br>")
        }
        return "| " + texts.joined(separator: " | ") + " |"
    }

    /// The lines of a cell, which can hold no blocks.
    private func words(of blocks: [Block]) -> [String] {
        blocks.flatMap { block -> [String] in
            switch block {
            case .preformatted(let text): PageText.lines(text).map(MarkdownText.escaped)
            case .definitions(let definitions):
                definitions.flatMap { words(of: [.paragraph($0.term)] + $0.meaning) }
            default: [cell.text(of: block.inlines)] + words(of: block.children)
            }
        }.filter { !$0.isEmpty }
    }
}

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
