import Notation

/// Turns an actual line into an expected one that keeps the old line's holes and variables where they still match.
enum ExpectedLineMerge {
    /// - Parameters:
    ///   - new: the actual line.
    ///   - old: the expected line to replace; nil for an added line.
    ///   - variables: the values at the time, by name.
    static func line(_ new: String, keeping old: String?, _ variables: [String: String]) -> String {
        guard let old else { return ValueForm.holes(in: new) }
        let came = parts(new)
        let stood = parts(old)
        guard came.count <= maxWords, stood.count <= maxWords else { return ValueForm.holes(in: new) }
        var line = ""
        var open = ""
        var place = 0
        for match in matches(stood.map(\.word), came, variables) {
            open += text(came[place..<match.came.lowerBound])
            line += ValueForm.holes(in: open) + came[match.came.lowerBound].blanks + stood[match.stood].word
            open = ""
            place = match.came.upperBound
        }
        open += text(came[place...])
        return line + ValueForm.holes(in: open)
    }

    private typealias Part = (blanks: String, word: String)

    /// An expected word and the actual words that match it.
    private struct Match {
        let stood: Int
        let came: Range<Int>
    }

    /// The best choice for the remaining words of both lines.
    private enum Choice { case end, drop, leave, replace, keep(Int) }

    /// Aligns expected words with actual ones so that most are kept. A date-time, and the value of a variable, may be
    /// several words.
    private static func matches(_ stood: [String], _ came: [Part], _ variables: [String: String]) -> [Match] {
        let patterns = stood.map { LinePattern($0, { variables[$0] }) }
        var scores = Array(repeating: Array(repeating: 0, count: came.count + 1), count: stood.count + 1)
        var choices = scores.map { $0.map { _ in Choice.end } }
        for old in (0...stood.count).reversed() {
            for new in (0...came.count).reversed() {
                var best = -1
                var chosen = Choice.end
                func offer(_ score: Int, _ choice: Choice) { if score > best { (best, chosen) = (score, choice) } }
                if old < stood.count, new < came.count {
                    for count in 1...min(maxActualWords, came.count - new)
                    where patterns[old].matches(String(text(came[new..<new + count]).drop { $0 == " " || $0 == "\t" }))
                    {
                        offer(scores[old + 1][new + count] + 6 + 2 * count, .keep(count))
                    }
                    offer(scores[old + 1][new + 1] + 3, .replace)
                }
                if new < came.count { offer(scores[old][new + 1], .leave) }
                if old < stood.count { offer(scores[old + 1][new], .drop) }
                (scores[old][new], choices[old][new]) = (max(best, 0), chosen)
            }
        }
        var found: [Match] = []
        var old = 0
        var new = 0
        while true {
            switch choices[old][new] {
            case .end: return found
            case .drop: old += 1
            case .leave: new += 1
            case .replace: (old, new) = (old + 1, new + 1)
            case .keep(let count):
                found.append(Match(stood: old, came: new..<new + count))
                (old, new) = (old + 1, new + count)
            }
        }
    }

    private static func text(_ parts: ArraySlice<Part>) -> String { parts.map { $0.blanks + $0.word }.joined() }

    /// The words of a line, each with the blanks before it.
    private static func parts(_ line: String) -> [Part] {
        var parts: [Part] = []
        var blanks = ""
        var word = ""
        var depth = 0
        for character in line {
            // A variable in braces is one word, even with blanks.
            if character == "{" { depth += 1 } else if character == "}" { depth = max(0, depth - 1) }
            if character == " " || character == "\t", depth == 0 {
                if !word.isEmpty {
                    parts.append((blanks, word))
                    (blanks, word) = ("", "")
                }
                blanks.append(character)
            } else {
                word.append(character)
            }
        }
        if !word.isEmpty { parts.append((blanks, word)) }
        return parts
    }

    private static let maxWords = 60
    /// The most actual words that one expected word may match.
    private static let maxActualWords = 6
}
