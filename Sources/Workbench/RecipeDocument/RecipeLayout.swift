import CommandLanguage
import Notation

/// The Markdown structure of a recipe: which lines are prose, and which are in a fenced block.
package struct RecipeLayout {
    package struct Fence {
        /// The first word of the info string: `snowdeck`, `params`, `json`; empty for none.
        package let language: String
        let opening: Int
        /// The indexes of the lines between the fences.
        package let content: Range<Int>
        let isClosed: Bool
        /// The indentation of the opening fence, which is removed from the content.
        let indent: Int
    }

    /// A part of the file, in order.
    package enum Part {
        case prose(Int)
        case fence(Fence)
    }

    /// The lines without their line breaks.
    package let lines: [String]
    package let parts: [Part]

    /// Splits a text into lines and blocks, in one pass. A byte order mark and carriage returns before line feeds are
    /// ignored.
    package init(_ text: String) {
        var bytes = Array(text.utf8)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).map { line in
            var line = line
            while line.last == .carriageReturn { line.removeLast() }
            return String(decoding: line, as: UTF8.self)
        }
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
        var parts: [Part] = []
        var place = 0
        while place < lines.count {
            guard let mark = FenceMarker(lines[place]) else {
                parts.append(.prose(place))
                place += 1
                continue
            }
            var end = place + 1
            while end < lines.count, !mark.isClosed(by: lines[end]) { end += 1 }
            parts.append(
                .fence(
                    Fence(
                        language: mark.language, opening: place, content: place + 1..<end,
                        isClosed: end < lines.count, indent: mark.indent)))
            place = end + 1
        }
        self.parts = parts
    }

    /// A line of a block without the fence's indentation.
    package func line(_ index: Int, in fence: Fence) -> (text: String, indent: Int) {
        guard fence.indent > 0 else { return (lines[index], 0) }
        let blanks = min(fence.indent, lines[index].utf8.prefix { $0 == .space }.count)
        return (String(decoding: lines[index].utf8.dropFirst(blanks), as: UTF8.self), blanks)
    }

    /// An opening fence: up to three blanks, at least three backticks or tildes, and an info string.
    private struct FenceMarker {
        let sign: UInt8
        let length: Int
        let indent: Int
        let language: String

        init?(_ line: String) {
            let bytes = line.utf8
            let indent = bytes.prefix { $0 == .space }.count
            let rest = bytes.dropFirst(indent)
            guard indent <= 3, let sign = rest.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else {
                return nil
            }
            let length = rest.prefix { $0 == sign }.count
            let info = rest.dropFirst(length)
            guard length >= 3, sign == UInt8(ascii: "~") || !info.contains(sign) else { return nil }
            self.sign = sign
            self.length = length
            self.indent = indent
            language = info.split(whereSeparator: ASCII.isSpace).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        }

        func isClosed(by line: String) -> Bool {
            let bytes = line.utf8
            let indent = bytes.prefix { $0 == .space }.count
            let rest = bytes.dropFirst(indent)
            let signs = rest.prefix { $0 == sign }.count
            return indent <= 3 && signs >= length && rest.dropFirst(signs).allSatisfy(ASCII.isSpace)
        }
    }
}
