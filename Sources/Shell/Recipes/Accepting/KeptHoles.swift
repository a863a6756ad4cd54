import Notation

/// Writes a line that came as a recipe expects it, with the holes and variables of the line that stood there wherever the
/// new text still fits them.
enum KeptHoles {
    /// - Parameters:
    ///   - new: the line that came.
    ///   - old: the expected line that it takes the place of; nil for a line that is new.
    ///   - variables: by name, as they were.
    static func line(_ new: String, keeping old: String?, _ variables: [String: String]) -> String {
        guard let old else { return HoleText.line(new) }
        let came = parts(new), stood = parts(old)
        var front = 0
        while front < came.count, front < stood.count, let kept = kept(stood[front].word, came[front].word, variables) {
            if kept.isEmpty { break }
            front += 1
        }
        var back = 0
        while back < came.count - front, back < stood.count - front,
            kept(stood[stood.count - 1 - back].word, came[came.count - 1 - back].word, variables) != nil
        {
            back += 1
        }
        var line = ""
        for (place, part) in came.enumerated() {
            let fromEnd = came.count - 1 - place
            let word: String
            if place < front {
                word = stood[place].word
            } else if fromEnd < back {
                word = stood[stood.count - 1 - fromEnd].word
            } else if came.count == stood.count,
                let kept = kept(stood[place].word, part.word, variables)
            {
                word = kept
            } else {
                word = HoleText.line(part.word)
            }
            line += part.blanks + word
        }
        // A moment is two words, and one hole.
        return front + back < came.count ? joinedMoments(line) : line
    }

    /// The expected word where what came fits it, nil where it does not.
    private static func kept(_ old: String, _ new: String, _ variables: [String: String]) -> String? {
        LinePattern(old) { variables[$0] }.matches(new) ? old : nil
    }

    private static func joinedMoments(_ line: String) -> String {
        line.contains("[DATE] ") ? HoleText.joiningMoments(line) : line
    }

    /// The words of a line, each with the blanks before it.
    private static func parts(_ line: String) -> [(blanks: String, word: String)] {
        var parts: [(blanks: String, word: String)] = [], blanks = "", word = ""
        var depth = 0
        for character in line {
            // A variable is one word, whatever blanks stand in it.
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
}

extension HoleText {
    /// A day's hole and a time of day behind it are a moment's.
    static func joiningMoments(_ line: String) -> String {
        var made = "", rest = line[...]
        while let place = rest.firstRange(of: "[DATE] ") {
            let clock = rest[place.upperBound...].prefix(8)
            let shape = clock.map { $0.isNumber ? "0" : String($0) }.joined()
            made += rest[..<place.lowerBound]
            if shape == "00:00:00" {
                made += "[TIME]"
                rest = rest[clock.endIndex...]
            } else {
                made += "[DATE] "
                rest = rest[place.upperBound...]
            }
        }
        return made + rest
    }
}
