/// A run of many numbered texts of one subject. The seed and a number determine a text.
package struct FuzzRun: Sendable {
    /// The subject under test.
    package var subject: any FuzzTarget
    /// Determines the texts.
    package var seed: UInt64

    /// Creates a run.
    package init(_ subject: any FuzzTarget, seed: UInt64) {
        self.subject = subject
        self.seed = seed
    }

    /// The result of a run.
    package struct Report: Sendable {
        /// The number of texts read.
        package var accepted = 0
        /// The number of texts rejected.
        package var rejected = 0
        /// The first ten violated properties, with the numbers of their texts.
        package var broken: [(number: Int, claim: String)] = []
        /// The number of the slowest text.
        package var slowest = 0
        /// Its duration in nanoseconds, and its length in bytes.
        package var slowestTime = 0, slowestSize = 0
        /// The size of all texts in bytes.
        package var size = 0

        /// The result of an empty run.
        package init() {}

        /// Adds the result of another part of the run.
        package mutating func add(_ other: Report) {
            accepted += other.accepted
            rejected += other.rejected
            broken = Array((broken + other.broken).prefix(10))
            size += other.size
            guard other.slowestTime > slowestTime else { return }
            (slowest, slowestTime, slowestSize) = (other.slowest, other.slowestTime, other.slowestSize)
        }
    }

    /// Checks the texts with these numbers. `now`: nanoseconds of a monotonic clock.
    package func report(on numbers: Range<Int>, now: () -> Int) -> Report {
        var report = Report()
        for number in numbers {
            var (text, random) = text(number)
            let start = now()
            let verdict = subject.judge(text, &random)
            let time = now() - start
            report.size += text.count
            if time > report.slowestTime {
                (report.slowest, report.slowestTime, report.slowestSize) = (number, time, text.count)
            }
            switch verdict {
            case .accepted: report.accepted += 1
            case .rejected: report.rejected += 1
            case .broken(let claim) where report.broken.count < 10: report.broken.append((number, claim))
            case .broken: break
            }
        }
        return report
    }

    /// The text with a number, and the generator that its check continues with.
    package func text(_ number: Int) -> ([UInt8], SeededGenerator) {
        var random = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ UInt64(number))
        var text = subject.text(&random)
        // Every third text is left undamaged.
        if random.below(3) != 0 { Damage.damage(&text, as: subject, &random) }
        return (text, random)
    }
}

/// A kind of input, with the properties that must hold for every text of it.
package protocol FuzzTarget: Sendable {
    /// Its name on the command line.
    var name: String { get }
    /// Significant tokens, for damaging texts.
    var words: [String] { get }
    /// A valid text.
    func text(_ random: inout SeededGenerator) -> [UInt8]
    /// The ranges of a text's tokens, as far as it can be parsed.
    func tokens(of text: [UInt8]) -> [Range<Int>]
    /// Parses any text and checks every property.
    func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome
}

/// The result of checking a text.
package enum FuzzOutcome: Sendable, Hashable {
    /// It was parsed, and every property holds.
    case accepted
    /// It was rejected with an error that has a position.
    case rejected
    /// A property that does not hold.
    case broken(String)
}

/// Ways to damage a text.
enum Damage {
    /// Bytes that parsers often mishandle.
    private static let bytes: [UInt8] =
        Array("\"\\{}[]()<>:,;.0-1+eE_$@!#&|=^*/ \n\r\ttfnu'".utf8)
        + [0x00, 0x07, 0x1B, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xE2, 0xED, 0xEF, 0xBB, 0xF0, 0xF4, 0xFF]

    static func damage(_ text: inout [UInt8], as subject: any FuzzTarget, _ random: inout SeededGenerator) {
        switch random.below(16) {
        case 0...5:
            for _ in 0...random.below(4) { byte(&text, &random) }
        case 6...11:
            for _ in 0...random.below(4) { token(&text, subject, &random) }
        case 12, 13: text.removeSubrange(random.below(text.count + 1)...)
        case 14: text.removeSubrange(..<random.below(text.count + 1))
        default:
            // One token repeated many times: for depth, length, and quadratic loops.
            guard random.below(20) == 0 else { return noise(&text, subject, &random) }
            let place = random.below(text.count + 1)
            let words = (0...random.below(2)).map { _ in random.pick(subject.words) }.joined(separator: " ")
            let many = String(repeating: words + random.pick(["", " "]), count: random.below(3000))
            text.insert(contentsOf: many.utf8, at: place)
        }
    }

    private static func noise(_ text: inout [UInt8], _ subject: any FuzzTarget, _ random: inout SeededGenerator) {
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

    private static func token(_ text: inout [UInt8], _ subject: any FuzzTarget, _ random: inout SeededGenerator) {
        let tokens = subject.tokens(of: text)
        guard !tokens.isEmpty else { return byte(&text, &random) }
        let token = random.pick(tokens)
        switch random.below(5) {
        case 0: text.removeSubrange(token)
        case 1: text.insert(contentsOf: Array(text[token]) + [0x20], at: token.lowerBound)
        case 2: text.replaceSubrange(token, with: random.pick(subject.words).utf8)
        case 3: text.insert(contentsOf: (random.pick(subject.words) + " ").utf8, at: token.lowerBound)
        default:
            // A part of the text duplicated elsewhere.
            let other = random.pick(tokens)
            let part = Array(text[min(token.lowerBound, other.lowerBound)..<max(token.upperBound, other.upperBound)])
            guard part.count < 1000 else { return }
            text.insert(contentsOf: part, at: random.pick(tokens).lowerBound)
        }
    }
}
