import Notation

/// What becomes of a table.
enum TableForm {
    /// Columns beside each other.
    case columns(TableRun)
    /// A block for every row, because the columns have no room beside each other.
    case records(RecordRows)
    /// Its cells one after the other: it is there for the looks, or has no names for its columns.
    case loose

    init(_ grid: Grid, width: Int, parts: PageParts) {
        self = .loose
        guard Self.isTable(grid) else { return }
        let placed = PlacedGrid(grid)
        if let placed, placed.columns * 4 <= width + 4, let run = TableRun(placed, width: width, parts: parts) {
            self = .columns(run)
        } else if Self.isNamed(grid) {
            self = .records(RecordRows(grid, placed))
        }
    }

    /// Whether it is a table to people: it holds none, and names its columns, or holds several values beside each other.
    static func isTable(_ grid: Grid) -> Bool {
        if grid.rows.contains(where: { $0.contains { BlockScan.holdsTable($0.blocks) } }) { return false }
        if isNamed(grid) { return true }
        return grid.rows.contains { $0.count > 1 } && !grid.rows.contains { $0.contains { isPart($0.blocks) } }
    }

    private static func isNamed(_ grid: Grid) -> Bool { grid.rows.contains { $0.contains { $0.isHeader } } }

    /// Whether it is a part of a page rather than a value.
    private static func isPart(_ blocks: [Block]) -> Bool {
        blocks.contains { block in
            switch block {
            case .heading, .form, .group, .rule, .preformatted, .notice: true
            case .paragraph, .list, .definitions, .quote, .table: false
            }
        }
    }
}
