/// What became of a result on its way to text, so that the caller can say so beside it.
package struct RenderFacts: Sendable, Hashable {
    /// The rows written; a record counts as one.
    package var rows = 0
    /// The cells that were cut to fit the terminal.
    package var cutCells = 0
    /// The columns for which the terminal had no room at all; they are the last ones.
    package var hiddenColumns = 0

    /// Nothing was cut or hidden unless told.
    package init(rows: Int = 0, cutCells: Int = 0, hiddenColumns: Int = 0) {
        self.rows = rows
        self.cutCells = cutCells
        self.hiddenColumns = hiddenColumns
    }
}
