/// Ways in which a text is damaged.
enum Damage {
    /// Bytes that readers stumble over.
    private static let bytes: [UInt8] =
        Array("\"\\{}[]()<>:,;.0-1+eE_$@!#&|=^*/ \n\r\ttfnu'".utf8)
        + [0x00, 0x07, 0x1B, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xEF, 0xBB, 0xF0, 0xF4, 0xFF]

    static func damage(_ text: inout [UInt8], as subject: any FuzzSubject, _ random: inout SeededGenerator) {
        switch random.below(16) {
        case 0...5:
            for _ in 0...random.below(4) { byte(&text, &random) }
        case 6...11:
            for _ in 0...random.below(4) { token(&text, subject, &random) }
        case 12, 13: text.removeSubrange(random.below(text.count + 1)...)
        case 14: text.removeSubrange(..<random.below(text.count + 1))
        default:
            // One word very often: depth, length, and every loop that looks behind itself.
            guard random.below(20) == 0 else { return noise(&text, subject, &random) }
            let place = random.below(text.count + 1)
            let words = (0...random.below(2)).map { _ in random.pick(subject.words) }.joined(separator: " ")
            let many = String(repeating: words + random.pick(["", " "]), count: random.below(3000))
            text.insert(contentsOf: many.utf8, at: place)
        }
    }

    private static func noise(_ text: inout [UInt8], _ subject: any FuzzSubject, _ random: inout SeededGenerator) {
        text = []
        for _ in 0..<random.below(40) {
            if random.below(3) == 0 { text.append(random.pick(bytes)) } else { text += random.pick(subject.words).utf8 }
            if random.below(2) == 0 { text.append(0x20) }
        }
    }

    private static func byte(_ text: inout [UInt8], _ random: inout SeededGenerator) {
        guard !text.isEmpty else { return text.append(random.pick(bytes)) }
        let place = random.below(text.count)
        switch random.below(5) {
        case 0: text[place] = random.pick(bytes)
        case 1: text.insert(random.pick(bytes), at: place)
        case 2: text.remove(at: place)
        case 3: text[place] ^= 1 << UInt8(random.below(8))
        default: text[place] = UInt8(random.below(256))
        }
    }

    private static func token(_ text: inout [UInt8], _ subject: any FuzzSubject, _ random: inout SeededGenerator) {
        let tokens = subject.tokens(of: text)
        guard !tokens.isEmpty else { return byte(&text, &random) }
        let token = random.pick(tokens)
        switch random.below(5) {
        case 0: text.removeSubrange(token)
        case 1: text.insert(contentsOf: Array(text[token]) + [0x20], at: token.lowerBound)
        case 2: text.replaceSubrange(token, with: random.pick(subject.words).utf8)
        case 3: text.insert(contentsOf: (random.pick(subject.words) + " ").utf8, at: token.lowerBound)
        default:
            // A part of the text a second time, somewhere else.
            let other = random.pick(tokens)
            let part = Array(text[min(token.lowerBound, other.lowerBound)..<max(token.upperBound, other.upperBound)])
            guard part.count < 1000 else { return }
            text.insert(contentsOf: part, at: random.pick(tokens).lowerBound)
        }
    }
}
