import Notation

/// A row of a table that is no table to people, but a way to put things beside each other.
enum LooseCells {
    /// Its cells one after the other; on one line where each has a line of text at most.
    static func blocks(of row: [Grid.Cell]) -> [Block] {
        var line: [Inline] = []
        for cell in row {
            switch cell.blocks.count {
            case 0: continue
            case 1:
                guard let inlines = cell.blocks[0].paragraph else { return row.flatMap(\.blocks) }
                // Labels and fields find each other as paragraphs.
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
    /// Whether it is a field or names one.
    fileprivate var isOfForm: Bool {
        switch self {
        case .field: true
        case .text(_, let emphasis): emphasis.contains(.label)
        case .lineBreak, .link, .image: false
        }
    }
}
