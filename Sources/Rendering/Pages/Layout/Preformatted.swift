/// Text whose line ends and spaces count. What is too long goes on in the next line, behind a mark that says so.
enum Preformatted {
    static func lines(of text: String, width: Int) -> [Line] {
        whole(text).flatMap { folded($0, width) }
    }

    /// The lines as they are, without empty ones at the end.
    static func whole(_ text: String) -> [String] {
        var lines = PageText.lines(text)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static let mark = Span("↪ ", .faint)

    private static func folded(_ text: String, _ width: Int) -> [Line] {
        var text = text
        return text.withUTF8 { bytes in
            var lines: [Line] = []
            var start = 0
            repeat {
                var line = Line(start > 0 && width > 4 ? [mark] : [])
                let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                let cut = ColumnCut(rest, room: width - line.width)
                let piece = String(decoding: UnsafeBufferPointer(rebasing: rest[..<cut.bytes]), as: UTF8.self)
                line.append(Span(piece, Ink(.code), width: cut.width))
                line.trim()
                line.longest = line.width
                lines.append(line)
                start += cut.bytes
            } while start < bytes.count
            return lines
        }
    }

    /// What fits, at least one character.
    private struct ColumnCut {
        let bytes: Int
        let width: Int

        init(_ text: UnsafeBufferPointer<UInt8>, room: Int) {
            let fitting = DisplayWidth.prefix(of: text, fitting: room)
            let isStuck = fitting.bytes == 0 && !text.isEmpty
            bytes = isStuck ? text.count : fitting.bytes
            width = isStuck ? room : fitting.width
        }
    }
}
