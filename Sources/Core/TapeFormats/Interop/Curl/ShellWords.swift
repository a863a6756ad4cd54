import Notation
import Redactors

/// The commands in a text for a shell, split into words. Nothing runs: variables have the values that are given, or
/// that the text itself assigns; `$(…)` and backquotes stay as they are.
struct ShellWords {
    private(set) var commands: [ShellCommand] = []
    /// The variables that commands such as `export NAME=value` assign, in order.
    private(set) var assigned: [(name: String, value: String)] = []

    private let text: [UInt8]
    private var place = 0
    private var values: [String: String]
    private let given: Set<String>
    /// How many bytes values may still add.
    private var room = 1 << 24
    private var command = ShellCommand()
    private var word = ShellWord()
    /// Whether a word has begun, which may be empty, and whether a part of it is quoted.
    private var isInWord = false, isQuoted = false
    private var redirection: Redirection?
    private var documents: [(command: Int, end: [UInt8], isLiteral: Bool, isIndented: Bool)] = []

    private enum Redirection { case other, text, document(isIndented: Bool) }

    /// Splits a text as bash does.
    init(_ text: [UInt8], variables: [String: String] = [:]) {
        (self.text, values, given) = (text, variables, Set(variables.keys))
        while let byte = next() { take(byte) }
        endCommand(by: 10)
    }

    /// Whether carets before quotes or line ends begin a word, as in a text for the Windows command prompt. Within a
    /// word, a caret joins the conditions of an encoded query.
    static func isForWindows(_ text: [UInt8]) -> Bool {
        [" ^\"", " ^\n", " ^\r"].contains { text.firstPlace(of: Array($0.utf8), from: 0) != nil }
    }

    /// The text of a here-document.
    private init(document: [UInt8], _ values: [String: String], _ room: Int) {
        (text, self.values, given, self.room) = (document, values, [], room)
        takeQuoted(until: nil)
    }

    private mutating func next() -> UInt8? {
        guard place < text.count else { return nil }
        place += 1
        return text[place - 1]
    }

    private var peek: UInt8? { place < text.count ? text[place] : nil }

    private mutating func skip(_ byte: Character) -> Bool {
        guard let peek, peek == byte.asciiValue else { return false }
        place += 1
        return true
    }

    private mutating func append(_ byte: UInt8) {
        isInWord = true
        word.bytes.append(byte)
    }

    private mutating func endWord() {
        if isInWord {
            switch redirection {
            case nil: command.words.append(word)
            case .other?: break
            case .text?: command.input = ShellWord(bytes: word.bytes + [10], unset: word.unset)
            case .document(let isIndented)?: documents.append((commands.count, word.bytes, isQuoted, isIndented))
            }
            redirection = nil
        }
        (word, isInWord, isQuoted) = (ShellWord(), false, false)
    }

    private mutating func endCommand(by byte: UInt8) {
        endWord()
        if !command.words.isEmpty, !assigns() { commands.append(command) }
        command = ShellCommand()
        command.isAfterAnd = byte == UInt8(ascii: "&")
        if byte == 10 { takeDocuments() }
    }

    /// Takes a command that only assigns variables, as `NAME=value` or `export NAME=value`.
    private mutating func assigns() -> Bool {
        let words = command.words.first?.text == "export" ? command.words.dropFirst() : command.words[...]
        let pairs = words.compactMap(Self.assignment)
        // What follows `&` is often the rest of an address without quotes.
        guard !pairs.isEmpty, pairs.count == words.count, !command.isAfterAnd else { return false }
        for (pair, word) in zip(pairs, words) where word.unset.isEmpty {
            assigned.append(pair)
            if !given.contains(pair.name) { values[pair.name] = pair.value }
        }
        return true
    }

    static func assignment(_ word: ShellWord) -> (name: String, value: String)? {
        let name = word.bytes.prefix { ASCII.isName($0) && $0 != UInt8(ascii: "-") }
        guard let first = name.first, !ASCII.isDigit(first), word.bytes.dropFirst(name.count).first == 61 else {
            return nil
        }
        return (
            String(decoding: name, as: UTF8.self), String(decoding: word.bytes.dropFirst(name.count + 1), as: UTF8.self)
        )
    }

    private mutating func takeDocuments() {
        for document in documents {
            var lines: [UInt8] = []
            while place < text.count {
                var line = text[place...].prefix { $0 != 10 }
                place = min(text.count, line.endIndex + 1)
                if document.isIndented { line = line.drop { $0 == 9 } }
                if line.last == 13 { line = line.dropLast() }
                if line.elementsEqual(document.end) { break }
                lines += line + [10]
            }
            var input = ShellWord(bytes: lines)
            if !document.isLiteral {
                let read = ShellWords(document: lines, values, room)
                (input, room) = (read.word, read.room)
            }
            if document.command < commands.count { commands[document.command].input = input }
        }
        documents = []
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "), 9, 13: endWord()
        case UInt8(ascii: "<"), UInt8(ascii: ">"): takeRedirection(byte)
        case UInt8(ascii: "&") where peek == UInt8(ascii: ">"): endWord()
        case 10, UInt8(ascii: ";"), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
            endCommand(by: byte)
        case UInt8(ascii: "#") where !isInWord:
            while let byte = peek, byte != 10 { place += 1 }
        case UInt8(ascii: "\\"):
            if peek == 13, place + 1 < text.count, text[place + 1] == 10 { place += 1 }
            isQuoted = true
            if let byte = next(), byte != 10 { append(byte) }
        case UInt8(ascii: "'"):
            (isInWord, isQuoted) = (true, true)
            while let byte = next(), byte != UInt8(ascii: "'") { append(byte) }
        case UInt8(ascii: "\""):
            (isInWord, isQuoted) = (true, true)
            takeQuoted(until: byte)
        case UInt8(ascii: "$"), UInt8(ascii: "`"): takeExpansion(byte, isQuoted: false)
        default: append(byte)
        }
    }

    /// `<<END`, `<<<text`, and files, whose names are no arguments.
    private mutating func takeRedirection(_ byte: UInt8) {
        // The number of a descriptor.
        if word.bytes.allSatisfy(ASCII.isDigit), !isQuoted { (word, isInWord) = (ShellWord(), false) }
        endWord()
        redirection = .other
        if byte == UInt8(ascii: "<"), skip("<") {
            redirection = skip("<") ? .text : .document(isIndented: skip("-"))
        } else {
            _ = skip(">") || skip("&") || skip("|")
        }
    }

    private mutating func takeQuoted(until end: UInt8?) {
        while let byte = next(), byte != end {
            switch byte {
            case UInt8(ascii: "\\"):
                switch peek {
                case UInt8(ascii: "$")?, UInt8(ascii: "`")?, UInt8(ascii: "\\")?: append(next() ?? byte)
                case end where end != nil: append(next() ?? byte)
                case 10?: place += 1
                default: append(byte)
                }
            case UInt8(ascii: "$"), UInt8(ascii: "`"): takeExpansion(byte, isQuoted: true)
            default: append(byte)
            }
        }
    }

    /// `$'…'`, the value of a variable, or another expansion, which is kept as text.
    private mutating func takeExpansion(_ byte: UInt8, isQuoted: Bool) {
        if byte == UInt8(ascii: "$"), !isQuoted, peek == UInt8(ascii: "'") {
            place += 1
            return takeEscaped()
        }
        let start = place - 1
        if byte == UInt8(ascii: "`") {
            while let byte = next(), byte != UInt8(ascii: "`") {}
        } else if peek == UInt8(ascii: "(") {
            var depth = 0
            while let byte = next() {
                depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
                if depth == 0 { break }
            }
        } else if peek == UInt8(ascii: "{") {
            while let byte = next(), byte != UInt8(ascii: "}") {}
        } else {
            let name = text[place...].prefix { ASCII.isName($0) && $0 != UInt8(ascii: "-") }
            guard !name.isEmpty else { return append(byte) }
            place += name.count
        }
        let source = text[start..<place]
        let braces = UInt8(ascii: "{")...UInt8(ascii: "}")
        let name = String(
            decoding: source.dropFirst().filter { $0 != braces.lowerBound && $0 != braces.upperBound }, as: UTF8.self)
        isInWord = true
        if byte == UInt8(ascii: "$"), let value = values[name] ?? VariableText.placeholder(of: name),
            value.utf8.count <= room
        {
            room -= value.utf8.count
            word.bytes += value.utf8
        } else {
            word.bytes += source
            word.unset.append(String(decoding: source, as: UTF8.self))
        }
    }

    /// The rest of `$'…'`.
    private mutating func takeEscaped() {
        (isInWord, isQuoted) = (true, true)
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

/// A word of a command. Expansions without a value are kept as text and listed.
struct ShellWord: Sendable {
    package var bytes: [UInt8] = []
    var unset: [String] = []

    package var text: String { String(decoding: bytes, as: UTF8.self) }
}

struct ShellCommand: Sendable {
    package var words: [ShellWord] = []
    /// The text of a here-document or here-string.
    var input: ShellWord?
    /// Whether `&` is before it.
    var isAfterAnd = false
}
