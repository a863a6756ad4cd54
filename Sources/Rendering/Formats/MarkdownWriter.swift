/// A GitHub-flavoured Markdown table. Whatever could be read as markup is escaped, so that a cell shows the value and
/// nothing else; line breaks become `<br>`. A record alone is a table of two columns.
struct MarkdownWriter: RowWriter {
    private let side: CellSide
    private var columns = 0

    init(side: CellSide) { self.side = side }

    mutating func begin(_ columns: [Column], sample: [[Cell]], to out: inout ByteBuffer) {
        self.columns = columns.count
        if columns.isEmpty { return }
        writeRow(columns.map(\.name), to: &out)
        writeRule(columns.count, to: &out)
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows { writeRow((0..<columns).map { side.text(of: row.cell($0)) }, to: &out) }
    }

    mutating func end(to out: inout ByteBuffer) {}

    mutating func writeRecord(_ columns: [Column], _ cells: [Cell], to out: inout ByteBuffer) {
        writeRow(["Field", "Value"], to: &out)
        writeRule(2, to: &out)
        for (index, column) in columns.enumerated() {
            writeRow([column.name, side.text(of: cells.cell(index))], to: &out)
        }
    }

    private func writeRule(_ count: Int, to out: inout ByteBuffer) {
        for _ in 0..<count { out.append("| --- ") }
        out.append("|\n")
    }

    private func writeRow(_ texts: [String], to out: inout ByteBuffer) {
        for text in texts {
            out.append("| ")
            put(ScreenText.lines(text), to: &out)
            out.append(0x20)
        }
        out.append("|\n")
    }

    private func put(_ text: String, to out: inout ByteBuffer) {
        var text = text
        text.withUTF8 { bytes in
            for (index, byte) in bytes.enumerated() {
                switch byte {
                case 0x0A: out.append("<br>")
                case 0x09: out.append(0x20)
                default:
                    if MarkdownText.isMarkup(bytes, index) { out.append(UInt8(ascii: "\\")) }
                    out.append(byte)
                }
            }
        }
    }
}
