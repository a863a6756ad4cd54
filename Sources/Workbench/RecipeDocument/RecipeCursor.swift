import CommandLanguage
import Notation

/// Reads a line of a block word by word.
struct RecipeCursor {
    /// The next byte.
    private(set) var at: Int
    let end: Int
    private let bytes: [UInt8]

    /// Begins after a word at the beginning of a line, and the blanks after it.
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

    /// The next word, skipping the blanks after it; empty at the end.
    mutating func word() -> (text: String, range: Range<Int>) {
        let start = at
        while at < end, !ASCII.isSpace(bytes[at]) { at += 1 }
        defer { skipBlanks() }
        return (text(start..<at), start..<at)
    }

    /// Skips a word if it is next.
    mutating func skip(_ word: String) {
        var copy = self
        if copy.word().text == word { self = copy }
    }

    /// The next letters, skipping the blanks after them.
    mutating func letters() -> (text: String, range: Range<Int>) {
        let start = at
        while at < end, ASCII.isLetter(bytes[at]) { at += 1 }
        defer { skipBlanks() }
        return (text(start..<at), start..<at)
    }

    /// A path up to a blank or comparison operator; quoted names may contain either.
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

    /// A comparison operator at the position, skipping the blanks after it: `==`, `contains`; nil if there is none.
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

    /// The text before the first comparison operator between blanks, or before `exists`, `absent` and `type`; nil if
    /// there is none. Quoted text is skipped.
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

    /// A quoted word at the position, as a template, skipping the blanks after it; nil if it is not closed on this
    /// line.
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

    /// Everything to the end, without trailing blanks.
    mutating func rest() -> (text: String, range: Range<Int>) {
        var last = end
        while last > at, ASCII.isSpace(bytes[last - 1]) { last -= 1 }
        defer { at = end }
        return (text(at..<last), at..<last)
    }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private static let signs: Set<UInt8> = [.equals, UInt8(ascii: "!"), UInt8(ascii: "<"), .greater, UInt8(ascii: "~")]
}

/// The lines of a block as one text, so that a command may span several, with a mapping to the file's lines.
struct RecipeBlockText {
    let bytes: [UInt8]
    /// The offset of each line.
    private let starts: [Int]
    /// The index of the first line in the file.
    private let first: Int
    /// How many blanks of indentation were removed from each line.
    private let indents: [Int]

    init(_ layout: RecipeLayout, _ fence: RecipeLayout.Fence) {
        var bytes: [UInt8] = [], starts: [Int] = [], indents: [Int] = []
        for index in fence.content {
            let (text, indent) = layout.line(index, in: fence)
            starts.append(bytes.count)
            indents.append(indent)
            bytes += text.utf8
            bytes.append(.lineFeed)
        }
        if !bytes.isEmpty { bytes.removeLast() }
        self.bytes = bytes
        self.starts = starts
        self.indents = indents
        first = fence.content.lowerBound
    }

    var count: Int { starts.count }

    /// The range of a line, counted from 0 in the block.
    func line(_ number: Int) -> Range<Int> {
        starts[number]..<(number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The index of a line in the file.
    func index(_ number: Int) -> Int { first + number }

    /// The line that contains a byte, counted from 0 in the block.
    func number(of offset: Int) -> Int {
        var low = 0, high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The index of a range's first line in the file, and the bytes in that line.
    func place(_ range: Range<Int>) -> (index: Int, span: Range<Int>) {
        let number = number(of: range.lowerBound)
        let line = line(number), shift = indents[number] - line.lowerBound
        let end = max(range.lowerBound, min(range.upperBound, line.upperBound))
        return (first + number, range.lowerBound + shift..<end + shift)
    }
}
