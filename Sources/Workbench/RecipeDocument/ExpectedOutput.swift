import CommandLanguage
import Notation

/// The expected output of a step: lines with holes, and `...` for zero or more lines.
///
/// Empty lines and trailing blanks are ignored, and two or more blanks match any two or more, because column widths
/// depend on values.
package struct ExpectedOutput: Sendable {
    enum Line: Sendable {
        case pattern(LinePattern)
        case anyLines
    }

    /// The limit of a comparison's work, in steps of `LinePattern.matches`.
    static let maxSteps = 50_000_000
    /// The largest alignment table, in cells.
    static let maxCells = 1_000_000

    let written: [String]
    /// The indexes in `written` of lines that are compared.
    let places: [Int]
    let lines: [Line]

    /// - Parameters:
    /// - lines: as written in the recipe.
    /// - variables: by name.
    package init(_ lines: [String], _ variables: [String: String] = [:]) {
        written = lines
        places = lines.indices.filter { !ASCII.trimmed(lines[$0][...]).isEmpty }
        self.lines = places.map { place in
            switch ASCII.trimmed(lines[place][...]) {
            case Self.hole: .anyLines
            case Self.literalHole:
                .pattern(LinePattern(lines[place].replacing(Self.literalHole, with: Self.hole)) { variables[$0] })
            default: .pattern(LinePattern(lines[place]) { variables[$0] })
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
        // By bytes: CR LF is one character, which a split at line feeds leaves.
        let text = actual.utf8.split(separator: .lineFeed, omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        let kept = text.indices.filter { !ASCII.trimmed(text[$0][...]).isEmpty }
        var runs = kept.map { LineRuns(text[$0]) }
        if isMatched(by: &runs, steps: &steps) { return nil }
        var alignment = OutputAlignment(self, steps: 0)
        let edits = alignment.edits(to: &runs)
        steps += alignment.steps
        return OutputMismatch(
            written, text, edits: edits.map { $0.placed(expected: places, actual: kept) },
            isTooMuch: steps > ExpectedOutput.maxSteps)
    }

    /// Matches lines with backtracking to the last `...` only: lines before it keep their first match.
    private func isMatched(by actual: inout [LineRuns], steps: inout Int) -> Bool {
        var place = 0, at = 0
        var back: (place: Int, at: Int)?
        while at < actual.count {
            guard steps <= ExpectedOutput.maxSteps else { return false }
            if place < lines.count {
                if case .anyLines = lines[place] {
                    back = (place + 1, at)
                    place += 1
                    continue
                }
                if matches(place, &actual[at], steps: &steps) {
                    place += 1
                    at += 1
                    continue
                }
            }
            guard let last = back else { return false }
            back = (last.place, last.at + 1)
            (place, at) = (last.place, last.at + 1)
        }
        return lines[place...].allSatisfy { if case .anyLines = $0 { true } else { false } }
    }

    func matches(_ place: Int, _ line: inout LineRuns, steps: inout Int) -> Bool {
        guard case .pattern(let pattern) = lines[place] else { return false }
        steps += 1
        return pattern.matches(&line, steps: &steps)
    }
}
