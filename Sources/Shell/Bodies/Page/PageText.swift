import Notation
import Rendering

/// A page as lines of text, and looking for something in it.
enum PageText {
    /// The lines of a page as it is laid out, without colour.
    static func lines(of view: PageView, width: Int?) async throws -> [String] {
        var bytes: [UInt8] = []
        _ = try await Renderer(.columns, RenderOptions(width: width)).render(.page(view)) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init).dropLast(while: \.isEmpty)
    }

    /// Whether a text holds another, letters of either case alike.
    static func holds(_ text: String, _ wanted: String) -> Bool { text.lowercased().contains(wanted.lowercased()) }

    /// Lines with their numbers, each found one with its neighbours; `:` stands behind the number of one that was found.
    static func excerpt(of lines: [String], at places: [Int], around: Int) -> String {
        let width = String(lines.count).utf8.count
        var text = "", next = 0, isFirst = true
        let found = Set(places)
        for place in places {
            let start = max(place - around, next), end = min(place + around, lines.count - 1)
            if start > next || isFirst, !isFirst { text += "--\n" }
            isFirst = false
            for line in start...max(start, end) where line <= end {
                let number = String(line + 1)
                text += String(repeating: " ", count: width - number.utf8.count) + number
                text += (found.contains(line) ? ": " : lines[line].isEmpty ? "" : "  ") + lines[line] + "\n"
            }
            next = max(next, end + 1)
        }
        return text
    }

    /// Without the blanks around it.
    static func trimmed(_ text: String) -> String { String(ASCII.trimmed(text[...])) }
}

extension Array {
    /// Without what stands at the end and fulfils something.
    fileprivate func dropLast(while isDropped: (Element) -> Bool) -> [Element] {
        Array(self[..<((lastIndex { !isDropped($0) } ?? -1) + 1)])
    }
}
