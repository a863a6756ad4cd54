extension Format {
    package static let csv = Format(
        "csv", "Comma-separated, with a header (RFC 4180).", for: .rows, page: .screen(hasColor: false)
    ) { options, side in
        SeparatedWriter(separator: UInt8(ascii: ","), side: side, onTerminal: options.width != nil, put: putCSV)
    }

    /// RFC 4180, except that lines end in `\n` as all other text does. A field is quoted if it contains a comma, a quote
    /// or a line break, or if it is empty and alone on its line.
    private static func putCSV(_ text: String, alone: Bool, to out: inout ByteBuffer) {
        var text = text
        text.withUTF8 { bytes in
            let quote = UInt8(ascii: "\"")
            guard bytes.contains(where: { $0 == quote || $0 == UInt8(ascii: ",") || $0 == 0x0A || $0 == 0x0D }) else {
                if alone, bytes.isEmpty { out.append("\"\"") } else { out.append(bytes) }
                return
            }
            out.append(quote)
            for byte in bytes {
                if byte == quote { out.append(quote) }
                out.append(byte)
            }
            out.append(quote)
        }
    }

    package static let tsv = Format(
        "tsv", "Tab-separated, with a header.", for: .rows, page: .screen(hasColor: false)
    ) { options, side in SeparatedWriter(separator: 0x09, side: side, onTerminal: options.width != nil, put: putTSV) }

    /// Tab, line feed, carriage return and backslash in values are written `\t`, `\n`, `\r` and `\\`, so there is
    /// exactly one line per row and one tab between columns.
    private static func putTSV(_ text: String, alone: Bool, to out: inout ByteBuffer) {
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

/// A header and rows with a separator between fields.
struct SeparatedWriter: RowWriter {
    let separator: UInt8
    let side: CellSide
    /// On a terminal, control characters are removed; in a file, values are unchanged.
    let onTerminal: Bool
    let put: @Sendable (_ text: String, _ alone: Bool, _ out: inout ByteBuffer) -> Void
    private(set) var columns = 0

    /// With both sides, each column is followed by one for its display value, named as ServiceNow names it.
    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        self.columns = columns.count
        guard !columns.isEmpty else { return }
        for (index, column) in columns.enumerated() {
            append(column.name, isFirst: index == 0, to: &out)
            if side == .both { append(column.name + ".display_value", isFirst: false, to: &out) }
        }
        out.append(0x0A)
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            for index in 0..<columns {
                let cell = row.cell(index)
                append(side == .both ? cell.value : side.text(of: cell), isFirst: index == 0, to: &out)
                if side == .both { append(cell.shown, isFirst: false, to: &out) }
            }
            out.append(0x0A)
        }
    }

    mutating func end(to out: inout ByteBuffer) {}

    private func append(_ text: String, isFirst: Bool, to out: inout ByteBuffer) {
        if !isFirst { out.append(separator) }
        put(onTerminal ? ScreenText.lines(text) : text, columns == 1 && side != .both, &out)
    }
}
