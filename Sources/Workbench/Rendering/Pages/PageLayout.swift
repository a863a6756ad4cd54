import Notation

struct PageLayout {
    let parts: PageParts
    let width: Int
    private let whole: Int

    /// Wide enough for any line; boxes and rules are only as long as they have to be.
    static let naturalWidth = 1 << 20

    static func isNatural(_ width: Int) -> Bool { width > naturalWidth / 2 }

    init(width: Int, parts: PageParts, whole: Int? = nil) {
        self.parts = parts
        self.width = max(width, 2)
        self.whole = whole ?? self.width
    }

    func lines(of blocks: [Block], isTight: Bool = false) -> [Line] {
        var lines: [Line] = [], owesGap = false, number = 0
        while number < blocks.count {
            if number > 0, !isTight, !blocks[number - 1].isHeading { owesGap = true }
            let more: [Line]
            if let run = FieldLayout(blocks, from: number, parts: parts) {
                more = run.lines(width: width, parts: parts)
                number += run.blocks
            } else {
                more = self.lines(of: blocks[number])
                number += 1
            }
            if more.isEmpty { continue }
            if owesGap, !lines.isEmpty { lines.append(Line()) }
            owesGap = false
            lines += more
        }
        return lines
    }

    private func lines(of block: Block) -> [Line] {
        switch block {
        case .heading(let level, let inlines): Self.heading(level, flow(inlines, .heading, less: 2))
        case .paragraph(let inlines): flow(inlines)
        case .preformatted(let text): PageText.preformatted(text).flatMap(folded)
        case .rule: [Line(stroke(PageLayout.isNatural(width) ? 3 : width))]
        case .quote(let blocks): nested(blocks, .quote)
        case .notice(let blocks): nested(blocks, .notice)
        case .form(_, let blocks): lines(of: blocks)
        case .list(let start, let items): list(items, from: start)
        case .definitions(let definitions):
            FieldLayout(definitions)?.lines(width: width, parts: parts)
                ?? definitions.flatMap { flow($0.term, .strong) + nested($0.meaning, .indent, isTight: true) }
        case .group(let legend, let blocks): group(flow(legend, .strong, less: 3), blocks)
        case .table(let grid): flow(grid.caption, .strong) + lines(of: grid)
        }
    }

    func flow(_ inlines: [Inline], _ style: TextStyle = .text, less: Int = 0) -> [Line] {
        let lines = PageFlow.lines(of: inlines, width: width - less, parts: parts, style: style)
        return lines.contains { !$0.isEmpty } ? lines : []
    }

    /// Parts one below the other, with empty lines between them.
    static func joined(_ parts: [[Line]], isTight: Bool) -> [Line] {
        Array(parts.filter { !$0.isEmpty }.joined(separator: isTight ? [] : [Line()]))
    }

    private func stroke(_ count: Int, _ mark: String = "─", after corner: String = "") -> Span {
        Span(corner + String(repeating: mark, count: max(count, 0)), .faint)
    }

    /// Headings are distinguishable without colors: the first three levels are underlined, the others have a mark.
    private static func heading(_ level: Int, _ title: [Line]) -> [Line] {
        if title.isEmpty { return [] }
        if level > 3 { return Level.item(level == 4 ? "■" : level == 5 ? "▪" : "▫").prefixed(title) }
        let width = title.map(\.width).max() ?? 0
        let mark = level <= 1 ? "═" : level == 2 ? "─" : "╌"
        let under = Line(Span(String(repeating: mark, count: width), .faint, width: width))
        return (level <= 1 ? title.map(banner) : title) + [under]
    }

    static func banner(_ line: Line) -> Line {
        var banner = line
        banner.background = .heading
        return banner
    }

    /// A line of preformatted text; the rest of a long one is on the next line after a mark.
    private func folded(_ text: String) -> [Line] {
        var text = text
        return text.withUTF8 { bytes in
            var lines: [Line] = [], start = 0
            repeat {
                var line = start > 0 && width > 4 ? Line(Span("↪ ", .faint)) : Line()
                let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                let (count, cells) = PageText.cut(rest, room: width - line.width, isFresh: true)
                let piece = String(decoding: UnsafeBufferPointer(rebasing: rest[..<count]), as: UTF8.self)
                line.append(Span(piece, TextStyle(.code), width: cells))
                line.trim()
                lines.append(line)
                start += count
            } while start < bytes.count
            return lines
        }
    }

    private func list(_ items: [[Block]], from start: Int?) -> [Line] {
        if start == nil, let row = LinkRow.inlines(of: items) { return flow(row) }
        let isTight = items.allSatisfy(\.isSingleItem)
        // The numbers of a list are aligned.
        let last = start.map { String($0.addingReportingOverflow(items.count - 1).partialValue).utf8.count } ?? 0
        let parts = items.enumerated().map { number, item -> [Line] in
            guard let start, case let (sum, isTooMuch) = start.addingReportingOverflow(number), !isTooMuch else {
                return nested(item, .item("•"), isTight: isTight, needsMark: true)
            }
            let mark = String(repeating: " ", count: max(last - String(sum).utf8.count, 0)) + "\(sum)."
            let lines = nested(item, .item(mark), isTight: isTight, needsMark: true)
            return lines.isEmpty ? Level.item(mark).prefixed([Line()]) : lines
        }
        return Self.joined(parts, isTight: isTight)
    }

    private func group(_ legend: [Line], _ blocks: [Block]) -> [Line] {
        // A group without a name has no frame.
        guard let first = legend.first else { return lines(of: blocks) }
        var opening = first.after(Span("┌ ", .faint))
        let isNatural = PageLayout.isNatural(width)
        if legend.count == 1, !isNatural, opening.width + 2 <= width {
            opening.append(stroke(width - opening.width - 1, after: " "))
        }
        let more = legend.dropFirst().map { $0.after(Level.quote.rest) }
        return [opening] + more + nested(blocks, .quote) + [Line(stroke(isNatural ? 2 : width - 1, after: "└"))]
    }

    /// Blocks after the prefix of a level. One that would take more than half of the page is left out; a mark that is
    /// needed gets its own line instead.
    private func nested(_ blocks: [Block], _ level: Level, isTight: Bool = false, needsMark: Bool = false) -> [Line] {
        guard whole - width + level.first.width <= whole / 2 else {
            let lines = lines(of: blocks, isTight: isTight)
            guard needsMark || level.isNotice && !lines.isEmpty else { return lines }
            return flow([.text(level.first.text, [])], level.first.style) + lines
        }
        let inner = PageLayout(width: width - level.first.width, parts: parts, whole: whole)
        return level.prefixed(inner.lines(of: blocks, isTight: isTight))
    }
}

/// The prefix of every line of a part: a bullet and its indentation, the bar of a quotation.
private struct Level {
    let first: Span
    let rest: Span
    var isNotice = false

    static func item(_ mark: String) -> Level {
        let first = Span(mark + " ", .faint)
        return Level(first: first, rest: Span(String(repeating: " ", count: first.width), .text, width: first.width))
    }

    static let indent = Level(first: Span("    ", .text), rest: Span("    ", .text))
    static let quote = Level(first: Span("│ ", .faint), rest: Span("│ ", .faint))
    static let notice = Level(
        first: Span("▌ ! ", TextStyle(.notice, .bold)), rest: Span("▌   ", TextStyle(.notice, .bold)), isNotice: true)

    func prefixed(_ lines: [Line]) -> [Line] {
        lines.enumerated().map { number, line in
            let line = line.after(number == 0 ? first : rest)
            return isNotice ? line.noticed : line
        }
    }
}

/// What blocks refer to by number, and facts about the whole page.
struct PageParts: Sendable {
    let links: [Document.Link]
    let forms: [Form]
    /// Texts that are labels of fields, so that they are not repeated.
    let labels: Set<String>

    init(_ document: Document) {
        links = document.links
        forms = document.forms
        labels = Set(
            document.blocks.everyInline.compactMap { inline in
                if inline.isLabel, case .text(let text, _) = inline { PageText.label(text) } else { nil }
            })
    }

    func shown(form: Int, field: Int) -> Form.Field? {
        guard forms.indices.contains(form), forms[form].fields.indices.contains(field) else { return nil }
        let found = forms[form].fields[field]
        return found.kind == .hidden ? nil : found
    }

    func visible(_ inlines: [Inline]) -> [Inline] {
        inlines.filter { inline in
            guard case .field(let form, let field) = inline else { return true }
            return shown(form: form, field: field) != nil
        }
    }

    func name(ofLink number: Int) -> String {
        guard links.indices.contains(number) else { return "link" }
        let text = PageText.label(links[number].text)
        return text.isEmpty ? "link" : text
    }
}

extension Block {
    fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
    fileprivate var isList: Bool { if case .list = self { true } else { false } }

    var paragraph: [Inline]? { if case .paragraph(let inlines) = self { inlines } else { nil } }
}

extension [Block] {
    /// Whether they form a single item, at most with sublists, so that no empty line is needed after it.
    var isSingleItem: Bool {
        guard count(where: { !$0.isList }) <= 1 else { return false }
        return allSatisfy { $0.isList || $0.paragraph != nil || $0.isHeading }
    }
}

/// A list of short links, such as a page's navigation. It is put on one or two lines, since it would push the page's
/// content off the screen.
private enum LinkRow {
    private static let longest = 20

    /// The links in one row, each with its number; nil for any other list.
    static func inlines(of items: [[Block]]) -> [Inline]? {
        guard 3...50 ~= items.count else { return nil }
        var row: [Inline] = []
        for item in items {
            guard item.count == 1, let inlines = item[0].paragraph, inlines.count == 1,
                case .link(_, let inner) = inlines[0], inner.count == 1, case .text(let text, _) = inner[0],
                !text.isEmpty, DisplayWidth.of(PageText.line(text)) <= longest
            else { return nil }
            row += (row.isEmpty ? [] : [.text(" ", [])]) + inlines
        }
        return row
    }
}
