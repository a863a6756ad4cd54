import CommandLanguage
import Notation

/// An expected line with holes.
///
/// Matching keeps the set of reachable positions, piece by piece, so its cost is at most the number of pieces times the
/// length of the line.
package struct LinePattern: Sendable, Hashable {
    enum Piece: Sendable, Hashable {
        case literal([UInt8])
        /// Two or more blanks, or the line's end.
        case gap
        case hole(LineHole)
    }

    let pieces: [Piece]

    /// Splits a template into pieces. Values of variables are literal text; an undefined variable stays as written.
    /// `\[N]` is the literal `[N]`.
    package init(_ text: String, _ variables: (String) -> String?) {
        var pieces: [Piece] = []
        var run: [UInt8] = []
        func flush() {
            var place = run.startIndex
            while place < run.count {
                let end = run[place...].firstIndex { $0 != .space } ?? run.count
                if end - place >= 2 {
                    pieces.append(.gap)
                    place = end
                    continue
                }
                var stop = place + 1
                while stop < run.count, !(run[stop] == .space && stop + 1 < run.count && run[stop + 1] == .space) {
                    stop += 1
                }
                pieces.append(.literal(Array(run[place..<stop])))
                place = stop
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
        var runs = LineRuns(line), steps = 0
        return matches(&runs, steps: &steps)
    }

    /// Whether a line matches; `steps` counts the work.
    func matches(_ line: inout LineRuns, steps: inout Int) -> Bool {
        var places = [0]
        for piece in pieces {
            steps += places.count
            var next: [Int] = []
            switch piece {
            case .literal(let text): next = LinePattern.ends(of: text, from: places, in: line.bytes, &steps)
            case .gap:
                for place in places {
                    let end = line.blanksEnd(from: place)
                    if end - place >= 2 || place == line.bytes.count, next.last != end { next.append(end) }
                }
            case .hole(.anything):
                if let first = places.first { next = Array(first...line.bytes.count) }
                steps += next.count
            case .hole(let hole):
                for place in places {
                    if let end = hole.end(from: place, in: &line), next.last ?? -1 < end { next.append(end) }
                }
            }
            if next.isEmpty { return false }
            places = next
        }
        return places.last == line.bytes.count
    }

    /// The ends of a text that begins at one of the positions.
    private static func ends(
        of text: [UInt8], from places: [Int], in line: [UInt8], _ steps: inout Int
    ) -> [Int] {
        guard places.count > 4 else {
            steps += places.count * text.count
            return places.filter { line[$0...].starts(with: text) }.map { $0 + text.count }
        }
        steps += text.count + line.count - places[0]
        var ends: [Int] = [], wanted = places[...]
        LiteralSearch(text).forEachEnd(in: line[places[0]...]) { end in
            while let first = wanted.first, first < end - text.count { wanted.removeFirst() }
            if wanted.first == end - text.count { ends.append(end) }
            return true
        }
        return ends
    }
}

/// Substring search in one pass (Knuth–Morris–Pratt).
struct LiteralSearch {
    private let text: [UInt8]
    /// The failure function.
    private let back: [Int]

    init(_ text: [UInt8]) {
        self.text = text
        var back = [Int](repeating: 0, count: text.count), length = 0
        for place in text.indices.dropFirst() {
            while length > 0, text[place] != text[length] { length = back[length - 1] }
            if text[place] == text[length] { length += 1 }
            back[place] = length
        }
        self.back = back
    }

    /// Whether the text occurs; an empty text always does.
    func occurs(in bytes: String.UTF8View) -> Bool {
        if text.isEmpty { return true }
        var found = false
        forEachEnd(in: Array(bytes)[...]) { _ in
            found = true
            return false
        }
        return found
    }

    /// Passes the position after each occurrence, in order, until `body` returns false.
    func forEachEnd(in bytes: ArraySlice<UInt8>, _ body: (Int) -> Bool) {
        guard !text.isEmpty else { return }
        var length = 0
        for (place, byte) in zip(bytes.indices, bytes) {
            while length > 0, byte != text[length] { length = back[length - 1] }
            if byte == text[length] { length += 1 }
            guard length == text.count else { continue }
            length = back[length - 1]
            if !body(place + 1) { return }
        }
    }
}
