import Notation

/// The rows of a table whose columns do not fit: a line for each cell, after its column's name.
struct RecordRows {
    private let rows: [[(name: [Inline], cell: Grid.Cell)]]

    var count: Int { rows.count }

    init(_ grid: Grid, _ placed: PlacedGrid?) {
        guard let placed else {
            rows = grid.rows.map { row in row.map { ([], $0) } }
            return
        }
        var names: [[Inline]] = Array(repeating: [], count: placed.columns)
        var rows: [[(name: [Inline], cell: Grid.Cell)]] = []
        for (number, row) in placed.rows.enumerated() {
            // A header across the whole table is a title, not a column's name.
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

    /// The blocks for a row; empty for an empty row.
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
    fileprivate var strong: [Inline] {
        map { inline in
            switch inline {
            case .text(let text, let emphasis): .text(text, emphasis.union(.strong))
            case .link(let number, let inner): .link(number, inner.strong)
            case .lineBreak, .image, .field: inline
            }
        }
    }

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

/// A table with the column of every cell resolved.
struct PlacedGrid {
    struct Cell {
        let cell: Grid.Cell
        let columns: Range<Int>
        let rows: Int
    }

    private(set) var rows: [[Cell]] = []
    private(set) var columns = 0
    private(set) var isHeader: [Bool] = []

    private static let most = 1000

    /// Nil if it is too wide. Only columns in which a cell begins count: a title that spans a thousand takes as many as
    /// the widest row has.
    init?(_ grid: Grid) {
        var placed: [[(cell: Grid.Cell, start: Int, end: Int)]] = []
        // The first row in which each column is free again.
        var free = [Int](repeating: 0, count: Self.most * 2)
        var starts: Set<Int> = []
        for (number, row) in grid.rows.enumerated() {
            var column = 0
            var cells: [(cell: Grid.Cell, start: Int, end: Int)] = []
            for cell in row {
                while column < Self.most, free[column] > number { column += 1 }
                guard column < Self.most else { return nil }
                let end = min(column + min(max(cell.columns, 1), Self.most), Self.most)
                if cell.rows > 1 {
                    let until = number + min(cell.rows, grid.rows.count - number)
                    for taken in column..<end { free[taken] = until }
                }
                starts.insert(column)
                cells.append((cell, column, end))
                column = end
            }
            placed.append(cells)
        }
        let order = starts.sorted()
        columns = order.count
        var rank = [Int](repeating: 0, count: Self.most + 1)
        var passed = 0
        for place in 0...Self.most {
            rank[place] = passed
            if passed < order.count, order[passed] == place { passed += 1 }
        }
        rows = placed.enumerated().map { number, cells in
            cells.map {
                Cell(
                    cell: $0.cell, columns: rank[$0.start]..<max(rank[$0.end], rank[$0.start] + 1),
                    rows: min(max($0.cell.rows, 1), placed.count - number))
            }
        }
        isHeader = rows.map { row in !row.isEmpty && row.allSatisfy(\.cell.isHeader) }
    }
}
