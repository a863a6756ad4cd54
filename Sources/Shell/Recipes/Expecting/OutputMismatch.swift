import Notation

/// Where output is not as expected.
package struct OutputMismatch: Sendable, Hashable {
    /// A place where they differ: these expected lines, and those that came instead. One of them may be empty; then it
    /// says where lines are missing.
    package struct Hunk: Sendable, Hashable {
        /// In the expected lines, from 0.
        package var expected: Range<Int>
        /// In the lines that came, from 0.
        package var actual: Range<Int>

        /// A place of both.
        package init(expected: Range<Int>, actual: Range<Int>) {
            self.expected = expected
            self.actual = actual
        }
    }

    /// The expected lines, as written.
    package let expected: [String]
    /// The lines that came.
    package let actual: [String]
    /// Where they differ, in order.
    package let hunks: [Hunk]
    /// Whether comparing was given up because it was too much work.
    package let isTooMuch: Bool
    private let ways: [OutputAlignment.Way]

    init(_ expected: [String], _ actual: [String], ways: [OutputAlignment.Way], isTooMuch: Bool) {
        self.expected = expected
        self.actual = actual
        self.ways = ways
        self.isTooMuch = isTooMuch
        var hunks: [Hunk] = [], isOpen = false
        var left = 0, right = 0
        for way in ways {
            switch way {
            case .same(let place, let line):
                (left, right) = (place + 1, line + 1)
                isOpen = false
            case .anyLines(let place):
                left = place + 1
                isOpen = false
            case .passed(let line):
                right = line + 1
                isOpen = false
            case .missing, .unexpected:
                if !isOpen { hunks.append(Hunk(expected: left..<left, actual: right..<right)) }
                isOpen = true
                if case .missing(let place) = way { left = place + 1 }
                if case .unexpected(let line) = way { right = line + 1 }
                let last = hunks.count - 1
                hunks[last].expected = hunks[last].expected.lowerBound..<left
                hunks[last].actual = hunks[last].actual.lowerBound..<right
            }
        }
        self.hunks = hunks
    }

    /// How many lines a difference shows at most.
    private static let mostLines = 60
    private static let context = 2

    /// The differing lines, `-` as expected and `+` as they came, with the two before and after; fit for a terminal.
    package var lines: [String] {
        let isDifferent = ways.map {
            if case .missing = $0 { true } else if case .unexpected = $0 { true } else { false }
        }
        var lines: [String] = [], shown = -1
        var near = [Bool](repeating: false, count: ways.count), last = -10
        for place in ways.indices {
            if isDifferent[place] { last = place }
            if place - last <= Self.context { near[place] = true }
        }
        last = ways.count + 10
        for place in ways.indices.reversed() {
            if isDifferent[place] { last = place }
            if last - place <= Self.context { near[place] = true }
        }
        for (place, way) in ways.enumerated() where near[place] {
            if shown >= 0, shown + 1 < place { lines.append("  …") }
            shown = place
            switch way {
            case .same(_, let line): lines.append("  " + TerminalText.plain(actual[line]))
            case .passed(let line): lines.append("  " + TerminalText.plain(actual[line]))
            case .anyLines(let place): lines.append("  " + TerminalText.plain(expected[place]))
            case .missing(let place): lines.append("- " + TerminalText.plain(expected[place]))
            case .unexpected(let line): lines.append("+ " + TerminalText.plain(actual[line]))
            }
        }
        if lines.count > Self.mostLines {
            let more = lines.count - Self.mostLines
            lines = lines.prefix(Self.mostLines) + ["  … and \(Phrase.counted(more, "more line"))"]
        }
        if isTooMuch { lines.append("  (comparing was given up: the expected lines fit in too many ways)") }
        return lines
    }
}
