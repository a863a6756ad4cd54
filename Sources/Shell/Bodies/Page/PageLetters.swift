import Notation

/// How much a document says.
enum PageLetters {
    /// The letters of blocks, counted no further than is asked for. Documents nest 200 levels at most.
    static func count(in blocks: [Block], upTo limit: Int) -> Int {
        var count = 0
        for block in blocks {
            if count >= limit { break }
            count += self.count(in: block, upTo: limit - count)
        }
        return count
    }

    private static func count(in block: Block, upTo limit: Int) -> Int {
        switch block {
        case .heading(_, let inlines), .paragraph(let inlines): return count(of: inlines)
        case .preformatted(let text): return text.utf8.count
        case .quote(let blocks), .form(_, let blocks), .notice(let blocks): return count(in: blocks, upTo: limit)
        case .list(_, let items): return count(in: items.flatMap(\.self), upTo: limit)
        case .definitions(let definitions):
            return definitions.reduce(0) { $0 + count(of: $1.term) + count(in: $1.meaning, upTo: limit) }
        case .table(let grid):
            return count(of: grid.caption) + count(in: grid.rows.flatMap { $0.flatMap(\.blocks) }, upTo: limit)
        case .group(let legend, let blocks): return count(of: legend) + count(in: blocks, upTo: limit)
        case .rule: return 0
        }
    }

    private static func count(of inlines: [Inline]) -> Int {
        inlines.reduce(0) { sum, inline in
            switch inline {
            case .text(let text, _): sum + text.utf8.count
            case .link(_, let inner): sum + count(of: inner)
            case .image(let alternative): sum + alternative.utf8.count
            case .lineBreak, .field: sum
            }
        }
    }
}
