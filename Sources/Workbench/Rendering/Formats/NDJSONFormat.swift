extension Format {
    package static let ndjson = Format(
        "ndjson", "One JSON value per line.", for: .objects, page: .json, isCompact: true
    ) { _, side in NDJSONWriter(side: side) }
}

/// One object per line without white space, so that each line can be parsed separately.
struct NDJSONWriter: RowWriter {
    private let side: CellSide
    private var names: [String] = []

    init(side: CellSide) { self.side = side }

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        names = JSONFields.names(columns)
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            out.append(UInt8(ascii: "{"))
            for (index, name) in names.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                out.append(name)
                out.append(UInt8(ascii: ":"))
                let cell = row.cell(index)
                if side == .both {
                    out.append("{\"value\":")
                    TerminalJSON.appendString(cell.value, to: &out)
                    out.append(",\"display_value\":")
                    TerminalJSON.appendString(cell.shown, to: &out)
                    out.append(UInt8(ascii: "}"))
                } else {
                    TerminalJSON.appendString(side.text(of: cell), to: &out)
                }
            }
            out.append("}\n")
        }
    }

    mutating func end(to out: inout ByteBuffer) {}
}
