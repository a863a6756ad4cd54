import Notation

/// GraphQL documents without quotes, as arguments of `graphql`.
extension Lexer {
    /// The words that a definition begins with.
    package static let definitionWords: Set<String> = ["query", "mutation", "subscription", "fragment"]

    /// Whether the word at the position is a document: where one may start, at a brace or at the first word of a
    /// definition.
    var documentMayStart: Bool {
        guard documents.mayStart, isDefinition(at: position) else { return false }
        guard bytes[position] == .openBrace else { return true }
        return variableEnd(from: position) == nil && !(documents.isBehindFlag && isObject)
    }

    /// Whether a JSON object begins at the position: `--vars {"a": 1}`.
    private var isObject: Bool {
        let next = bytes[(position + 1)...].first { !ASCII.isSpace($0) }
        return next == .doubleQuote || next == .closeBrace
    }

    private func isDefinition(at place: Int) -> Bool {
        guard place < bytes.count else { return false }
        if bytes[place] == .openBrace { return true }
        let word = bytes[place...].prefix(13).prefix { $0.isNameByte }
        guard Lexer.definitionWords.contains(String(decoding: word, as: UTF8.self)) else { return false }
        // `query=…` is an assignment, `query.graphql` a file.
        guard let next = place + word.count < bytes.count ? bytes[place + word.count] : nil else { return true }
        return Lexer.isHeader(next) && next != .equals && next != .at
    }

    /// Takes a document literally, from the position to the end of its last definition; another one behind a
    /// definition, over line ends too, belongs to it.
    ///
    /// Strings and comments are stepped over, so that a brace in one of them does not count. `{{name}}` expands, but for
    /// in comments. A document that spreads a fragment which is not there yet may go on with the next line.
    mutating func document(into pieces: inout [Word.Piece]) {
        let start = position
        var scan = DocumentScan(runStart: position)
        while position < bytes.count {
            let byte = bytes[position]
            if byte == .openBrace, variableEnd(from: position) != nil {
                pieces += piece(from: scan.runStart)
                variable(into: &pieces)
                scan.runStart = position
                continue
            }
            switch byte {
            case .hash:
                skipLine()
                continue
            case .doubleQuote:
                string(into: &pieces, &scan.runStart, isInDocument: true)
                continue
            case .openBrace, .openBracket, .openParenthesis: scan.open.append(position)
            case .closeBrace, .closeBracket, .closeParenthesis:
                if close(byte, &scan) {
                    position += 1
                    guard goToNextDefinition() else { return end(&pieces, scan) }
                    continue
                }
            case _ where scan.open.isEmpty && !Lexer.isHeader(byte):
                // A sign of the command's own: the document breaks off before it.
                while position > start, ASCII.isSpace(bytes[position - 1]) { position -= 1 }
                pieces += piece(from: scan.runStart)
                return
            default: break
            }
            if scan.takesName, byte.isNameByte {
                takeName(&scan)
            } else {
                scan.saw(byte)
                position += 1
            }
        }
        pieces += piece(from: scan.runStart)
        command.opening = .document
        if let unclosed = scan.open.first {
            fail(
                "This \(text(unclosed..<unclosed + 1)) is never closed.", at: unclosed..<unclosed + 1,
                mayContinue: true)
        } else {
            let word = bytes[start...].prefix { $0.isNameByte }.count
            fail("This document breaks off: a { must follow.", at: start..<start + max(word, 1), mayContinue: true)
        }
    }

    /// Closes a bracket; true when a definition ends with it.
    private mutating func close(_ byte: UInt8, _ scan: inout DocumentScan) -> Bool {
        guard let last = scan.open.popLast() else {
            fail("This \(text(position..<position + 1)) closes nothing.", at: position..<position + 1)
            return false
        }
        // One or two apart in ASCII, as every bracket and its partner are.
        if !(1...2).contains(Int(byte) - Int(bytes[last])) {
            fail(
                "This \(text(position..<position + 1)) does not close the \(text(last..<last + 1)) before it.",
                at: position..<position + 1)
        }
        return scan.open.isEmpty && bytes[last] == .openBrace
    }

    private mutating func takeName(_ scan: inout DocumentScan) {
        let start = position
        while position < bytes.count, bytes[position].isNameByte { position += 1 }
        scan.took(text(start..<position), at: start..<position)
    }

    /// Goes to the definition behind one that has ended; stays where it is when none follows.
    private mutating func goToNextDefinition() -> Bool {
        var place = position
        while place < bytes.count {
            if bytes[place] == .hash {
                while place < bytes.count, bytes[place] != .lineFeed { place += 1 }
            } else if ASCII.isSpace(bytes[place]) || bytes[place] == .comma {
                place += 1
            } else {
                break
            }
        }
        guard place < bytes.count, bytes[place] != .openBrace, isDefinition(at: place) else { return false }
        position = place
        return true
    }

    private mutating func end(_ pieces: inout [Word.Piece], _ scan: DocumentScan) {
        pieces += piece(from: scan.runStart)
        // More text on the line, or an empty line, ends the document.
        guard bytes[position...].allSatisfy({ $0 == .space || $0 == .tab }),
            let missing = scan.spreads.first(where: { !scan.fragments.contains(text($0)) })
        else { return }
        fail("There is no fragment \(text(missing)) in the document.", at: missing, mayContinue: true)
    }

    /// What may be between a definition's first word and its braces.
    private static func isHeader(_ byte: UInt8) -> Bool {
        switch byte {
        case .space, .tab, .lineFeed, .carriageReturn, .comma, .hash, .doubleQuote, .openBrace, .openBracket,
            .openParenthesis, .closeBrace, .closeBracket, .closeParenthesis, .at, .equals, UInt8(ascii: "$"),
            UInt8(ascii: ":"), UInt8(ascii: "!"):
            true
        default: byte.isNameByte
        }
    }
}

/// How far the scan of a document has come.
struct DocumentScan {
    /// Where the text begins that no piece holds yet.
    var runStart: Int
    var open: [Int] = []
    /// Where names follow `...`.
    private(set) var spreads: [Range<Int>] = []
    /// Names behind `fragment`.
    private(set) var fragments: Set<String> = []
    private var dots = 0
    private var last = ""

    init(runStart: Int) { self.runStart = runStart }

    /// Whether a name that comes now says something about fragments; names elsewhere are skipped byte by byte.
    var takesName: Bool { dots == 3 || open.isEmpty }

    mutating func took(_ name: String, at place: Range<Int>) {
        if dots == 3, name != "on" { spreads.append(place) }
        if open.isEmpty, last == "fragment" { fragments.insert(name) }
        dots = 0
        last = name
    }

    mutating func saw(_ byte: UInt8) {
        if byte == .dot {
            dots = dots == 3 ? 1 : dots + 1
        } else if !ASCII.isSpace(byte), byte != .comma {
            dots = 0
            last = ""
        }
    }
}

/// Follows the words of a line and says where a GraphQL document may start: behind `graphql` or `graphql format`, also
/// after flags.
///
/// Which flags take a value is not known here, so the word behind one may be its value or the document.
struct DocumentPlace {
    private enum State { case command, arguments, flag, never }

    private var state = State.command
    private var mayBeFormat = true

    /// Whether the next word may be a document.
    var mayStart: Bool { state == .arguments || state == .flag }
    /// Whether the next word may be the value of a flag.
    var isBehindFlag: Bool { state == .flag }

    mutating func passed(_ word: Word) {
        switch state {
        case .never: break
        case .command: state = word.literal == "graphql" ? .arguments : .never
        case .arguments, .flag:
            if word.isFlag {
                let bare = word.barePrefix
                state = bare.hasPrefix("--") && !bare.utf8.contains(.equals) ? .flag : .arguments
            } else {
                let isFormat = mayBeFormat && word.literal == "format"
                state = isFormat || state == .flag ? .arguments : .never
                mayBeFormat = false
            }
        }
    }
}
