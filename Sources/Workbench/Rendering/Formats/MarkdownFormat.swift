import Notation

extension Format {
    static let markdown = Format(
        "markdown", "A Markdown table.", for: .people, page: .markdown, title: { "## \($0)\n\n" }
    ) { _, side in MarkdownWriter(side: side) }
}

/// A GitHub-flavored Markdown table. Markup in values is escaped; line breaks become `<br>`. A single record is a table
/// of two columns.
struct MarkdownWriter: RowWriter {
    let side: CellSide
    private(set) var columns = 0

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        self.columns = columns.count
        if columns.isEmpty { return }
        writeRow(columns.map(\.name), to: &out)
        writeRule(columns.count, to: &out)
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows { writeRow((0..<columns).map { side.text(of: row.cell($0)) }, to: &out) }
    }

    mutating func end(to out: inout ByteBuffer) {}

    mutating func writeRecord(_ columns: [OutputColumn], _ cells: [Cell], to out: inout ByteBuffer) {
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
            let shown = MarkdownText.escaped(ScreenText.lines(text))
            out.append(shown.replacing("\n", with: "<br>").replacing("\t", with: " "))
            out.append(0x20)
        }
        out.append("|\n")
    }
}

/// Escapes what would be Markdown markup.
enum MarkdownText {
    static func isMarkup(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        switch bytes[index] {
        // An underscore inside a word is not markup; column names have many.
        case UInt8(ascii: "_"): !isInsideWord(bytes, index)
        case UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    static func escaped(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.indices.contains(where: { isMarkup(bytes, $0) }) else {
                return String(decoding: bytes, as: UTF8.self)
            }
            var out: [UInt8] = []
            for index in bytes.indices {
                if isMarkup(bytes, index) { out.append(UInt8(ascii: "\\")) }
                out.append(bytes[index])
            }
            return String(decoding: out, as: UTF8.self)
        }
    }

    static func line(_ text: String) -> String {
        let bytes = text.utf8
        guard let first = bytes.first else { return text }
        switch first {
        case UInt8(ascii: "#"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): return "\\" + text
        case 0x30...0x39:
            let digits = bytes.prefix { 0x30...0x39 ~= $0 }
            guard digits.endIndex < bytes.endIndex, [0x2E, 0x29].contains(bytes[digits.endIndex]) else { return text }
            return String(text[..<digits.endIndex]) + "\\" + String(text[digits.endIndex...])
        default: return text
        }
    }

    static func target(_ address: String) -> String {
        var out: [UInt8] = []
        var needsBrackets = false
        for byte in address.utf8 {
            switch byte {
            case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), 0x80...0xFF:
                let digits = Array("0123456789ABCDEF".utf8)
                out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default:
                if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") { needsBrackets = true }
                out.append(byte)
            }
        }
        let text = String(decoding: out, as: UTF8.self)
        return needsBrackets || text.isEmpty ? "<\(text)>" : text
    }

    private static func isInsideWord(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
        index > 0 && index + 1 < bytes.count && isWord(bytes[index - 1]) && isWord(bytes[index + 1])
    }

    private static func isWord(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || ASCII.isDigit(byte) }
}
