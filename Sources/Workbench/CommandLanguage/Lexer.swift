import Notation

/// Splits a text into the tokens of one command.
///
/// The rules are a subset of the shell's:
/// - Blanks separate words. A line break ends the command unless something is unclosed.
/// - `'…'` is literal, including variables. In `"…"` a backslash escapes `\"`, `\\`, `\n`, `\t`, `\{` and joins lines;
///   before other characters it is literal. Outside quotes a backslash makes the next character literal.
/// - `{{name}}` is a variable, outside quotes and in `"…"`.
/// - `{` and `[` at the start of a word or value (after `=`) begin literal text to the matching bracket, on one or more
///   lines, so that JSON and GraphQL need no quotes. Brackets in strings do not count. Elsewhere they are text.
/// - After `graphql` a document is one word, from its first keyword or brace to the end of its last definition.
/// - At the start of a word `#` begins a comment, `>` and `>>` redirect to a file, `=>` captures to a variable, and `|`
///   passes the rest of the line to the system's shell. Inside a word they are text, as in `-q priority>=2`.
///
/// After an error the lexer continues to the end of the command, so that a script is split in one pass and completion
/// works on incomplete lines. The first error is kept.
package struct Lexer {
    let bytes: [UInt8]
    var position: Int
    var command: LexedCommand
    var documents = DocumentPlace()

    init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = start
        command = LexedCommand(span: start..<start)
    }

    /// The tokens of the command that begins at `start`.
    package static func lex(_ bytes: [UInt8], from start: Int = 0) -> LexedCommand {
        var lexer = Lexer(bytes, from: start)
        lexer.run()
        return lexer.command
    }

    private mutating func run() {
        let start = position
        scan: while position < bytes.count {
            switch bytes[position] {
            case .space, .tab, .carriageReturn: position += 1
            case .lineFeed: break scan
            case .backslash where lineBreakLength(at: position + 1) > 0:
                position += 1 + lineBreakLength(at: position + 1)
            case .hash: skipComment()
            case .bar: pipeline()
            case .greater:
                let length = peek(1) == .greater ? 2 : 1
                command.tokens.append(.redirect(appends: length == 2, span: position..<position + length))
                position += length
            case .equals where peek(1) == .greater:
                command.tokens.append(.capture(span: position..<position + 2))
                position += 2
            default: word()
            }
        }
        command.span = start..<position
    }

    private mutating func skipComment() {
        skipLine()
        if position == bytes.count { command.opening = .comment }
    }

    /// Takes `|` and the pipeline after it, to the end of the line as the system's shell sees it: quotes, a backslash
    /// before the line break and a final `|` continue it.
    private mutating func pipeline() {
        let bar = position..<position + 1
        position += 1
        let start = position
        // The last non-blank byte, and the start of an open quote.
        var last = UInt8.bar, quote: Int?
        scan: while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case .lineFeed where quote == nil:
                if last != .bar { break scan }
                position += 1
            case .backslash where quote.map({ bytes[$0] }) != .singleQuote:
                if position + 1 == bytes.count {
                    fail("The line ends in a backslash.", at: position..<position + 1, mayContinue: true)
                }
                last = byte
                position = min(position + 2, bytes.count)
            case .singleQuote, .doubleQuote:
                if let open = quote {
                    if bytes[open] == byte { quote = nil }
                } else {
                    quote = position
                }
                last = byte
                position += 1
            default:
                if byte != .space, byte != .tab, byte != .carriageReturn { last = byte }
                position += 1
            }
        }
        if position == bytes.count { command.opening = .pipeline }
        if let quote {
            let name = text(quote..<quote + 1)
            fail("This \(name) is never closed.", at: quote..<quote + 1, mayContinue: true)
        }
        let pipeline = String(ASCII.trimmed(text(start..<position)[...]))
        if pipeline.utf8.first == .bar {
            fail("A shell pipeline must follow |.", at: bar)
        } else if last == .bar {
            fail("A shell pipeline must follow |.", at: bar, mayContinue: true)
        }
        command.tokens.append(.pipeline(text: pipeline, bar: bar, span: bar.lowerBound..<position))
    }

    /// Skips to the end of the line.
    mutating func skipLine() {
        while position < bytes.count, bytes[position] != .lineFeed { position += 1 }
    }

    func peek(_ distance: Int) -> UInt8? { position + distance < bytes.count ? bytes[position + distance] : nil }

    /// 1 for `\n`, 2 for `\r\n`, else 0.
    func lineBreakLength(at place: Int) -> Int {
        guard place < bytes.count else { return 0 }
        if bytes[place] == .lineFeed { return 1 }
        return bytes[place] == .carriageReturn && place + 1 < bytes.count && bytes[place + 1] == .lineFeed ? 2 : 0
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The text up to the position as a piece; empty if there is none.
    func piece(from start: Int, quoted: Bool = true) -> [Word.Piece] {
        position > start ? [.text(text(start..<position), span: start..<position, quoted: quoted)] : []
    }

    mutating func fail(_ message: String, at span: Range<Int>, mayContinue: Bool = false, hints: [String] = []) {
        guard command.error == nil else { return }
        command.error = ParseError(message, at: span, mayContinue: mayContinue, hints: hints)
    }
}

/// The tokens of one command.
package struct LexedCommand: Sendable {
    /// What is unclosed at the end of the text.
    package enum Opening: Sendable, Hashable {
        case none, singleQuote, doubleQuote, bracket, document, comment, pipeline
    }

    package var tokens: [Token] = []
    package var error: ParseError?
    /// The range of the command, without the line break after it.
    package var span: Range<Int>
    /// What is unclosed at the end of the text: completion needs it for quoting.
    package var opening = Opening.none
}

/// A token of a line.
package enum Token: Sendable, Hashable {
    case word(Word)
    /// `>` or `>>`.
    case redirect(appends: Bool, span: Range<Int>)
    /// `=>`.
    case capture(span: Range<Int>)
    /// `|` and everything after it, unchanged: `text` is passed to the system's shell.
    case pipeline(text: String, bar: Range<Int>, span: Range<Int>)

    package var span: Range<Int> {
        switch self {
        case .word(let word): word.span
        case .redirect(_, let span), .capture(let span), .pipeline(_, _, let span): span
        }
    }
}

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

    /// Moves to the next definition; stays if there is none.
    mutating func goToNextDefinition() -> Bool {
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

    /// What may be between a definition's keyword and its braces.
    static func isHeader(_ byte: UInt8) -> Bool {
        switch byte {
        case .space, .tab, .lineFeed, .carriageReturn, .comma, .hash, .doubleQuote, .openBrace, .openBracket,
            .openParenthesis, .closeBrace, .closeBracket, .closeParenthesis, .at, .equals, UInt8(ascii: "$"),
            UInt8(ascii: ":"), UInt8(ascii: "!"):
            true
        default: byte.isNameByte
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
