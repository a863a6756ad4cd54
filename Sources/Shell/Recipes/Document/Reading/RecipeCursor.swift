import Notation

/// Goes through a line of a block word by word.
struct RecipeCursor {
    /// The next byte.
    private(set) var at: Int
    let end: Int
    private let bytes: [UInt8]

    /// Behind a word at the beginning of a line, and the blanks after it.
    init(_ text: RecipeBlockText, _ line: Range<Int>, skipping word: String) {
        bytes = text.bytes
        end = line.upperBound
        at = min(line.lowerBound + word.utf8.count, end)
        skipBlanks()
    }

    var isAtEnd: Bool { at >= end }

    private mutating func skipBlanks() {
        while at < end, ASCII.isSpace(bytes[at]) { at += 1 }
    }

    /// The next word up to a blank, and the blanks behind it; empty at the end.
    mutating func word() -> (text: String, range: Range<Int>) {
        let start = at
        while at < end, !ASCII.isSpace(bytes[at]) { at += 1 }
        defer { skipBlanks() }
        return (text(start..<at), start..<at)
    }

    /// Passes over a word, if it stands here.
    mutating func skip(_ word: String) {
        var copy = self
        if copy.word().text == word { self = copy }
    }

    /// The next letters, and the blanks behind them.
    mutating func letters() -> (text: String, range: Range<Int>) {
        let start = at
        while at < end, ASCII.isLetter(bytes[at]) { at += 1 }
        defer { skipBlanks() }
        return (text(start..<at), start..<at)
    }

    /// A path up to a blank or a sign of comparison; quoted names are passed over whole.
    mutating func path() -> (text: String, range: Range<Int>) {
        let start = at
        var isQuoted = false
        while at < end {
            let byte = bytes[at]
            if byte == .doubleQuote { isQuoted.toggle() }
            if !isQuoted, ASCII.isSpace(byte) || RecipeCursor.signs.contains(byte) { break }
            at += 1
        }
        defer { skipBlanks() }
        return (text(start..<at), start..<at)
    }

    /// A comparison at the position, and the blanks behind it: `==`, `contains`; nil when none stands here.
    mutating func comparison() -> RecipeTest.Comparison? {
        for sign in RecipeTest.Comparison.allCases {
            let length = sign.rawValue.utf8.count
            guard at + length <= end, bytes[at..<at + length].elementsEqual(sign.rawValue.utf8) else { continue }
            if sign == .contains, at + length < end, !ASCII.isSpace(bytes[at + length]) { continue }
            at += length
            skipBlanks()
            return sign
        }
        return nil
    }

    /// What stands before the first comparison that has blanks around it, or before `exists`, `absent` and `type`; nil
    /// when there is none. A quoted text is passed over whole.
    mutating func textBeforeComparison() -> String? {
        let start = at
        if !isAtEnd, bytes[at] == .doubleQuote || bytes[at] == .singleQuote {
            guard let word = quoted() else { return nil }
            return isAtEnd ? nil : word
        }
        while !isAtEnd {
            var copy = self
            let word = copy.word()
            if word.range.lowerBound > start, RecipeCursor.isComparison(word.text) {
                return String(ASCII.trimmed(text(start..<at)[...]))
            }
            self = copy
        }
        return nil
    }

    private static func isComparison(_ word: String) -> Bool {
        RecipeTest.Comparison(rawValue: word) != nil || ["exists", "absent", "type"].contains(word)
    }

    /// A quoted word at the position, as a template, and the blanks behind it; nil when it is not closed in this line.
    mutating func quoted() -> String? {
        let lexed = Lexer.lex(Array(bytes[..<end]), from: at)
        guard case .word(let word)? = lexed.tokens.first, word.span.upperBound <= end,
            lexed.error.map({ $0.span.lowerBound >= word.span.upperBound }) ?? true
        else { return nil }
        at = word.span.upperBound
        skipBlanks()
        return RecipeTemplate.text(of: word)
    }

    var startsQuote: Bool { !isAtEnd && (bytes[at] == .doubleQuote || bytes[at] == .singleQuote) }

    /// Everything up to the end, without blanks there.
    mutating func rest() -> (text: String, range: Range<Int>) {
        var last = end
        while last > at, ASCII.isSpace(bytes[last - 1]) { last -= 1 }
        defer { at = end }
        return (text(at..<last), at..<last)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static let signs: Set<UInt8> = [.equals, UInt8(ascii: "!"), UInt8(ascii: "<"), .greater, UInt8(ascii: "~")]
}
