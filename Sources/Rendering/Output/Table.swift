/// Rows under columns, all of them at hand.
package struct Table: Sendable {
    /// In the order they are shown.
    package var columns: [Column]
    /// A cell for each column; a shorter row has empty ones at its end.
    package var rows: [[Cell]]
    /// A table of parts.
    package init(columns: [Column], rows: [[Cell]]) {
        self.columns = columns
        self.rows = rows
    }
}
