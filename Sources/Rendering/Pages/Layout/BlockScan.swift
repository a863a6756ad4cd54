import Notation

/// Looks through blocks and what they hold, without recursion: a page nests as deep as it likes.
enum BlockScan {
    /// Whether something among the blocks, however deep, is a table.
    static func holdsTable(_ blocks: [Block]) -> Bool {
        var left = blocks
        while let block = left.popLast() {
            if case .table = block { return true }
            left += children(of: block)
        }
        return false
    }

    /// Shows every inline part to a function, in no particular order.
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

    /// The blocks that stand in one.
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
