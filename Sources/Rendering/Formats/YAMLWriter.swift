/// YAML 1.2, a sequence of mappings; a record alone is a mapping. Every value is a string, and stays one in YAML 1.1
/// readers too: what they would take for a number, a date, a truth value or nothing is quoted.
struct YAMLWriter: RowWriter {
    private let side: CellSide
    private var names: [String] = []
    private var wroteRow = false

    init(side: CellSide) { self.side = side }

    mutating func begin(_ columns: [Column], sample: [[Cell]], to out: inout ByteBuffer) { names = keys(columns) }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            wroteRow = true
            if names.isEmpty { out.append("- {}\n") }
            writeFields(row, first: "- ", indent: 2, to: &out)
        }
    }

    mutating func end(to out: inout ByteBuffer) {
        if !wroteRow { out.append("[]\n") }
    }

    mutating func writeRecord(_ columns: [Column], _ cells: [Cell], to out: inout ByteBuffer) {
        names = keys(columns)
        if names.isEmpty { out.append("{}\n") }
        writeFields(cells, first: "", indent: 0, to: &out)
    }

    private func keys(_ columns: [Column]) -> [String] {
        columns.map { column in
            var key = ByteBuffer()
            YAMLScalar.append(column.name, to: &key)
            return String(decoding: key.bytes, as: UTF8.self)
        }
    }

    private func writeFields(_ row: [Cell], first: String, indent: Int, to out: inout ByteBuffer) {
        for (index, name) in names.enumerated() {
            if index == 0 { out.append(first) } else { out.append(spaces: indent) }
            out.append(name)
            out.append(UInt8(ascii: ":"))
            let cell = row.cell(index)
            if side == .both {
                out.append(0x0A)
                writeValue("value:", cell.value, indent: indent + 2, to: &out)
                writeValue("display_value:", cell.shown, indent: indent + 2, to: &out)
            } else {
                writeText(side.text(of: cell), indent: indent + 2, to: &out)
            }
        }
    }

    private func writeValue(_ key: String, _ text: String, indent: Int, to out: inout ByteBuffer) {
        out.append(spaces: indent)
        out.append(key)
        writeText(text, indent: indent + 2, to: &out)
    }

    private func writeText(_ text: String, indent: Int, to out: inout ByteBuffer) {
        out.append(0x20)
        if YAMLScalar.canStandInBlock(text) {
            YAMLScalar.appendBlock(text, indent: indent, to: &out)
        } else {
            YAMLScalar.append(text, to: &out)
            out.append(0x0A)
        }
    }
}
