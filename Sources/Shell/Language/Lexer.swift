/// Cuts a text into the tokens of one command.
///
/// The rules are those of the system's shell where it has rules, and fewer:
/// - Blanks separate words. A line break ends the command unless something is open.
/// - `'…'` is taken as it stands, variables included. In `"…"` a backslash writes `\"`, `\\`, `\n`, `\t`, `\{` and
///   joins lines; before anything else it is itself. Outside quotes a backslash takes the next character as it
///   stands.
/// - `{{name}}` is a variable, outside quotes and in `"…"`.
/// - `{` and `[` at the start of a word or of a value (after `=`) take everything up to their partner as it stands,
///   over as many lines as it needs, so that JSON and GraphQL need no quotes. Strings inside are respected. Elsewhere
///   they are text.
/// - Behind `graphql` a document is one word, from its first key word or brace to the end of its last definition.
/// - At the start of a word `#` begins a comment, `>` and `>>` name a file, `=>` a variable, and `|` gives the rest
///   of the line to the system's shell. Inside a word they are text, so `-q priority>=2` means what it says.
///
/// It never gives up: the first error is kept and the cutting goes on to the end of the command, so that a script can
/// be cut in one pass and completion can work on a half-typed line.
struct Lexer {
    let bytes: [UInt8]
    var position: Int
    var command: LexedCommand
    /// Whether a document may come next.
    var documents = DocumentPlace()

    init(_ bytes: [UInt8], from start: Int = 0) {
        self.bytes = bytes
        position = start
        command = LexedCommand(span: start..<start)
    }

    /// The tokens of the command that starts at `start`.
    static func lex(_ bytes: [UInt8], from start: Int = 0) -> LexedCommand {
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
        while position < bytes.count, bytes[position] != .lineFeed { position += 1 }
        if position == bytes.count { command.opening = .comment }
    }

    func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    /// 1 for `\n`, 2 for `\r\n`, otherwise 0.
    func lineBreakLength(at place: Int) -> Int {
        guard place < bytes.count else { return 0 }
        if bytes[place] == .lineFeed { return 1 }
        return bytes[place] == .carriageReturn && place + 1 < bytes.count && bytes[place + 1] == .lineFeed ? 2 : 0
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    mutating func fail(_ message: String, at span: Range<Int>, mayContinue: Bool = false, hints: [String] = []) {
        guard command.error == nil else { return }
        command.error = ParseError(message, at: span, mayContinue: mayContinue, hints: hints)
    }
}
