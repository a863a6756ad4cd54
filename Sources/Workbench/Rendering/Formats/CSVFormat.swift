extension Format {
    package static let csv = Format(
        "csv", "Comma-separated, with a header (RFC 4180).", for: .rows, page: .screen(hasColor: false)
    ) { options, side in CSVWriter(side: side, onTerminal: options.width != nil) }
}

/// RFC 4180 with a header, except that lines end in `\n` as all other text does. A field is quoted if it contains a
/// comma, a quote or a line break, or if it is empty and alone on its line.
struct CSVWriter: RowWriter {
    private let fields: SeparatedFields
    private var columns = 0

    init(side: CellSide, onTerminal: Bool) { fields = SeparatedFields(side: side, onTerminal: onTerminal) }

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        self.columns = columns.count
        let header = fields.header(columns)
        for (index, name) in header.enumerated() { put(name, at: index, alone: header.count == 1, to: &out) }
        if !header.isEmpty { out.append(0x0A) }
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        let alone = columns == 1 && fields.side != .both
        for row in rows {
            fields.forEach(in: row, columns: columns) { put($1, at: $0, alone: alone, to: &out) }
            out.append(0x0A)
        }
    }

    mutating func end(to out: inout ByteBuffer) {}

    private func put(_ text: String, at index: Int, alone: Bool, to out: inout ByteBuffer) {
        if index > 0 { out.append(UInt8(ascii: ",")) }
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
}

/// The fields of a row, for CSV and TSV.
struct SeparatedFields {
    let side: CellSide
    /// On a terminal, control characters are removed; in a file, values are unchanged.
    let onTerminal: Bool

    /// The header. With both sides, each column is followed by one for its display value, named as ServiceNow names it.
    func header(_ columns: [OutputColumn]) -> [String] {
        columns.flatMap { column in
            let name = fit(column.name)
            return side == .both ? [name, name + ".display_value"] : [name]
        }
    }

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
