import CommandLanguage
import Notation

/// An expected line with holes.
///
/// Matching keeps the set of reachable positions, piece by piece, so its cost is at most the number of pieces times the
/// length of the line, and the length of its texts at each position where they begin.
package struct LinePattern: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case literal([UInt8])
        /// Two or more blanks, or the line's end.
        case gap
        case hole(LineHole)
    }

    /// The limit of the work, in steps. Beyond it, nothing matches.
    static let maxSteps = 50_000_000

    let pieces: [Piece]

    /// Splits a template into pieces. Values of variables are literal text; an undefined variable stays as written.
    /// `\[N]` is the literal `[N]`.
    package init(_ text: String, _ variables: (String) -> String?) {
        var pieces: [Piece] = []
        var run: [UInt8] = []
        func flush() {
            var rest = run[...]
            while !rest.isEmpty {
                let blanks = rest.prefix { $0 == .space }.count
                if blanks >= 2 {
                    pieces.append(.gap)
                    rest = rest.dropFirst(blanks)
                } else {
                    let end = rest.dropFirst().firstRange(of: [.space, .space])?.lowerBound ?? rest.endIndex
                    pieces.append(.literal(Array(rest[..<end])))
                    rest = rest[end...]
                }
            }
            run = []
        }
        for part in RecipeTemplate(text).pieces {
            switch part {
            case .variable(let name, _): run += Array((variables(name) ?? "{{\(name)}}").utf8)
            case .text(let text):
                let bytes = Array(text.utf8)
                var place = 0
                while place < bytes.count {
                    if bytes[place] == .backslash, LineHole.beginning(at: place + 1, in: bytes) != nil {
                        run.append(bytes[place + 1])
                        place += 2
                    } else if let hole = LineHole.beginning(at: place, in: bytes) {
                        flush()
                        pieces.append(.hole(hole))
                        place += hole.rawValue.utf8.count
                    } else {
                        run.append(bytes[place])
                        place += 1
                    }
                }
            }
        }
        while run.last == .space || run.last == .carriageReturn { run.removeLast() }
        flush()
        self.pieces = pieces
    }

    package func matches(_ line: some StringProtocol) -> Bool {
        var steps = 0
        return matches(LinePattern.bytes(of: line), steps: &steps)
    }

    /// A line without trailing blanks.
    static func bytes(of line: some StringProtocol) -> [UInt8] {
        var bytes = Array(line.utf8)
        while let last = bytes.last, last == .space || last == .carriageReturn { bytes.removeLast() }
        return bytes
    }

    /// Whether a line matches; `steps` counts the work.
    func matches(_ line: [UInt8], steps: inout Int) -> Bool {
        var places = [0]
        for piece in pieces {
            var next: [Int] = []
            var blanks = ByteRun(), hole = HoleEnds()
            if case .hole(.anything) = piece, let first = places.first {
                next = Array(first...line.count)
                steps += next.count
                places = next
                continue
            }
            for place in places {
                steps += 1
                let end: Int?
                switch piece {
                case .literal(let text):
                    let same = zip(text, line[place...]).prefix { $0 == $1 }.count
                    steps += same
                    end = same == text.count ? place + same : nil
                case .gap:
                    let last = blanks.end(from: place, in: line) { $0 == .space }
                    end = last - place >= 2 || place == line.count ? last : nil
                case .hole(let kind): end = hole.end(of: kind, from: place, in: line)
                }
                if let end, next.last ?? -1 < end { next.append(end) }
            }
            guard !next.isEmpty, steps <= Self.maxSteps else { return false }
            places = next
        }
        return places.last == line.count
    }
}

/// A run of bytes of one kind, which is searched for once for all of its positions.
private struct ByteRun {
    private var known = 0

    /// The end of the run at a position, which is not before the last one.
    mutating func end(from place: Int, in bytes: [UInt8], _ belongs: (UInt8) -> Bool) -> Int {
        if place < known { return known }
        known = bytes[min(place, bytes.count)...].firstIndex { !belongs($0) } ?? bytes.count
        return known
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

    /// A line in which text that looks like a hole is escaped.
    package static func escaped(_ text: String) -> String {
        allCases.reduce(text) { $0.replacing($1.rawValue, with: "\\" + $1.rawValue) }
    }
}

/// The ends of the texts that fill a hole, at ascending positions.
private struct HoleEnds {
    private var first = ByteRun(), second = ByteRun()

    /// The end of the text that fills the hole from a position; nil if it does not match. It extends over all its
    /// digits, so each start has only one end.
    mutating func end(of hole: LineHole, from place: Int, in line: [UInt8]) -> Int? {
        switch hole {
        case .anything: return line.count
        case .whole:
            let digits = place < line.count && line[place] == .dash ? place + 1 : place
            let end = first.end(from: digits, in: line, ASCII.isDigit)
            return end > digits ? end : nil
        case .incident, .number:
            let letters = first.end(from: place, in: line, ASCII.isLetter)
            let end = second.end(from: letters, in: line, ASCII.isDigit)
            return letters - place >= 2 && end > letters ? end : nil
        case .sysID:
            let end = first.end(from: place, in: line) { ASCII.hexValue($0) != nil }
            return end - place == 32 ? end : nil
        case .date: return ValueForm.dateEnd(place, line)
        case .time: return ValueForm.timeEnd(place, line)
        }
    }
}
