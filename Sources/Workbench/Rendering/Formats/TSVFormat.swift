extension Format {
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
