/// An array of objects, two spaces a level; a record alone is an object. Values are strings, as the instance stores
/// them.
struct JSONWriter: RowWriter {
    private let side: CellSide
    private var names: [String] = []
    private var wroteRow = false

    init(side: CellSide) { self.side = side }

    mutating func begin(_ columns: [Column], sample: [[Cell]], to out: inout ByteBuffer) {
        names = JSONFields.names(columns)
        out.append(UInt8(ascii: "["))
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            out.append(wroteRow ? ",\n  " : "\n  ")
            wroteRow = true
            writeObject(row, indent: "  ", to: &out)
        }
    }

    mutating func end(to out: inout ByteBuffer) { out.append(wroteRow ? "\n]\n" : "]\n") }

    mutating func writeRecord(_ columns: [Column], _ cells: [Cell], to out: inout ByteBuffer) {
        names = JSONFields.names(columns)
        writeObject(cells, indent: "", to: &out)
        out.append(0x0A)
    }

    private func writeObject(_ row: [Cell], indent: String, to out: inout ByteBuffer) {
        guard !names.isEmpty else { return out.append("{}") }
        out.append(UInt8(ascii: "{"))
        for (index, name) in names.enumerated() {
            out.append(index == 0 ? "\n" : ",\n")
            out.append(indent)
            out.append("  ")
            out.append(name)
            out.append(": ")
            let cell = row.cell(index)
            if side == .both {
                out.append("{\n\(indent)    \"value\": ")
                JSONText.appendString(cell.value, to: &out)
                out.append(",\n\(indent)    \"display_value\": ")
                JSONText.appendString(cell.shown, to: &out)
                out.append("\n\(indent)  }")
            } else {
                JSONText.appendString(side.text(of: cell), to: &out)
            }
        }
        out.append(0x0A)
        out.append(indent)
        out.append(UInt8(ascii: "}"))
    }
}
