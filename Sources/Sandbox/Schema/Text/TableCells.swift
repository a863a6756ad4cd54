/// The cells of one line, between bars. Blanks around a cell do not count; `\n` is the end of a line, `\p` a bar, `\s` a
/// blank and `\\` a backslash.
enum TableCells {
    static func read(_ line: some StringProtocol) -> [String] {
        line.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { cell in
            var bytes = Array(cell)[...]
            while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
            while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
            return bytes.contains(UInt8(ascii: "\\")) ? unescaped(bytes) : String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The words of a line. Bytes are split: telling letters apart takes ten times as long.
    static func words(_ line: Substring) -> [String] {
        line.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "n"): out.append(UInt8(ascii: "\n"))
                case UInt8(ascii: "p"): out.append(UInt8(ascii: "|"))
                case UInt8(ascii: "s"): out.append(UInt8(ascii: " "))
                default: out.append(byte)
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                out.append(byte)
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
