/// Writes rows in one format. A format is one type that conforms to this, in one file.
protocol RowWriter {
    /// What comes before the first row. `sample` holds the rows known by then: all of a table, the first batch of a
    /// stream.
    mutating func begin(_ columns: [Column], sample: [[Cell]], to out: inout ByteBuffer)
    /// Rows in their order.
    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer)
    /// What comes after the last row.
    mutating func end(to out: inout ByteBuffer)
    /// One record, alone.
    mutating func writeRecord(_ columns: [Column], _ cells: [Cell], to out: inout ByteBuffer)
    /// What did not fit.
    var facts: RenderFacts { get }
}

extension RowWriter {
    var facts: RenderFacts { RenderFacts() }

    mutating func writeRecord(_ columns: [Column], _ cells: [Cell], to out: inout ByteBuffer) {
        begin(columns, sample: [cells], to: &out)
        write([cells], to: &out)
        end(to: &out)
    }
}

extension [Cell] {
    /// The cell at that place; a row shorter than its header has empty ones at its end.
    func cell(_ index: Int) -> Cell { index < count ? self[index] : Cell("") }
}
