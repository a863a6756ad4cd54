import Notation

extension Block {
    var isHeading: Bool {
        if case .heading = self { return true }
        return false
    }

    var isList: Bool {
        if case .list = self { return true }
        return false
    }

    /// The inline parts of a paragraph; nil for any other block.
    var paragraph: [Inline]? {
        if case .paragraph(let inlines) = self { return inlines }
        return nil
    }
}

extension [Block] {
    /// Whether they form a single item, at most with sublists, so that no empty line is needed after it.
    var isSingleItem: Bool {
        guard count(where: { !$0.isList }) <= 1 else { return false }
        return allSatisfy { $0.isList || $0.paragraph != nil || $0.isHeading }
    }
}

/// Visits blocks and their contents without recursion, because pages may be nested arbitrarily deep.
enum BlockScan {
    static func holdsTable(_ blocks: [Block]) -> Bool {
        var left = blocks
        while let block = left.popLast() {
            if case .table = block { return true }
            left += children(of: block)
        }
        return false
    }

    static func inlines(of blocks: [Block], _ look: (Inline) -> Void) {
        var left = blocks
        while let block = left.popLast() {
            left += children(of: block)
            var inlines = own(of: block)
            while let inline = inlines.popLast() {
                look(inline)
                if case .link(_, let inner) = inline { inlines += inner }
            }
        }
    }

    static func children(of block: Block) -> [Block] {
        switch block {
        case .heading, .paragraph, .preformatted, .rule: []
        case .quote(let blocks), .form(_, let blocks), .notice(let blocks), .group(_, let blocks): blocks
        case .list(_, let items): items.flatMap { $0 }
        case .definitions(let definitions): definitions.flatMap(\.meaning)
        case .table(let grid): grid.rows.flatMap { $0.flatMap(\.blocks) }
        }
    }

    private static func own(of block: Block) -> [Inline] {
        switch block {
        case .heading(_, let inlines), .paragraph(let inlines), .group(let inlines, _): inlines
        case .definitions(let definitions): definitions.flatMap(\.term)
        case .table(let grid): grid.caption
        case .preformatted, .quote, .list, .form, .notice, .rule: []
        }
    }
}

/// A list of short links, such as a page's navigation. It is put on one or two lines, since it would push the page's
/// content off the screen.
enum LinkRow {
    private static let least = 3
    private static let most = 50
    private static let longest = 20

    /// The links in one row, each with its number; nil for any other list.
    static func inlines(of items: [[Block]]) -> [Inline]? {
        guard (least...most).contains(items.count) else { return nil }
        var row: [Inline] = []
        for item in items {
            guard item.count == 1, let inlines = item[0].paragraph, inlines.count == 1,
                case .link(_, let inner) = inlines[0], inner.count == 1, case .text(let text, _) = inner[0],
                !text.isEmpty, DisplayWidth.of(PageText.line(text)) <= longest
            else { return nil }
            if !row.isEmpty { row.append(.text(" ", [])) }
            row.append(inlines[0])
        }
        return row
    }
}

/// A row of a layout table, which only places things next to each other.
enum LayoutCells {
    static func blocks(of row: [Grid.Cell]) -> [Block] {
        var line: [Inline] = []
        for cell in row {
            switch cell.blocks.count {
            case 0: continue
            case 1:
                guard let inlines = cell.blocks[0].paragraph else { return row.flatMap(\.blocks) }
                // Labels and fields are matched as paragraphs.
                if inlines.contains(where: \.isOfForm) { return row.flatMap(\.blocks) }
                if !line.isEmpty { line.append(.text(" · ", [])) }
                line += inlines
            default: return row.flatMap(\.blocks)
            }
        }
        return line.isEmpty ? [] : [.paragraph(line)]
    }
}

extension Inline {
    fileprivate var isOfForm: Bool {
        switch self {
        case .field: true
        case .text(_, let emphasis): emphasis.contains(.label)
        case .lineBreak, .link, .image: false
        }
    }
}
