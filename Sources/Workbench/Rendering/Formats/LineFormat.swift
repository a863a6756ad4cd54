extension Format {
    static let line = Format(
        "line", "A line for every field: name, value.", for: .people, page: .screen(hasColor: false)
    ) { options, side in LineWriter(color: options.color, side: side) }
}

/// One field per line, `name: value`, with aligned, complete values and a blank line between records. Further lines of
/// a value are indented to its column.
struct LineWriter: RowWriter {
    let color: Bool
    let side: CellSide
    private(set) var names: [(text: String, width: Int)] = []
    private(set) var indent = 0
    private(set) var wroteRow = false

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        names = columns.map { column in
            let text = ScreenText.oneLine(column.name)
            return (text, DisplayWidth.of(text))
        }
        indent = names.reduce(0) { max($0, $1.width) } + 2
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            if wroteRow { out.append(0x0A) }
            wroteRow = true
            for index in names.indices { writeField(names[index], side.text(of: row.cell(index)), to: &out) }
        }
    }

    mutating func end(to out: inout ByteBuffer) {}

    private func writeField(_ name: (text: String, width: Int), _ value: String, to out: inout ByteBuffer) {
        if color { out.append(Style.bold) }
        out.append(name.text)
        if color { out.append(Style.plain) }
        out.append(UInt8(ascii: ":"))
        writeLines(ScreenText.lines(value), after: indent - name.width - 1, to: &out)
        out.append(0x0A)
    }

    private func writeLines(_ value: String, after padding: Int, to out: inout ByteBuffer) {
        var value = value
        value.withUTF8 { bytes in
            // Line breaks at the end of a value would look like the end of the record.
            let shown = bytes[..<(bytes.lastIndex { $0 != 0x0A }.map { $0 + 1 } ?? 0)]
            var start = 0
            var padding = padding
            while start < shown.endIndex {
                let end = shown[start...].firstIndex(of: 0x0A) ?? shown.endIndex
                if start > 0 { out.append(0x0A) }
                if end > start {
                    out.append(spaces: padding)
                    out.append(shown[start..<end])
                }
                padding = indent
                start = end + 1
            }
        }
    }
}
