/// Reads one command.
package enum Parser {
    /// Reads a text that holds one command, over as many lines as it needs.
    ///
    /// A text of blanks and comments gives an invocation that `isEmpty`. Text behind the command's line break is an
    /// error: `Script` is for texts of many commands.
    package static func parse(_ text: String) throws(ParseError) -> Invocation {
        let bytes = Array(text.utf8)
        var lexed = Lexer.lex(bytes)
        while lexed.tokens.isEmpty, lexed.error == nil, lexed.span.upperBound < bytes.count {
            lexed = Lexer.lex(bytes, from: lexed.span.upperBound + 1)
        }
        let invocation = try parse(lexed, in: text, bytes: bytes)
        var rest = lexed.span.upperBound
        while rest < bytes.count {
            let next = Lexer.lex(bytes, from: rest + 1)
            if let token = next.tokens.first {
                throw ParseError("A second command stands here; one is run at a time.", at: token.span)
            }
            rest = next.span.upperBound
        }
        return invocation
    }

    /// Whether the prompt should ask for another line.
    package static func mayContinue(_ text: String) -> Bool {
        do throws(ParseError) {
            _ = try parse(text)
            return false
        } catch {
            return error.mayContinue
        }
    }

    /// The bytes of which a further line must hold one before an unfinished text can be finished; nil when any line may
    /// finish it. Who gathers lines need not read the whole text anew for each.
    static func closers(of text: String) -> Set<UInt8>? {
        switch Lexer.lex(Array(text.utf8)).opening {
        case .singleQuote: [.singleQuote]
        case .doubleQuote: [.doubleQuote]
        case .bracket: [.closeBracket, .closeBrace]
        case .document: [.closeBrace]
        case .none, .comment, .pipeline: nil
        }
    }

    static func parse(_ lexed: LexedCommand, in text: String, bytes: [UInt8]) throws(ParseError) -> Invocation {
        if let zero = bytes[lexed.span].firstIndex(of: 0) {
            throw ParseError("A zero byte cannot stand in a command.", at: zero..<zero + 1)
        }
        if let error = lexed.error { throw error }
        let tail = lexed.tokens.firstIndex { if case .word = $0 { false } else { true } } ?? lexed.tokens.count
        let words = lexed.tokens[..<tail].compactMap { if case .word(let word) = $0 { word } else { nil } }
        if words.isEmpty, let token = lexed.tokens.first {
            throw ParseError("No command stands before this.", at: token.span)
        }
        var reader = TailReader(tokens: lexed.tokens[tail...])
        try reader.read()
        return Invocation(text: text, words: words, captures: reader.captures, destination: reader.destination)
    }
}
