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

/// A hole in an expected line: a placeholder with a format for text that varies between runs.
package enum LineHole: String, Sendable, Hashable, CaseIterable {
    case incident = "[INC]"
    case number = "[NUMBER]"
    /// 32 hexadecimal digits.
    case sysID = "[SYS_ID]"
    case time = "[TIME]"
    case date = "[DATE]"
    case whole = "[N]"
    case anything = "[..]"

    /// The hole that begins at a position; nil if there is none.
    static func beginning(at place: Int, in bytes: [UInt8]) -> LineHole? {
        guard place < bytes.count, bytes[place] == .openBracket else { return nil }
        return allCases.first { bytes[place...].starts(with: $0.rawValue.utf8) }
    }

    /// The end of the text that fills the hole from a position; nil if it does not match. It extends over all its
    /// digits, so each start has only one end.
    func end(from place: Int, in line: inout LineRuns) -> Int? {
        switch self {
        case .anything: return line.bytes.count
        case .whole:
            let digits = place < line.bytes.count && line.bytes[place] == .dash ? place + 1 : place
            let end = line.digitsEnd(from: digits)
            return end > digits ? end : nil
        case .incident, .number:
            let letters = line.lettersEnd(from: place)
            let end = line.digitsEnd(from: letters)
            return letters - place >= 2 && end > letters ? end : nil
        case .sysID:
            let end = line.hexEnd(from: place)
            return end - place == 32 ? end : nil
        case .date: return LineHole.dateEnd(place, line.bytes)
        case .time: return LineHole.timeEnd(place, line.bytes)
        }
    }

    /// The end of a text that matches a format in which `9` is any digit.
    private static func fits(_ form: StaticString, _ place: Int, _ bytes: [UInt8]) -> Int? {
        let end = place + form.utf8CodeUnitCount
        guard end <= bytes.count else { return nil }
        for offset in 0..<form.utf8CodeUnitCount {
            let wanted = form.utf8Start[offset], byte = bytes[place + offset]
            guard wanted == UInt8(ascii: "9") ? ASCII.isDigit(byte) : wanted == byte else { return nil }
        }
        return end
    }

    private static func dateEnd(_ place: Int, _ bytes: [UInt8]) -> Int? {
        guard let end = fits("9999-99-99", place, bytes), end == bytes.count || !ASCII.isDigit(bytes[end]) else {
            return nil
        }
        return end
    }

    private static func timeEnd(_ place: Int, _ bytes: [UInt8]) -> Int? {
        let clock = fits("9999-99-99 99:99", place, bytes) ?? fits("9999-99-99T99:99", place, bytes)
        guard var end = clock else { return nil }
        if let seconds = fits(":99", end, bytes) {
            end = seconds
            if end + 1 < bytes.count, bytes[end] == .dot, ASCII.isDigit(bytes[end + 1]) {
                end += 1
                // Fractions have at most nanoseconds.
                let most = min(bytes.count, end + 9)
                while end < most, ASCII.isDigit(bytes[end]) { end += 1 }
            }
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: "Z") { return end + 1 }
        return zoneEnd(end, bytes)
    }

    /// The end of the time zone after a time; the time's own end if there is none.
    package static func zoneEnd(_ place: Int, _ bytes: [UInt8]) -> Int {
        for form: StaticString in [" UTC", " +99:99", " -99:99", "+99:99", "-99:99", " (user's zone)"] {
            if let end = fits(form, place, bytes) { return end }
        }
        return place
    }
}

/// A line of output with the ends of runs of characters, each kind computed once, in one pass.
struct LineRuns {
    let bytes: [UInt8]
    private var digits: [Int32]?
    private var letters: [Int32]?
    private var hex: [Int32]?
    private var blanks: [Int32]?

    init(_ line: some StringProtocol) {
        var bytes = Array(line.utf8)
        while let last = bytes.last, last == .space || last == .carriageReturn { bytes.removeLast() }
        self.bytes = bytes
    }

    mutating func digitsEnd(from place: Int) -> Int { LineRuns.end(place, bytes, &digits, ASCII.isDigit) }
    mutating func lettersEnd(from place: Int) -> Int { LineRuns.end(place, bytes, &letters, ASCII.isLetter) }
    mutating func blanksEnd(from place: Int) -> Int { LineRuns.end(place, bytes, &blanks) { $0 == .space } }
    mutating func hexEnd(from place: Int) -> Int {
        LineRuns.end(place, bytes, &hex) { ASCII.hexValue($0) != nil }
    }

    private static func end(
        _ place: Int, _ bytes: [UInt8], _ ends: inout [Int32]?, _ belongs: (UInt8) -> Bool
    ) -> Int {
        guard place < bytes.count else { return place }
        if let ends { return Int(ends[place]) }
        var made = [Int32](repeating: 0, count: bytes.count)
        var end = bytes.count
        for place in bytes.indices.reversed() {
            if !belongs(bytes[place]) { end = place }
            made[place] = Int32(belongs(bytes[place]) ? end : place)
        }
        ends = made
        return Int(made[place])
    }
}
