import Notation

/// Unquoted GraphQL documents, as arguments of `graphql`.
extension Lexer {
    /// The keywords that begin a definition.
    package static let definitionWords: Set<String> = ["query", "mutation", "subscription", "fragment"]

    /// Whether a document begins at the position: where one is allowed, at a brace or a definition's keyword.
    var documentMayStart: Bool {
        guard documents.mayStart, isDefinition(at: position) else { return false }
        guard bytes[position] == .openBrace else { return true }
        return variableEnd(from: position) == nil && !(documents.followsFlag && isObject)
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

    /// Takes a document literally, to the end of its last definition; further definitions belong to it, on later lines
    /// too.
    ///
    /// Strings and comments are skipped, so that braces in them do not count. `{{name}}` expands except in comments. A
    /// document that uses an undefined fragment may continue on the next line.
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
                // A capture, redirection or pipe of the command ends the document.
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
            fail("The document is incomplete: a { must follow.", at: start..<start + max(word, 1), mayContinue: true)
        }
    }

    /// Closes a bracket; true if a definition ends with it.
    private mutating func close(_ byte: UInt8, _ scan: inout DocumentScan) -> Bool {
        guard let last = scan.open.popLast() else {
            fail("This \(text(position..<position + 1)) closes nothing.", at: position..<position + 1)
            return false
        }
        // In ASCII, closing brackets follow their opening ones by one or two.
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

    /// Moves to the next definition; stays if there is none.
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

    /// What may be between a definition's keyword and its braces.
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

/// The state of a document's scan.
struct DocumentScan {
    /// The start of the text that is not in a piece yet.
    var runStart: Int
    var open: [Int] = []
    /// The ranges of names after `...`.
    private(set) var spreads: [Range<Int>] = []
    /// The names after `fragment`.
    private(set) var fragments: Set<String> = []
    private var dots = 0
    private var last = ""

    init(runStart: Int) { self.runStart = runStart }

    /// Whether a name here concerns fragments; other names are skipped byte by byte.
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

/// Follows the words of a line to find where a GraphQL document may begin: after `graphql` or `graphql format`, also
/// after flags.
///
/// Which flags take a value is unknown here, so the word after one may be its value or the document.
struct DocumentPlace {
    private enum State { case command, arguments, flag, never }

    private var state = State.command
    private var mayBeFormat = true

    /// Whether the next word may be a document.
    var mayStart: Bool { state == .arguments || state == .flag }
    /// Whether the next word may be a flag's value.
    var followsFlag: Bool { state == .flag }

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
