import CommandLanguage
import Notation

/// The difference between expected and actual output.
package struct OutputMismatch: Sendable, Hashable {
    /// A difference: expected lines and the actual ones in their place. One of them may be empty; then it is the
    /// position of missing lines.
    package struct Hunk: Sendable, Hashable {
        /// Indexes of expected lines.
        package var expected: Range<Int>
        /// Indexes of actual lines.
        package var actual: Range<Int>

        init(expected: Range<Int>, actual: Range<Int>) {
            self.expected = expected
            self.actual = actual
        }
    }

    package let expected: [String]
    package let actual: [String]
    package let hunks: [Hunk]
    /// Whether the comparison exceeded its limit.
    package let isTooMuch: Bool
    private let edits: [OutputAlignment.Edit]

    init(_ expected: [String], _ actual: [String], edits: [OutputAlignment.Edit], isTooMuch: Bool) {
        self.expected = expected
        self.actual = actual
        self.edits = edits
        self.isTooMuch = isTooMuch
        var hunks: [Hunk] = [], isOpen = false
        var left = 0, right = 0
        for way in edits {
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

    /// The most lines that a difference shows.
    private static let maxLines = 60
    private static let context = 2

    /// The differing lines, `-` for expected and `+` for actual, with two lines of context; safe for a terminal.
    package var lines: [String] {
        let isDifferent = edits.map {
            if case .missing = $0 { true } else if case .unexpected = $0 { true } else { false }
        }
        var lines: [String] = [], shown = -1
        var near = [Bool](repeating: false, count: edits.count), last = -10
        for place in edits.indices {
            if isDifferent[place] { last = place }
            if place - last <= Self.context { near[place] = true }
        }
        last = edits.count + 10
        for place in edits.indices.reversed() {
            if isDifferent[place] { last = place }
            if last - place <= Self.context { near[place] = true }
        }
        for (place, way) in edits.enumerated() where near[place] {
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
        if lines.count > Self.maxLines {
            let more = lines.count - Self.maxLines
            lines = lines.prefix(Self.maxLines) + ["  … and \(Phrase.counted(more, "more line"))"]
        }
        if isTooMuch { lines.append("  (comparison stopped: the expected lines match in too many ways)") }
        return lines
    }
}

/// Aligns expected and actual lines with the fewest differences.
struct OutputAlignment {
    /// One step of the alignment.
    enum Edit: Sendable, Hashable {
        case same(expected: Int, actual: Int)
        /// An expected line that is missing.
        case missing(Int)
        /// An actual line that is not expected.
        case unexpected(Int)
        /// `...`.
        case anyLines(Int)
        /// A line matched by `...`.
        case passed(Int)

        /// The same step with indexes of the whole texts.
        func placed(expected: [Int], actual: [Int]) -> Edit {
            switch self {
            case .same(let left, let right): .same(expected: expected[left], actual: actual[right])
            case .missing(let place): .missing(expected[place])
            case .unexpected(let place): .unexpected(actual[place])
            case .anyLines(let place): .anyLines(expected[place])
            case .passed(let place): .passed(actual[place])
            }
        }
    }

    private let expected: ExpectedOutput
    private(set) var steps: Int

    init(_ expected: ExpectedOutput, steps: Int) {
        self.expected = expected
        self.steps = steps
    }

    private mutating func fits(_ place: Int, _ line: inout LineRuns) -> Bool {
        // Beyond the limit nothing matches, so the difference is larger than necessary but finite.
        steps <= ExpectedOutput.maxSteps && expected.matches(place, &line, steps: &steps)
    }

    /// The alignment with the fewest differences. Texts that are too long differ as a whole between their common prefix
    /// and suffix.
    mutating func edits(to actual: inout [LineRuns]) -> [Edit] {
        var start = 0, left = expected.lines.count, right = actual.count
        while start < min(left, right), fits(start, &actual[start]) { start += 1 }
        var end: [Edit] = []
        while left > start, right > start, fits(left - 1, &actual[right - 1]) {
            left -= 1
            right -= 1
            end.append(.same(expected: left, actual: right))
        }
        let begin = (0..<start).map { Edit.same(expected: $0, actual: $0) }
        return OutputAlignment.grouped(begin + middle(start..<left, start..<right, &actual) + end.reversed())
    }

    /// Groups differences: missing lines before unexpected ones.
    private static func grouped(_ edits: [Edit]) -> [Edit] {
        var grouped: [Edit] = [], missing: [Edit] = [], unexpected: [Edit] = []
        for way in edits {
            switch way {
            case .missing: missing.append(way)
            case .unexpected: unexpected.append(way)
            default:
                grouped += missing + unexpected + [way]
                (missing, unexpected) = ([], [])
            }
        }
        return grouped + missing + unexpected
    }

    private func isAnyLines(_ place: Int) -> Bool {
        if case .anyLines = expected.lines[place] { true } else { false }
    }

    private mutating func middle(
        _ rows: Range<Int>, _ columns: Range<Int>, _ actual: inout [LineRuns]
    ) -> [Edit] {
        let width = columns.count + 1
        guard (rows.count + 1) * width <= ExpectedOutput.maxCells else {
            return rows.map { isAnyLines($0) ? .anyLines($0) : .missing($0) } + columns.map { .unexpected($0) }
        }
        // The cost of the rest, from the end, and whether the two lines match.
        var cost = [Int32](repeating: 0, count: (rows.count + 1) * width)
        var fit = [Bool](repeating: false, count: cost.count)
        for row in (0...rows.count).reversed() {
            for column in (0...columns.count).reversed() {
                let cell = row * width + column
                if row == rows.count {
                    cost[cell] = Int32(columns.count - column)
                    continue
                }
                if isAnyLines(rows.lowerBound + row) {
                    cost[cell] = min(cost[cell + width], column < columns.count ? cost[cell + 1] : .max)
                    continue
                }
                var best = cost[cell + width] + 1
                if column < columns.count {
                    best = min(best, cost[cell + 1] + 1)
                    if fits(rows.lowerBound + row, &actual[columns.lowerBound + column]) {
                        fit[cell] = true
                        best = min(best, cost[cell + width + 1])
                    } else {
                        // One line replaced by another.
                        best = min(best, cost[cell + width + 1] + 1)
                    }
                }
                cost[cell] = best
            }
        }
        var edits: [Edit] = [], row = 0, column = 0, hasShown = false
        while row < rows.count || column < columns.count {
            let cell = row * width + column
            let left = rows.lowerBound + row, right = columns.lowerBound + column
            if row < rows.count, isAnyLines(left) {
                if !hasShown { edits.append(.anyLines(left)) }
                hasShown = true
                if column < columns.count, cost[cell + 1] < cost[cell + width] {
                    edits.append(.passed(right))
                    column += 1
                } else {
                    row += 1
                    hasShown = false
                }
            } else if row < rows.count, column < columns.count, fit[cell], cost[cell] == cost[cell + width + 1] {
                edits.append(.same(expected: left, actual: right))
                row += 1
                column += 1
            } else if row < rows.count, column < columns.count, cost[cell] == cost[cell + width + 1] + 1 {
                edits += [.missing(left), .unexpected(right)]
                row += 1
                column += 1
            } else if row < rows.count, cost[cell] == cost[cell + width] + 1 {
                edits.append(.missing(left))
                row += 1
            } else {
                edits.append(.unexpected(right))
                column += 1
            }
        }
        return edits
    }
}
