import Notation

/// The commands in a text for a shell, split into words. Nothing is expanded and nothing runs: `$NAME`, `$(…)` and
/// backquotes stay as they are.
struct ShellWords {
    private(set) var commands: [[[UInt8]]] = []
    /// The number of expansions that were left as text.
    private(set) var expansions = 0

    private let text: [UInt8]
    private var place = 0
    private var words: [[UInt8]] = []
    private var word: [UInt8] = []
    /// Whether a word has begun, which may be empty.
    private var isInWord = false

    /// Splits a text as bash does or, if carets before quotes or line ends begin a word, as the Windows command prompt
    /// does. Within a word, a caret joins the conditions of an encoded query.
    init(_ text: [UInt8]) {
        let isWindows = [" ^\"", " ^\n", " ^\r"].contains { text.firstPlace(of: Array($0.utf8), from: 0) != nil }
        self.text = isWindows ? Self.withoutCarets(text) : text
        while let byte = next() { isWindows ? takeWindows(byte) : take(byte) }
        endCommand()
    }

    private mutating func next() -> UInt8? {
        guard place < text.count else { return nil }
        place += 1
        return text[place - 1]
    }

    private var peek: UInt8? { place < text.count ? text[place] : nil }

    private mutating func append(_ byte: UInt8) {
        isInWord = true
        word.append(byte)
    }

    private mutating func endWord() {
        if isInWord { words.append(word) }
        (word, isInWord) = ([], false)
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "), 9, 13: endWord()
        case 10, UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "("), UInt8(ascii: ")"):
            endCommand()
        case UInt8(ascii: "#") where !isInWord:
            while let byte = peek, byte != 10 {
                _ = byte
                place += 1
            }
        case UInt8(ascii: "\\"):
            if peek == 13, place + 1 < text.count, text[place + 1] == 10 { place += 1 }
            if let byte = next(), byte != 10 { append(byte) }
        case UInt8(ascii: "'"):
            isInWord = true
            while let byte = next(), byte != UInt8(ascii: "'") { append(byte) }
        case UInt8(ascii: "\""): takeQuoted()
        case UInt8(ascii: "$"), UInt8(ascii: "`"): takeExpansion(byte, isQuoted: false)
        default: append(byte)
        }
    }

    private mutating func takeQuoted() {
        isInWord = true
        while let byte = next(), byte != UInt8(ascii: "\"") {
            switch byte {
            case UInt8(ascii: "\\"):
                switch peek {
                case UInt8(ascii: "$")?, UInt8(ascii: "`")?, UInt8(ascii: "\"")?, UInt8(ascii: "\\")?:
                    append(next() ?? byte)
                case 10?: place += 1
                default: append(byte)
                }
            case UInt8(ascii: "$"), UInt8(ascii: "`"): takeExpansion(byte, isQuoted: true)
            default: append(byte)
            }
        }
    }

    /// `$'…'`, or an expansion, which is kept as text.
    private mutating func takeExpansion(_ byte: UInt8, isQuoted: Bool) {
        if byte == UInt8(ascii: "$"), !isQuoted, peek == UInt8(ascii: "'") {
            place += 1
            return takeEscaped()
        }
        append(byte)
        if byte == UInt8(ascii: "`") {
            expansions += 1
            while let byte = next() {
                append(byte)
                if byte == UInt8(ascii: "`") { return }
            }
        } else if peek == UInt8(ascii: "(") {
            expansions += 1
            var depth = 0
            while let byte = next() {
                append(byte)
                depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
                if depth == 0 { return }
            }
        } else if let byte = peek, byte == UInt8(ascii: "{") || ASCII.isName(byte) && byte != UInt8(ascii: "-") {
            expansions += 1
        }
    }

    /// The rest of `$'…'`.
    private mutating func takeEscaped() {
        isInWord = true
        while let byte = next(), byte != UInt8(ascii: "'") {
            guard byte == UInt8(ascii: "\\"), let code = next() else {
                append(byte)
                continue
            }
            switch code {
            case UInt8(ascii: "n"): append(10)
            case UInt8(ascii: "r"): append(13)
            case UInt8(ascii: "t"): append(9)
            case UInt8(ascii: "a"): append(7)
            case UInt8(ascii: "b"): append(8)
            case UInt8(ascii: "f"): append(12)
            case UInt8(ascii: "v"): append(11)
            case UInt8(ascii: "e"): append(27)
            case UInt8(ascii: "x"): append(UInt8(truncatingIfNeeded: number(16, upTo: 2)))
            case UInt8(ascii: "u"): takeScalar(digits: 4)
            case UInt8(ascii: "U"): takeScalar(digits: 8)
            case UInt8(ascii: "0")...UInt8(ascii: "7"):
                place -= 1
                append(UInt8(truncatingIfNeeded: number(8, upTo: 3)))
            default: append(code)
            }
        }
    }

    private mutating func number(_ radix: Int, upTo digits: Int) -> Int {
        var number = 0, count = 0
        while count < digits, let byte = peek, let value = ASCII.hexValue(byte), value < radix {
            number = number * radix + Int(value)
            place += 1
            count += 1
        }
        return number
    }

    /// `\u` and four digits, a surrogate pair of which is one character, as browsers write it.
    private mutating func takeScalar(digits: Int) {
        var code = number(16, upTo: digits)
        if 0xD800..<0xDC00 ~= code, peek == UInt8(ascii: "\\"), place + 1 < text.count,
            text[place + 1] == UInt8(ascii: "u")
        {
            place += 2
            code = 0x10000 + (code - 0xD800) << 10 + (number(16, upTo: 4) & 0x3FF)
        }
        let scalar = UInt32(exactly: code).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}"
        for byte in String(Character(scalar)).utf8 { append(byte) }
    }
}

extension ShellWords {
    /// A caret makes the next character literal, outside quotes; before the end of a line it continues the line.
    private static func withoutCarets(_ text: [UInt8]) -> [UInt8] {
        var plain: [UInt8] = []
        let text = text.filter { $0 != 13 }
        var place = 0, isQuoted = false
        while place < text.count {
            let byte = text[place]
            place += 1
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "^"), !isQuoted, place < text.count else {
                plain.append(byte)
                continue
            }
            if text[place] == 10 { place += 1 }
            // A continued line has no break, unless an empty line follows: that is a literal line break.
            let isContinued = text[place - 1] == 10 && (place >= text.count || text[place] != 10)
            if !isContinued, place < text.count {
                plain.append(text[place])
                place += 1
            }
        }
        return plain
    }

    /// As Windows programs split their command line, except that browsers double every backslash.
    private mutating func takeWindows(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "), 9: endWord()
        case 10, UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "<"), UInt8(ascii: ">"): endCommand()
        case UInt8(ascii: "\""):
            isInWord = true
            while let byte = next() {
                if byte == UInt8(ascii: "\\"), let code = peek, [UInt8(ascii: "\\"), UInt8(ascii: "\"")].contains(code)
                {
                    append(code)
                    place += 1
                } else if byte == UInt8(ascii: "\""), peek == byte {
                    append(byte)
                    place += 1
                } else if byte == UInt8(ascii: "\"") {
                    return
                } else {
                    append(byte)
                }
            }
        default: append(byte)
        }
    }
}
