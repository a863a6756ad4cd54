import Rendering
import Workbench

/// A round's output, with results and messages kept apart.
struct WatchFrame {
    let output = ByteCollector(), errors = ByteCollector()
}

/// The terminal during `watch`: rounds are drawn on the alternate screen, and the last one is left on the main screen.
struct WatchScreen {
    private let terminal: any ByteSink
    private var shown: [String]?
    /// The output of the last round.
    private(set) var last: [UInt8] = []

    init(_ terminal: any ByteSink) {
        self.terminal = terminal
        // The alternate screen, without a cursor and without line wrapping.
        write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    }

    func close() { write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l") }

    mutating func draw(_ frame: WatchFrame, _ about: String, _ time: String, width: Int, height: Int) {
        let ending = (width < 60 ? "" : "  \(time)") + "  q ends"
        var head = SingleLine.of(about, limit: max(width - ending.count - 1, 10))
        head += String(repeating: " ", count: max(width - ending.count - DisplayWidth.of(head), 0)) + ending
        let styled = Self.lines(frame.output.bytes) + Self.lines(frame.errors.bytes)
        let plain = styled.map { String(decoding: Style.removed(from: Array($0.utf8)), as: UTF8.self) }
        let marked = shown.map { WatchMarks(before: $0).marked(plain, styled: styled) } ?? styled
        shown = plain
        last = frame.output.bytes + frame.errors.bytes
        let room = max(height - 3, 1)
        var rows = Array(marked.prefix(room))
        if marked.count > room { rows[room - 1] = "… \(Phrase.counted(marked.count - room + 1, "more line"))" }
        write(
            "\u{1B}[H\u{1B}[K\u{1B}[1m" + String(head.prefix(width)) + "\u{1B}[0m\r\n\u{1B}[K"
                + rows.map { "\r\n\u{1B}[K" + $0 }.joined() + "\r\n\u{1B}[J")
    }

    private static func lines(_ bytes: [UInt8]) -> [String] {
        var lines = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private func write(_ text: String) {
        // A closed terminal is detected at the next recorded write.
        _ = try? terminal.write(Array(text.utf8))
    }
}

/// Marks the cells that a round changed. Lines are compared by their first cell, so a record that moved is not marked.
struct WatchMarks {
    private let lines: Set<String>
    private let byFirst: [String: [Substring]]

    init(before: [String]) {
        lines = Set(before)
        byFirst = Dictionary(
            before.map { Self.cells(of: $0) }.compactMap { cells in cells.first.map { (String($0), cells) } },
            uniquingKeysWith: { first, _ in first })
    }

    func marked(_ plain: [String], styled: [String]) -> [String] {
        zip(plain, styled).map { plain, styled in lines.contains(plain) ? styled : marked(plain) }
    }

    /// A changed line with its new cells in reverse video.
    private func marked(_ line: String) -> String {
        let cells = Self.cells(of: line)
        let old = cells.first.flatMap { byFirst[String($0)] } ?? []
        var text = ""
        var reached = line.startIndex
        for (place, cell) in cells.enumerated() {
            text += line[reached..<cell.startIndex]
            let isSame = place < old.count && old[place] == cell
            text += isSame ? String(cell) : "\u{1B}[7m" + cell + "\u{1B}[27m"
            reached = cell.endIndex
        }
        return text + line[reached...]
    }

    /// The parts separated by two or more blanks.
    static func cells(of line: String) -> [Substring] {
        var cells: [Substring] = []
        var start: String.Index?
        var blanks = 0
        var end = line.startIndex
        for place in line.indices {
            if line[place] == " " {
                blanks += 1
                if blanks == 2, let from = start {
                    cells.append(line[from..<end])
                    start = nil
                }
            } else {
                if start == nil { start = place }
                blanks = 0
                end = line.index(after: place)
            }
        }
        if let start { cells.append(line[start..<end]) }
        return cells
    }
}
