/// Finds any of many byte patterns in one pass over a text (after Wu and Manber's algorithm).
///
/// A window as long as the shortest pattern slides over the text. The last two bytes of the window say how far it may
/// jump: where no pattern has these bytes near its beginning, eleven bytes at once. So most of a text is never looked at,
/// and adding a pattern changes a few table entries instead of rebuilding an automaton.
struct PatternSearch: Sendable {
    /// The shortest pattern there may be, in bytes.
    static let window = 12

    struct Match: Sendable, Hashable {
        var range: Range<Int>
        /// The number `add` gave the pattern.
        var pattern: Int
    }

    private(set) var patterns: [[UInt8]] = []
    private var jumps: [UInt8] = []
    private var endings: [UInt16: [Int]] = [:]

    /// Adds a pattern of at least `window` bytes and returns its number.
    mutating func add(_ pattern: [UInt8]) -> Int {
        precondition(pattern.count >= Self.window, "a pattern is at least as long as the window")
        if jumps.isEmpty { jumps = [UInt8](repeating: UInt8(Self.window - 1), count: 1 << 16) }
        for place in 0..<Self.window - 1 {
            let pair = Int(pattern[place]) << 8 | Int(pattern[place + 1])
            jumps[pair] = min(jumps[pair], UInt8(Self.window - 2 - place))
        }
        patterns.append(pattern)
        let ending = UInt16(pattern[Self.window - 2]) << 8 | UInt16(pattern[Self.window - 1])
        endings[ending, default: []].append(patterns.count - 1)
        return patterns.count - 1
    }

    /// Every occurrence of every pattern, by where it begins; they may overlap.
    func matches(in text: [UInt8]) -> [Match] {
        guard !patterns.isEmpty, text.count >= Self.window else { return [] }
        var found: [Match] = []
        text.withUnsafeBufferPointer { text in
            jumps.withUnsafeBufferPointer { jumps in
                var end = Self.window - 1
                while end < text.count {
                    let pair = Int(text[end - 1]) << 8 | Int(text[end])
                    let jump = Int(jumps[pair])
                    if jump > 0 {
                        end += jump
                        continue
                    }
                    let start = end + 1 - Self.window
                    for number in endings[UInt16(pair)] ?? [] where stands(number, in: text, at: start) {
                        found.append(Match(range: start..<start + patterns[number].count, pattern: number))
                    }
                    end += 1
                }
            }
        }
        return found
    }

    private func stands(_ number: Int, in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        patterns[number].withUnsafeBufferPointer { pattern in
            guard start + pattern.count <= text.count else { return false }
            for place in 0..<pattern.count where text[start + place] != pattern[place] { return false }
            return true
        }
    }
}
