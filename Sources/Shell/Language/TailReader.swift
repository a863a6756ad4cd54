/// Reads what follows a command's arguments: `=> name = .path`, `> file`, `>> file`, `| pipeline`.
struct TailReader {
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
                    throw ParseError("After \(sign) a file name must follow.", at: span)
                }
                tokens.removeFirst()
                try send(to: .file(file, appends: appends, span: span.lowerBound..<file.span.upperBound), at: span)
            case .pipeline(let text, let bar, let span): try send(to: .pipeline(text, span: span), at: bar)
            case .word(let word):
                throw ParseError(
                    "Arguments stand before =>, > and |.", at: word.span,
                    hints: ["Put an argument that begins with > or | in quotes."])
            }
        }
    }

    private mutating func send(to place: Destination, at span: Range<Int>) throws(ParseError) {
        guard destination == nil else {
            throw ParseError(
                "The output can go to one place only.", at: span, hints: ["Use | tee FILE to write a file on the way."])
        }
        destination = place
    }

    private mutating func capture(_ arrow: Range<Int>) throws(ParseError) {
        guard case .word(let word)? = tokens.first else {
            throw ParseError("After => the name of a variable must follow.", at: arrow)
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
                throw ParseError("After = a path must follow, such as .number.", at: equals)
            }
            tokens.removeFirst()
            pathWord = next
        }
        guard let name = nameWord.literal, VariableName.isValid(name) else {
            throw ParseError(
                "This cannot name a variable: a name begins with a letter and holds letters, digits, _ and - only.",
                at: nameWord.span)
        }
        captures.append(
            Capture(
                name: name, path: try path(pathWord),
                span: arrow.lowerBound..<(pathWord ?? nameWord).span.upperBound))
    }

    private func path(_ word: Word?) throws(ParseError) -> FieldPath? {
        guard let word else { return nil }
        guard let text = word.literal else {
            throw ParseError("A path holds no variables.", at: word.span)
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
