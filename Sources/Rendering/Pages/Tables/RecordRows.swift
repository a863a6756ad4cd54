import Notation

/// The rows of a table that has no room for its columns: a line for each cell, behind the name of its column.
struct RecordRows {
    private let rows: [[(name: [Inline], cell: Grid.Cell)]]

    var count: Int { rows.count }

    /// - Parameter placed: where the cells stand; without it they have no names.
    init(_ grid: Grid, _ placed: PlacedGrid?) {
        guard let placed else {
            rows = grid.rows.map { row in row.map { ([], $0) } }
            return
        }
        var names: [[Inline]] = Array(repeating: [], count: placed.columns)
        var rows: [[(name: [Inline], cell: Grid.Cell)]] = []
        for (number, row) in placed.rows.enumerated() {
            // A header across the whole table is its title, not a column's name.
            if placed.isHeader[number], row.count > 1 || placed.columns == 1 {
                for cell in row {
                    for column in cell.columns { names[column] = cell.cell.blocks.first?.paragraph ?? [] }
                }
                continue
            }
            rows.append(row.map { ($0.cell.isHeader ? [] : names[$0.columns.lowerBound], $0.cell) })
        }
        self.rows = rows
    }

    /// What stands for a row; nothing when it is empty.
    func blocks(ofRow number: Int) -> [Block] {
        rows[number].flatMap { name, cell -> [Block] in
            if cell.blocks.isEmpty { return [] }
            if cell.isHeader { return cell.blocks.map { $0.paragraph.map { .paragraph($0.strong) } ?? $0 } }
            let label = name.unlinked
            guard !label.isEmpty else { return cell.blocks }
            if let first = cell.blocks[0].paragraph {
                return [.paragraph(label + [.text(": ", .strong)] + first)] + cell.blocks.dropFirst()
            }
            return [.paragraph(label + [.text(":", .strong)])] + cell.blocks
        }
    }
}

extension [Inline] {
    /// The same in bold.
    fileprivate var strong: [Inline] {
        map { inline in
            switch inline {
            case .text(let text, let emphasis): .text(text, emphasis.union(.strong))
            case .link(let number, let inner): .link(number, inner.strong)
            case .lineBreak, .image, .field: inline
            }
        }
    }

    /// The words alone, in bold: the name of a column stands before every cell, and its link is said once at most.
    fileprivate var unlinked: [Inline] {
        flatMap { inline -> [Inline] in
            switch inline {
            case .text(let text, let emphasis): [.text(text, emphasis.union(.strong).subtracting(.label))]
            case .link(_, let inner): inner.unlinked
            case .lineBreak: [.text(" ", [])]
            case .image, .field: []
            }
        }
    }
}
