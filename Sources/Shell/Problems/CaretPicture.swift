import Notation
import Rendering

/// One line of the user's own text with carets under the part that is meant.
struct CaretPicture {
    let line: String
    let carets: String

    /// One character on the screen.
    private struct Cell {
        let text: String
        let width: Int
        let isMeant: Bool
    }

    /// - Parameter width: how many columns the picture may take; nil for as many as it needs.
    init(_ source: Problem.Source, width: Int?) {
        let cells = CaretPicture.cells(source)
        let meant = cells.firstIndex(where: \.isMeant) ?? cells.count
        let window = CaretPicture.window(of: cells, around: meant, width: width)
        let isCutBefore = window.lowerBound > 0, isCutAfter = window.upperBound < cells.count

        let shown = cells[window].map(\.text).joined()
        line = (isCutBefore ? "…" : "") + shown + (isCutAfter ? "…" : "")
        let before = cells[window].prefix { !$0.isMeant }.reduce(isCutBefore ? 1 : 0) { $0 + $1.width }
        let under = cells[window].reduce(0) { $0 + ($1.isMeant ? $1.width : 0) }
        carets = String(repeating: " ", count: before) + String(repeating: "^", count: max(under, 1))
    }

    /// The line the span begins on, character by character. A tab is one blank; what a terminal could obey is U+FFFD.
    private static func cells(_ source: Problem.Source) -> [Cell] {
        let bytes = Array(source.text.utf8)
        let lower = min(max(source.span.lowerBound, 0), bytes.count)
        let start = (bytes[..<lower].lastIndex(of: .lineFeed) ?? -1) + 1
        var end = bytes[lower...].firstIndex(of: .lineFeed) ?? bytes.count
        if end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
        let upper = max(source.span.upperBound, lower)
        var place = start
        return String(decoding: bytes[start..<end], as: UTF8.self).map { character in
            let from = place
            place += character.utf8.count
            let text =
                character == "\t" ? " " : TerminalText.isPlain(String(character)) ? String(character) : "\u{FFFD}"
            return Cell(text: text, width: DisplayWidth.of(text), isMeant: from < upper && place > lower)
        }
    }

    /// The cells that are shown: all of them, or as many as fit around the first that is meant.
    private static func window(of cells: [Cell], around meant: Int, width: Int?) -> Range<Int> {
        guard let width, cells.reduce(0, { $0 + $1.width }) + 1 > width else { return 0..<cells.count }
        // Both ends may need a mark, and a caret may stand behind the last cell.
        let room = width - 3
        var lower = meant, upper = meant, used = 0
        func take(_ limit: Int, _ cell: Cell) -> Bool {
            guard used + cell.width <= limit else { return false }
            used += cell.width
            return true
        }
        while lower > 0, take(room / 2, cells[lower - 1]) { lower -= 1 }
        while upper < cells.count, take(room, cells[upper]) { upper += 1 }
        while lower > 0, take(room, cells[lower - 1]) { lower -= 1 }
        return lower..<upper
    }
}
