/// `number,caller_id.name`: names with commas between them.
enum FieldList {
    /// The names with their places, in UTF-8 bytes, without the blanks around them. An empty text holds no name.
    static func names(in text: String) -> [(name: String, span: Range<Int>)] {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { return [] }
        var names: [(name: String, span: Range<Int>)] = []
        var start = 0
        for end in 0...bytes.count where end == bytes.count || bytes[end] == .comma {
            var from = start, upTo = end
            while from < upTo, bytes[from] == .space { from += 1 }
            while upTo > from, bytes[upTo - 1] == .space { upTo -= 1 }
            names.append((String(decoding: bytes[from..<upTo], as: UTF8.self), from..<upTo))
            start = end + 1
        }
        return names
    }

    /// Whether a text can name a column, dot-walks included.
    static func isColumn(_ name: Substring) -> Bool {
        !name.isEmpty && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isName($0) }
    }

    static func isColumn(_ name: String) -> Bool { isColumn(name[...]) }
    static func isName(_ name: String) -> Bool { isName(name[...]) }

    /// Whether a text can name a table, or a column of it: letters, digits and `_`.
    static func isName(_ name: Substring) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(\.isNameByte)
    }
}
