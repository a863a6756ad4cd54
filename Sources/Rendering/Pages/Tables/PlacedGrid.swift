import Notation

/// A table of which it is known where every cell stands.
struct PlacedGrid {
    /// A cell and the columns it takes.
    struct Cell {
        let cell: Grid.Cell
        let columns: Range<Int>
        /// How many rows it takes, no more than there are.
        let rows: Int
    }

    private(set) var rows: [[Cell]] = []
    private(set) var columns = 0
    /// Which rows hold nothing but names of columns.
    private(set) var isHeader: [Bool] = []

    /// More columns than this are no table that people read on a terminal.
    private static let most = 1000

    /// Nil when it is too wide to count. Only columns in which a cell begins are columns: a title across a thousand
    /// takes as many as the widest row has.
    init?(_ grid: Grid) {
        var placed: [[(cell: Grid.Cell, start: Int, end: Int)]] = []
        // The row from which a column is free again.
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
