/// Finds which of many byte strings occur in a text, reading it once.
package struct Needles: Sendable {
    /// The length of the beginning by which a string is looked up.
    private static let length = 6

    private let texts: [[UInt8]]
    private var numbers: [UInt64: [Int]] = [:]
    /// Whether a string may begin like this, by a hash.
    private var begins = [Bool](repeating: false, count: 1 << 16)

    /// - Parameter texts: At least six bytes each.
    package init(_ texts: [[UInt8]]) {
        self.texts = texts
        for (number, text) in texts.enumerated() {
            precondition(text.count >= Self.length, "a text is looked up by its first bytes")
            let key = text.prefix(Self.length).reduce(0) { $0 << 8 | UInt64($1) }
            numbers[key, default: []].append(number)
            begins[Self.slot(key)] = true
        }
    }

    /// The numbers of the strings that occur in a text.
    package func found(in text: [UInt8]) -> Set<Int> {
        var found: Set<Int> = []
        text.withUnsafeBufferPointer { text in
            var key: UInt64 = 0
            for place in text.indices {
                key = (key << 8 | UInt64(text[place])) & 0xFFFF_FFFF_FFFF
                guard place + 1 >= Self.length, begins[Self.slot(key)], let candidates = numbers[key] else { continue }
                let rest = text[(place + 1 - Self.length)...]
                for number in candidates where rest.starts(with: texts[number]) { found.insert(number) }
            }
        }
        return found
    }

    private static func slot(_ key: UInt64) -> Int { Int((key &* 0x9E37_79B9_7F4A_7C15) >> 48) }
}
