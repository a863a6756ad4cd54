extension Format {
    package static let tsv = Format(
        "tsv", "Tab-separated, with a header.", for: .rows, page: .screen(hasColor: false)
    ) { options, side in TSVWriter(side: side, onTerminal: options.width != nil) }
}

/// Tab-separated values with a header. Tab, line feed, carriage return and backslash in values are written `\t`, `\n`,
/// `\r` and `\\`, so there is exactly one line per row and one tab between columns.
struct TSVWriter: RowWriter {
    private let fields: SeparatedFields
    private var columns = 0

    init(side: CellSide, onTerminal: Bool) { fields = SeparatedFields(side: side, onTerminal: onTerminal) }

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        self.columns = columns.count
        let header = fields.header(columns)
        for (index, name) in header.enumerated() { put(name, at: index, to: &out) }
        if !header.isEmpty { out.append(0x0A) }
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            fields.forEach(in: row, columns: columns) { put($1, at: $0, to: &out) }
            out.append(0x0A)
        }
    }

    mutating func end(to out: inout ByteBuffer) {}

    private func put(_ text: String, at index: Int, to out: inout ByteBuffer) {
        if index > 0 { out.append(0x09) }
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            for (index, byte) in bytes.enumerated() {
                let escape: String
                switch byte {
                case 0x09: escape = "\\t"
                case 0x0A: escape = "\\n"
                case 0x0D: escape = "\\r"
                case UInt8(ascii: "\\"): escape = "\\\\"
                default: continue
                }
                out.append(bytes[start..<index])
                out.append(escape)
                start = index + 1
            }
            out.append(bytes[start..<bytes.count])
        }
    }
}
