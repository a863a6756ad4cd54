/// A table of a page.
package struct Grid: Sendable, Hashable {
    /// What it is called; empty when it has no caption.
    package var caption: [Inline] = []
    /// From top to bottom; a cell that spans rows stands in the first of them.
    package var rows: [[Cell]] = []

    /// A table of parts.
    package init(caption: [Inline] = [], rows: [[Cell]] = []) {
        self.caption = caption
        self.rows = rows
    }

    /// A cell.
    package struct Cell: Sendable, Hashable {
        /// Whether it names a row or a column.
        package var isHeader: Bool
        /// How many columns it takes, 1 to 1000.
        package var columns: Int
        /// How many rows it takes, 1 to 1000.
        package var rows: Int
        /// What it holds.
        package var blocks: [Block]

        /// A cell of parts.
        package init(isHeader: Bool = false, columns: Int = 1, rows: Int = 1, _ blocks: [Block]) {
            self.isHeader = isHeader
            self.columns = columns
            self.rows = rows
            self.blocks = blocks
        }
    }
}
