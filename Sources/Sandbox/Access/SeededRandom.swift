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
        let digits = Array((upperCase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        var text: [UInt8] = []
        text.reserveCapacity(count)
        while text.count < count {
            var word = next()
            for _ in 0..<min(16, count - text.count) {
                text.append(digits[Int(word & 15)])
                word >>= 4
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    mutating func sysID() -> String { hex(32) }

    /// A whole number from 0 to below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
