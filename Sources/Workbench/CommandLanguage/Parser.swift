/// A syntax error in a line, and its range.
package struct ParseError: Error, Sendable, Hashable {
    package let message: String
    /// In UTF-8 bytes of the text.
    package let span: Range<Int>
    /// Whether more lines can complete the command: the prompt then continues.
    package let mayContinue: Bool
    /// What to type instead.
    package let hints: [String]

    /// An error at a range; by default more lines do not fix it.
    package init(_ message: String, at span: Range<Int>, mayContinue: Bool = false, hints: [String] = []) {
        self.message = message
        self.span = span
        self.mayContinue = mayContinue
        self.hints = hints
    }
}

/// Reads one command.
package enum Parser {
    /// Parses a text with one command, on one or more lines.
    ///
    /// Blanks and comments alone give an invocation that `isEmpty`. Text after the command's line break is an error;
    /// use `Script` for several commands.
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
                throw ParseError("Only one command is run at a time; this begins a second.", at: token.span)
            }
            rest = next.span.upperBound
        }
        return invocation
    }

    /// Whether the prompt should continue on another line.
    package static func mayContinue(_ text: String) -> Bool {
        do throws(ParseError) {
            _ = try parse(text)
            return false
        } catch {
            return error.mayContinue
        }
    }

    /// The bytes of which a further line must contain one to complete an unfinished text; nil if any line may complete
    /// it. Avoids parsing the whole text again for each line.
    package static func closers(of text: String) -> Set<UInt8>? {
        switch Lexer.lex(Array(text.utf8)).opening {
        case .singleQuote: [.singleQuote]
        case .doubleQuote: [.doubleQuote]
        case .bracket: [.closeBracket, .closeBrace]
        case .document: [.closeBrace]
        case .none, .comment, .pipeline: nil
        }
    }

    private static func parse(_ lexed: LexedCommand, in text: String, bytes: [UInt8]) throws(ParseError) -> Invocation {
        if let zero = bytes[lexed.span].firstIndex(of: 0) {
            throw ParseError("A command cannot contain a zero byte.", at: zero..<zero + 1)
        }
        if let error = lexed.error { throw error }
        let tail = lexed.tokens.firstIndex { if case .word = $0 { false } else { true } } ?? lexed.tokens.count
        let words = lexed.tokens[..<tail].compactMap { if case .word(let word) = $0 { word } else { nil } }
        if words.isEmpty, let token = lexed.tokens.first {
            throw ParseError("There is no command before this.", at: token.span)
        }
        var reader = TailReader(tokens: lexed.tokens[tail...])
        try reader.read()
        return Invocation(text: text, words: words, captures: reader.captures, destination: reader.destination)
    }
}

/// Parses what follows a command's arguments: `=> name = .path`, `> file`, `>> file`, `| pipeline`.
private struct TailReader {
    var tokens: ArraySlice<Token>
    var captures: [Capture] = []
    var destination: Destination?

    mutating func read() throws(ParseError) {
        while let token = tokens.popFirst() {
            switch token {
            case .capture(let span): try capture(span)
            case .redirect(let appends, let span):
                let sign = appends ? ">>" : ">"
                guard case .word(let file)? = tokens.first, file.literal != "" else {
                    throw ParseError("A file name must follow \(sign).", at: span)
                }
                tokens.removeFirst()
                try send(to: .file(file, appends: appends, span: span.lowerBound..<file.span.upperBound), at: span)
            case .pipeline(let text, let bar, let span): try send(to: .pipeline(text, span: span), at: bar)
            case .word(let word):
                throw ParseError(
                    "Arguments come before =>, > and |.", at: word.span,
                    hints: ["Put an argument that begins with > or | in quotes."])
            }
        }
    }

    private mutating func send(to place: Destination, at span: Range<Int>) throws(ParseError) {
        guard destination == nil else {
            throw ParseError(
                "The output can be redirected only once.", at: span, hints: ["Use | tee FILE to write a file too."])
        }
        destination = place
    }

    private mutating func capture(_ arrow: Range<Int>) throws(ParseError) {
        guard case .word(let word)? = tokens.first else {
            throw ParseError("The name of a variable must follow =>.", at: arrow)
        }
        tokens.removeFirst()
        var nameWord = word
        var pathWord: Word?
        let bare = Array(word.barePrefix.utf8)
        if let equals = bare.firstIndex(of: .equals) {
            // `=> name=.path`, without blanks.
            nameWord = Word(
                pieces: [.text(String(decoding: bare[..<equals], as: UTF8.self), span: word.span, quoted: false)],
                span: word.span.lowerBound..<word.span.lowerBound + equals)
            pathWord = word.dropping(equals + 1)
        } else if case .word(let equals)? = tokens.first, equals.barePrefix.utf8.first == .equals {
            tokens.removeFirst()
            pathWord = equals.dropping(1)
        }
        if let path = pathWord, path.pieces.isEmpty {
            guard case .word(let next)? = tokens.first else {
                let equals = path.span.lowerBound - 1..<path.span.lowerBound
                throw ParseError("A path must follow =, such as .number.", at: equals)
            }
            tokens.removeFirst()
            pathWord = next
        }
        guard let name = nameWord.literal, VariableName.isValid(name) else {
            throw ParseError(
                "Invalid variable name: a name begins with a letter and has letters, digits, _ and - only.",
                at: nameWord.span)
        }
        captures.append(
            Capture(
                name: name, path: try path(pathWord), span: arrow.lowerBound..<(pathWord ?? nameWord).span.upperBound))
    }

    private func path(_ word: Word?) throws(ParseError) -> FieldPath? {
        guard let word else { return nil }
        guard let text = word.literal else {
            throw ParseError("A path cannot contain variables.", at: word.span)
        }
        do throws(FieldPath.SyntaxError) {
            return try FieldPath(text)
        } catch {
            throw ParseError(
                error.message, at: word.span(of: error.offset..<error.offset + 1),
                hints: ["A path is written .result[0].number."])
        }
    }
}
