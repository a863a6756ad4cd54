/// White space as HTML knows it: space, tab, line feed, form feed, carriage return. A no-break space is none.
enum PageSpace {
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
    }

    /// A text with one space where it has white space, and none around it.
    static func collapsed(_ text: some Sequence<UInt8>) -> [UInt8] {
        var collapsed: [UInt8] = []
        for byte in text {
            if !isSpace(byte) {
                collapsed.append(byte)
            } else if let last = collapsed.last, last != 0x20 {
                collapsed.append(0x20)
            }
        }
        if collapsed.last == 0x20 { collapsed.removeLast() }
        return collapsed
    }

    static func collapsed(_ text: String) -> String { String(decoding: collapsed(text.utf8), as: UTF8.self) }

    /// An address as browsers take it: no white space around it, no tabs and line ends in it.
    static func address(_ text: String) -> String {
        let start = text.utf8.drop { isSpace($0) }
        var bytes = start.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// ASCII in lower case, and the rest as it is.
    static func lowered(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// The words of a list of words, in lower case.
    static func words(_ text: String) -> [String] {
        lowered(text).utf8.split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self) }
    }
}
