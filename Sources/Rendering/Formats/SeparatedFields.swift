/// What CSV and TSV share: which texts stand in a row.
struct SeparatedFields {
    let side: CellSide
    /// On a terminal control characters are taken out; in a file the bytes are the value.
    let onTerminal: Bool

    /// The header. With both sides asked for, each column is followed by one for what the instance shows, named as
    /// ServiceNow itself names that part of a field.
    func header(_ columns: [Column]) -> [String] {
        columns.flatMap { column in
            let name = fit(column.name)
            return side == .both ? [name, name + ".display_value"] : [name]
        }
    }

    /// Gives the fields of one row in their order.
    func forEach(in row: [Cell], columns: Int, _ body: (Int, String) -> Void) {
        for index in 0..<columns {
            let cell = row.cell(index)
            if side == .both {
                body(2 * index, fit(cell.value))
                body(2 * index + 1, fit(cell.shown))
            } else {
                body(index, fit(side.text(of: cell)))
            }
        }
    }

    private func fit(_ text: String) -> String { onTerminal ? ScreenText.lines(text) : text }
}
