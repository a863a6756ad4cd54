import ExchangeModel

/// Pauses between keys as a person makes them, who is quick within words and hesitates between them. The same seed gives the
/// same rhythm on every machine.
struct TypingRhythm {
    /// The longest a line takes: longer ones are typed faster.
    static let longest: Int64 = 4_000_000

    private var state: UInt64

    init(seed: UInt64) { state = seed }

    /// The pause before each character of a text, in microseconds.
    ///
    /// - Parameter limit: how long all of them may take together.
    mutating func pauses(of text: String, within limit: Int64 = TypingRhythm.longest) -> [Int64] {
        var before: Character = " "
        var pauses: [Int64] = []
        for character in text {
            pauses.append(before.isLetter || before.isNumber ? draw(28_000...75_000) : draw(55_000...130_000))
            before = character
        }
        let whole = pauses.reduce(0, +)
        guard whole > limit, whole > 0 else { return pauses }
        // In whole microseconds and without the product of two of them, which could be too large.
        let share = Double(max(limit, 0)) / Double(whole)
        return pauses.map { Int64((Double($0) * share).rounded(.down)) }
    }

    private mutating func draw(_ range: ClosedRange<Int64>) -> Int64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return range.lowerBound + Int64(StableHash.mixed(state) % UInt64(range.upperBound - range.lowerBound + 1))
    }
}
