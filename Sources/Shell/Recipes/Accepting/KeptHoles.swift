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
        while front < came.count, front < stood.count, fits(stood[front].word, came[front].word, variables) {
            front += 1
        }
        var back = 0
        while back < came.count - front, back < stood.count - front,
            fits(stood[stood.count - 1 - back].word, came[came.count - 1 - back].word, variables)
        {
            back += 1
        }
        func kept(_ place: Int, as word: String) -> String { came[place].blanks + word }
        var line = (0..<front).map { kept($0, as: stood[$0].word) }.joined()
        let middle = front..<came.count - back
        if came.count == stood.count {
            line += middle.map { place in
                let stays = fits(stood[place].word, came[place].word, variables)
                return kept(place, as: stays ? stood[place].word : HoleText.line(came[place].word))
            }.joined()
        } else {
            line += HoleText.line(middle.map { kept($0, as: came[$0].word) }.joined())
        }
        let moved = stood.count - came.count
        return line + (middle.upperBound..<came.count).map { kept($0, as: stood[$0 + moved].word) }.joined()
    }

    /// Whether what came fits an expected word.
    private static func fits(_ old: String, _ new: String, _ variables: [String: String]) -> Bool {
        LinePattern(old, { variables[$0] }).matches(new)
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
