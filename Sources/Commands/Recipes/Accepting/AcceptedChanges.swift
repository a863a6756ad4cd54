import ExchangeModel
import Notation
import Workbench

/// The changes to a recipe's file that would make a run pass.
package struct AcceptedChanges: Sendable {
    /// The lines that can be rewritten, in file order.
    package private(set) var hunks: [AcceptedHunk] = []
    /// What failed and has to be changed by hand, a sentence each.
    package private(set) var others: [String] = []

    package init(_ run: RecipeRun, _ texts: [String: String]) {
        let lines = texts.mapValues { text in
            text.textLines.map { line in line.hasSuffix("\r") ? String(line.dropLast()) : line }
        }
        for step in run.failed {
            guard let file = lines[step.path] else { continue }
            for failure in step.failures { add(failure, of: step, in: file) }
            if let mismatch = step.outputMismatch { add(mismatch, of: step, in: file) }
        }
        hunks.sort { ($0.path, $0.lines.lowerBound) < ($1.path, $1.lines.lowerBound) }
    }

    private mutating func add(_ hunk: AcceptedHunk) {
        // If a step runs several times, its first failed run counts.
        let meets = hunks.contains { other in
            other.path == hunk.path
                && (other.lines.overlaps(hunk.lines) || other.lines.lowerBound == hunk.lines.lowerBound)
        }
        if !meets, hunk.old != hunk.new { hunks.append(hunk) }
    }

    // Output

    private mutating func add(_ mismatch: OutputMismatch, of step: StepResult, in file: [String]) {
        let places = step.step.outputLines
        guard !places.isEmpty, !mismatch.isTooMuch else {
            others.append("\(step.path):\(step.step.line): its output fits in too many ways.")
            return
        }
        for hunk in mismatch.hunks {
            let came = Array(mismatch.actual[hunk.actual])
            let stood = Array(mismatch.expected[hunk.expected])
            let first =
                hunk.expected.lowerBound < places.count ? places[hunk.expected.lowerBound] : (places.last ?? 0) + 1
            let last = hunk.expected.isEmpty ? first : places[hunk.expected.upperBound - 1] + 1
            let new = came.enumerated().map { place, line in
                RecipeStep.written(
                    outputLine:
                        ExpectedLineMerge.line(line, keeping: place < stood.count ? stood[place] : nil, step.variables))
            }
            let old = (first..<last).map { $0 - 1 < file.count ? file[$0 - 1] : "" }
            add(AcceptedHunk(path: step.path, lines: first..<last, old: old, new: new, command: step.step.command))
        }
    }

    // Expectations

    private mutating func add(_ failure: StepFailure, of step: StepResult, in file: [String]) {
        let place = "\(step.path):\(failure.line)"
        guard !failure.text.isEmpty else {
            others.append("\(place): the command ended with \(failure.actual); that is not accepted.")
            return
        }
        guard let expectation = step.step.expectations.first(where: { $0.line == failure.line }),
            failure.line >= 1, failure.line <= file.count,
            let text = Self.rewritten(expectation, failure, step)
        else {
            others.append("\(place): ? \(failure.text) needs a manual change; it was \(failure.actual).")
            return
        }
        let old = file[failure.line - 1]
        let indent = old.prefix { $0 == " " || $0 == "\t" }
        add(
            AcceptedHunk(
                path: step.path, lines: failure.line..<failure.line + 1, old: [old], new: [indent + "? " + text],
                command: step.step.command))
    }

    /// The expectation with the actual value; nil if the value does not suggest what was meant.
    private static func rewritten(
        _ expectation: RecipeExpectation, _ failure: StepFailure, _ step: StepResult
    ) -> String? {
        guard case .compare(let comparison, let value) = expectation.test, let actual = actual(expectation, step) else {
            return nil
        }
        let head: String
        switch comparison {
        case .equal, .atLeast, .atMost, .like:
            // `http 201` has no operator.
            let sign = " \(comparison.rawValue) "
            if let place = failure.text.firstRange(of: sign) {
                head = String(failure.text[..<place.upperBound])
            } else if comparison == .equal, failure.text.hasSuffix(" " + value) {
                head = String(failure.text.dropLast(value.count))
            } else {
                return nil
            }
        case .notEqual, .less, .more, .contains: return nil
        }
        let written = comparison == .like ? ExpectedLineMerge.line(actual, keeping: value, step.variables) : actual
        let needsQuotes = written.isEmpty || written.hasPrefix("\"") || written.hasPrefix(" ") || written.hasSuffix(" ")
        return head + (needsQuotes ? "\"" + Quoting.inDoubleQuotes(written) + "\"" : written)
    }

    /// The actual value, as text that fits on a line.
    private static func actual(_ expectation: RecipeExpectation, _ step: StepResult) -> String? {
        let text: String?
        switch expectation.subject {
        case .http: text = step.http.map(String.init)
        case .rows: text = step.rows.map(String.init)
        case .header(let name): text = step.headers[name]
        case .path(let path): text = step.value.flatMap { try? path.text(in: $0) }
        // An interrupted command or an internal error is nothing to expect.
        case .exit:
            text =
                [Problem.Kind.internal, .interrupted].contains { $0.exitStatus == step.exitStatus }
                ? nil : String(step.exitStatus)
        case .took: text = nil
        }
        guard let text, text.utf8.count <= 400, TerminalText.isPlain(text), !text.contains("{{"),
            !text.utf8.contains(where: { $0 < 0x20 })
        else { return nil }
        return text
    }
}

/// Lines of a recipe's file that did not match, and their replacement.
package struct AcceptedHunk: Sendable, Hashable {
    package var path: String
    /// The lines to replace, from 1; an empty range inserts before its lower bound.
    package var lines: Range<Int>
    package var old: [String]
    package var new: [String]
    package var command: String

    /// The hunk as a diff: its position, then `-` and `+` lines.
    package var diff: String {
        let header = "\(path):\(lines.lowerBound) under > \(SingleLine.of(command, limit: 60))"
        return ([header] + old.map { "- " + $0 } + new.map { "+ " + $0 }).joined(separator: "\n") + "\n"
    }

    /// A text with hunks applied, which must not overlap.
    package static func applied(_ hunks: [AcceptedHunk], to text: String) -> String {
        var lines = text.textLines
        // The file may use CRLF line ends.
        let ending = lines.first?.hasSuffix("\r") ?? false ? "\r" : ""
        for hunk in hunks.sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
            let lower = min(max(hunk.lines.lowerBound - 1, 0), lines.count)
            let upper = min(max(hunk.lines.upperBound - 1, lower), lines.count)
            lines.replaceSubrange(lower..<upper, with: hunk.new.map { $0 + ending })
        }
        return lines.joined(separator: "\n")
    }
}

/// Turns an actual line into an expected one that keeps the old line's holes and variables where they still match.
enum ExpectedLineMerge {
    /// - Parameters:
    ///   - new: the actual line.
    ///   - old: the expected line to replace; nil for an added line.
    ///   - variables: the values at the time, by name.
    static func line(_ new: String, keeping old: String?, _ variables: [String: String]) -> String {
        guard let old, max(new.utf8.count, old.utf8.count) <= longest else { return ValueForm.holes(in: new) }
        let came = words(new, variables), stood = words(old, [:])
        let patterns = stood.map { LinePattern($0.word) { variables[$0] } }
        let difference = ListDifference(stood.count, came.count) { patterns[$0].matches(came[$1].word) }
        var kept = stood.indices.reversed().filter { !difference.gone.contains($0) }
        return came.enumerated().map { place, part in
            let old = difference.come.contains(place) ? nil : kept.popLast()
            return part.blanks + (old.map { stood[$0].word } ?? ValueForm.holes(in: part.word))
        }.joined()
    }

    /// The words of a line, each with the blanks before it. A moment, and the value of a variable, is part of one word.
    private static func words(_ line: String, _ variables: [String: String]) -> [(blanks: String, word: String)] {
        let bytes = Array(line.utf8)
        let values = variables.values.filter { $0.contains(" ") }.compactMap { bytes.firstRange(of: Array($0.utf8)) }
        let whole = values + ValueForm.all(in: line).map(\.range)
        var words: [(blanks: String, word: String)] = []
        var place = 0
        func end(where ends: (Int) -> Bool) -> String {
            let start = place
            while place < bytes.count, !ends(place) { place += 1 }
            return String(decoding: bytes[start..<place], as: UTF8.self)
        }
        func isBlank(_ place: Int) -> Bool {
            [.space, .tab].contains(bytes[place]) && !whole.contains { $0.contains(place) }
        }
        while place < bytes.count {
            words.append((end { !isBlank($0) }, end(where: isBlank)))
        }
        return words
    }

    /// Longer lines keep nothing, in bytes.
    private static let longest = 2000
}

extension ValueForm {
    /// An expected line with holes for such values; literal text that looks like a hole is escaped.
    static func holes(in text: String) -> String {
        let bytes = Array(text.utf8)
        func literal(_ bytes: ArraySlice<UInt8>) -> String { LineHole.escaped(String(decoding: bytes, as: UTF8.self)) }
        var line = ""
        var place = 0
        for value in all(in: text) {
            line += literal(bytes[place..<value.range.lowerBound]) + value.form.hole.rawValue
            place = value.range.upperBound
        }
        return line + literal(bytes[place...])
    }

    private var hole: LineHole {
        switch self {
        case .number: .incident
        case .sysID: .sysID
        case .moment: .time
        case .day: .date
        }
    }
}
