import CommandLanguage
import Notation

/// The expected output of a step: lines with holes, and `...` for zero or more lines.
///
/// Empty lines and trailing blanks are ignored, and two or more blanks match any two or more, because column widths
/// depend on values.
package struct ExpectedOutput: Sendable {
    private let written: [String]
    /// The lines that are compared: their index in `written` and their pattern; nil for `...`.
    private let lines: [(place: Int, pattern: LinePattern?)]

    /// - Parameters:
    /// - lines: as written in the recipe.
    /// - variables: by name.
    package init(_ lines: [String], _ variables: [String: String] = [:]) {
        written = lines
        self.lines = lines.enumerated().compactMap { place, line in
            switch ASCII.trimmed(line[...]) {
            case "": nil
            case Self.hole: (place, nil)
            case Self.literalHole:
                (place, LinePattern(line.replacing(Self.literalHole, with: Self.hole)) { variables[$0] })
            default: (place, LinePattern(line) { variables[$0] })
            }
        }
    }

    /// A line that stands for zero or more lines, and one that stands for itself.
    static let hole = "...", literalHole = #"\..."#

    /// The difference from the actual output; nil if it matches.
    package func mismatch(with actual: String) -> OutputMismatch? {
        var steps = 0
        return mismatch(with: actual, steps: &steps)
    }

    func mismatch(with actual: String, steps: inout Int) -> OutputMismatch? {
        let text = actual.textLines
        let places = text.indices.filter { !ASCII.trimmed(text[$0][...]).isEmpty }
        let came = places.map { LinePattern.bytes(of: text[$0]) }
        if isMatched(by: came, steps: &steps) { return nil }
        let edits = edits(to: came, steps: &steps).map { edit in
            OutputMismatch.Edit(
                expected: edit.expected.map { lines[$0].place }, actual: edit.actual.map { places[$0] },
                isDifference: edit.isDifference)
        }
        return OutputMismatch(written, text, edits: edits, isTooMuch: steps > LinePattern.maxSteps)
    }

    /// Matches lines with backtracking to the last `...` only: lines before it keep their first match.
    private func isMatched(by actual: [[UInt8]], steps: inout Int) -> Bool {
        var place = 0, at = 0
        var back: (place: Int, at: Int)?
        while at < actual.count {
            if place < lines.count, lines[place].pattern == nil {
                place += 1
                back = (place, at)
            } else if fits(place, actual[at], steps: &steps) {
                place += 1
                at += 1
            } else {
                guard let last = back, steps <= LinePattern.maxSteps else { return false }
                back = (last.place, last.at + 1)
                (place, at) = (last.place, last.at + 1)
            }
        }
        return lines[place...].allSatisfy { $0.pattern == nil }
    }

    /// Whether an expected line and an actual one match. Beyond the limit nothing does, so the difference is larger than
    /// necessary but finite.
    private func fits(_ place: Int, _ line: [UInt8], steps: inout Int) -> Bool {
        guard place < lines.count, let pattern = lines[place].pattern, steps <= LinePattern.maxSteps else {
            return false
        }
        steps += 1
        return pattern.matches(line, steps: &steps)
    }

    /// The alignment of expected and actual lines with few differences. Texts that are too long differ as a whole between
    /// their common prefix and suffix.
    private func edits(to actual: [[UInt8]], steps: inout Int) -> [OutputMismatch.Edit] {
        let difference = ListDifference(lines.count, actual.count) { fits($0, actual[$1], steps: &steps) }
        var left = 0, right = 0
        var edits: [OutputMismatch.Edit] = []
        while left < lines.count || right < actual.count {
            if !difference.gone.contains(left), !difference.come.contains(right) {
                edits.append(.init(expected: left, actual: right))
                left += 1
                right += 1
                continue
            }
            let expected = left, came = right
            while difference.gone.contains(left) { left += 1 }
            while difference.come.contains(right) { right += 1 }
            edits += gap(expected..<left, came..<right)
        }
        return edits
    }

    /// The edits between two matches. A `...` takes the actual lines that the expected ones around it do not replace.
    private func gap(_ expected: Range<Int>, _ actual: Range<Int>) -> [OutputMismatch.Edit] {
        func different(_ expected: Range<Int>, _ actual: Range<Int>) -> [OutputMismatch.Edit] {
            expected.map { .init(expected: $0, isDifference: lines[$0].pattern != nil) }
                + actual.map { .init(actual: $0, isDifference: true) }
        }
        let holes = expected.filter { lines[$0].pattern == nil }
        guard let first = holes.first, let last = holes.last else { return different(expected, actual) }
        let before = min(first - expected.lowerBound, actual.count)
        let after = min(expected.upperBound - 1 - last, actual.count - before)
        return different(expected.lowerBound..<first, actual.prefix(before)) + different(first..<last + 1, 0..<0)
            + actual.dropFirst(before).dropLast(after).map { .init(actual: $0) }
            + different(last + 1..<expected.upperBound, actual.suffix(after))
    }
}

/// The difference between expected and actual output.
package struct OutputMismatch: Sendable, Hashable {
    /// A difference: expected lines and the actual ones in their place. One of them may be empty; then it is the
    /// position of missing lines.
    package struct Hunk: Sendable, Hashable {
        /// Indexes of expected lines.
        package var expected: Range<Int>
        /// Indexes of actual lines.
        package var actual: Range<Int>
    }

    /// A pair of lines, or a line of one side: a difference, a `...`, or a line that a `...` stands for.
    struct Edit: Sendable, Hashable {
        var expected: Int?
        var actual: Int?
        var isDifference = false
    }

    package let expected: [String]
    package let actual: [String]
    package let hunks: [Hunk]
    /// Whether the comparison exceeded its limit.
    package let isTooMuch: Bool
    private let edits: [Edit]

    fileprivate init(_ expected: [String], _ actual: [String], edits: [Edit], isTooMuch: Bool) {
        (self.expected, self.actual, self.edits, self.isTooMuch) = (expected, actual, edits, isTooMuch)
        var hunks: [Hunk] = [], isOpen = false
        var left = 0, right = 0
        for edit in edits {
            if edit.isDifference, !isOpen { hunks.append(Hunk(expected: left..<left, actual: right..<right)) }
            isOpen = edit.isDifference
            left = edit.expected.map { $0 + 1 } ?? left
            right = edit.actual.map { $0 + 1 } ?? right
            guard isOpen, let hunk = hunks.last else { continue }
            hunks[hunks.count - 1] = Hunk(
                expected: hunk.expected.lowerBound..<left, actual: hunk.actual.lowerBound..<right)
        }
        self.hunks = hunks
    }

    /// The most lines that a difference shows.
    private static let maxLines = 60
    private static let context = 2

    /// The differing lines, `-` for expected and `+` for actual, with two lines of context; safe for a terminal.
    package var lines: [String] {
        var near: Set<Int> = []
        for place in edits.indices where edits[place].isDifference {
            near.formUnion(max(place - Self.context, 0)...min(place + Self.context, edits.count - 1))
        }
        var lines: [String] = []
        for (place, edit) in edits.enumerated() where near.contains(place) {
            if !lines.isEmpty, !near.contains(place - 1) { lines.append("  …") }
            let sign = !edit.isDifference ? "  " : edit.expected == nil ? "+ " : "- "
            let text = edit.actual.map { actual[$0] } ?? edit.expected.map { expected[$0] } ?? ""
            lines.append(sign + TerminalText.plain(text))
        }
        if lines.count > Self.maxLines {
            let more = lines.count - Self.maxLines
            lines = lines.prefix(Self.maxLines) + ["  … and \(Phrase.counted(more, "more line"))"]
        }
        if isTooMuch { lines.append("  (comparison stopped: the expected lines match in too many ways)") }
        return lines
    }
}
