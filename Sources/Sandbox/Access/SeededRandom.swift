import ExchangeModel

/// A deterministic random number generator (SplitMix64).
struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mixed(state)
    }

    mutating func hex(_ count: Int, upperCase: Bool = false) -> String {
        String(unsafeUninitializedCapacity: count) { text in
            var word: UInt64 = 0
            for place in 0..<count {
                if place % 16 == 0 { word = next() }
                let digit = UInt8(truncatingIfNeeded: word & 15)
                text[place] = digit + UInt8(ascii: digit < 10 ? "0" : upperCase ? "A" : "a") - (digit < 10 ? 0 : 10)
                word >>= 4
            }
            return count
        }
    }

    mutating func sysID() -> String { hex(32) }

    /// A whole number from 0 to below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
