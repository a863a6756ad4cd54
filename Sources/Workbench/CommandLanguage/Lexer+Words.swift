import Notation

extension Lexer {
    /// Reads one word and moves the position past it.
    mutating func word() {
        let start = position
        var pieces: [Word.Piece] = []
        // At the start of the word and after each `=`, where a bracket begins a literal text.
        var valueMayStart = true
        var bareStart = position

        if documentMayStart {
            bracketed(into: &pieces, isDocument: true)
            bareStart = position
        }
        scan: while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case .space, .tab, .lineFeed: break scan
            case .carriageReturn where lineBreakLength(at: position) > 0 || position + 1 == bytes.count: break scan
            case .backslash:
                pieces += piece(from: bareStart, quoted: false)
                escape(into: &pieces)
                bareStart = position
            case .singleQuote, .doubleQuote:
                pieces += piece(from: bareStart, quoted: false)
                if byte == .singleQuote { singleQuoted(into: &pieces) } else { doubleQuoted(into: &pieces) }
                bareStart = position
            case .openBrace where peek(1) == .openBrace:
                pieces += piece(from: bareStart, quoted: false)
                variable(into: &pieces)
                bareStart = position
            case .openBrace where valueMayStart, .openBracket where valueMayStart:
                pieces += piece(from: bareStart, quoted: false)
                bracketed(into: &pieces, isDocument: false)
                bareStart = position
            default: position += 1
            }
            valueMayStart = byte == .equals
        }
        pieces += piece(from: bareStart, quoted: false)
        let word = Word(pieces: pieces, span: start..<position)
        documents.passed(word)
        command.tokens.append(.word(word))
    }

    private mutating func escape(into pieces: inout [Word.Piece]) {
        let start = position
        guard start + 1 < bytes.count else {
            fail("The line ends in a backslash.", at: start..<start + 1, mayContinue: true)
            position += 1
            return
        }
        let lineBreak = lineBreakLength(at: start + 1)
        if lineBreak > 0 {
            position += 1 + lineBreak
            return
        }
        position = characterEnd(from: start + 1)
        pieces.append(.text(text(start + 1..<position), span: start..<position, quoted: true))
    }

    private mutating func singleQuoted(into pieces: inout [Word.Piece]) {
        let quote = position
        position += 1
        while position < bytes.count, bytes[position] != .singleQuote { position += 1 }
        pieces.append(.text(text(quote + 1..<position), span: quote + 1..<position, quoted: true))
        close(quote, opened: .singleQuote, named: "'")
    }

    private mutating func doubleQuoted(into pieces: inout [Word.Piece]) {
        let quote = position
        position += 1
        var runStart = position
        scan: while position < bytes.count {
            switch bytes[position] {
            case .doubleQuote: break scan
            case .openBrace where peek(1) == .openBrace:
                pieces += piece(from: runStart)
                variable(into: &pieces)
                runStart = position
            case .backslash:
                let lineBreak = lineBreakLength(at: position + 1)
                if let (character, length) = codePoint() {
                    pieces += piece(from: runStart)
                    pieces.append(.text(character, span: position..<position + length, quoted: true))
                    position += length
                    runStart = position
                    continue
                }
                guard lineBreak > 0 || Lexer.escaped(peek(1)) != nil else {
                    position += 1
                    continue
                }
                pieces += piece(from: runStart)
                if let character = Lexer.escaped(peek(1)) {
                    pieces.append(.text(character, span: position..<position + 2, quoted: true))
                }
                position += 1 + max(lineBreak, 1)
                runStart = position
            default: position += 1
            }
        }
        pieces += piece(from: runStart)
        if position == quote + 1 { pieces.append(.text("", span: position..<position, quoted: true)) }
        close(quote, opened: .doubleQuote, named: "\"")
    }

    /// Skips a closing quote, or reports that it is missing.
    private mutating func close(_ quote: Int, opened opening: LexedCommand.Opening, named name: String) {
        guard position < bytes.count else {
            command.opening = opening
            return fail("This \(name) is never closed.", at: quote..<quote + 1, mayContinue: true)
        }
        position += 1
    }

    /// The character that a backslash and this byte denote in double quotes.
    private static func escaped(_ byte: UInt8?) -> String? {
        switch byte {
        case .doubleQuote: "\""
        case .backslash: "\\"
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "r"): "\r"
        case .openBrace: "{"
        default: nil
        }
    }

    /// `\u{1b}` at the position: the character and the length of the escape; nil if it is malformed.
    private func codePoint() -> (character: String, length: Int)? {
        guard peek(1) == UInt8(ascii: "u"), peek(2) == .openBrace else { return nil }
        let digits = bytes[(position + 3)...].prefix(7).prefix { ASCII.hexValue($0) != nil }
        guard (1...6).contains(digits.count), peek(3 + digits.count) == .closeBrace,
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(value)
        else { return nil }
        return (String(Character(scalar)), digits.count + 4)
    }

    /// `{{name}}` at the position, or an error with two alternatives.
    mutating func variable(into pieces: inout [Word.Piece]) {
        let start = position
        if let end = variableEnd(from: start) {
            pieces.append(.variable(text(start + 2..<end - 2), span: start..<end))
            position = end
            return
        }
        fail(
            "A variable is written {{name}}, with letters, digits, _ and - only.", at: start..<start + 2,
            hints: ["Put text that contains {{ in single quotes."])
        pieces.append(.text("{{", span: start..<start + 2, quoted: true))
        position += 2
    }

    func variableEnd(from start: Int) -> Int? { Lexer.variableEnd(in: bytes, from: start) }

    /// The end of a well-formed `{{name}}` that begins at `start`. Dots are field access: `{{row.caller_id.email}}`.
    package static func variableEnd(in bytes: [UInt8], from start: Int) -> Int? {
        var place = start + 2
        guard place <= bytes.count, bytes[start] == .openBrace, bytes[start + 1] == .openBrace else { return nil }
        guard place < bytes.count, ASCII.isLetter(bytes[place]) || bytes[place] == .underscore else { return nil }
        while place < bytes.count, bytes[place].isNameByte || bytes[place] == .dash || bytes[place] == .dot {
            place += 1
        }
        guard bytes[place - 1] != .dot, place + 1 < bytes.count, bytes[place] == .closeBrace,
            bytes[place + 1] == .closeBrace
        else { return nil }
        return place + 2
    }

    /// The end of the character that begins at `start`: one to four bytes.
    private func characterEnd(from start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }
}

extension Lexer {
    /// Takes text in braces or brackets literally, to the matching bracket; a document to the end of its last definition,
    /// on later lines too.
    ///
    /// Strings (`"…"` and `"""…"""`) and `#` comments are skipped, as in JSON and GraphQL, so that brackets in them do
    /// not count. Variables are expanded except in comments.
    mutating func bracketed(into pieces: inout [Word.Piece], isDocument: Bool) {
        let start = position
        var open: [Int] = []
        var runStart = position
        while position < bytes.count {
            switch bytes[position] {
            case .openBrace where variableEnd(from: position) != nil:
                pieces += piece(from: runStart)
                variable(into: &pieces)
                runStart = position
            case .doubleQuote: string(into: &pieces, &runStart, isInDocument: isDocument)
            case .hash: skipLine()
            case .openParenthesis where isDocument, .openBrace, .openBracket:
                open.append(position)
                position += 1
            case .closeParenthesis where isDocument, .closeBrace, .closeBracket:
                let last = open.popLast()
                checkBracket(closing: last)
                position += 1
                let ends = open.isEmpty && (!isDocument || last.map { bytes[$0] } == .openBrace)
                if ends, !isDocument || !goToNextDefinition() {
                    pieces += piece(from: runStart)
                    return
                }
            case let byte where isDocument && open.isEmpty && !Lexer.isHeader(byte):
                // A capture, redirection or pipe of the command ends the document.
                while position > start, ASCII.isSpace(bytes[position - 1]) { position -= 1 }
                pieces += piece(from: runStart)
                return
            default: position += 1
            }
        }
        pieces += piece(from: runStart)
        command.opening = isDocument ? .document : .bracket
        if let unclosed = open.first {
            let bracket = text(unclosed..<unclosed + 1)
            fail(
                "This \(bracket) is never closed.", at: unclosed..<unclosed + 1, mayContinue: true,
                hints: ["Put text that contains a lone \(bracket) in quotes."])
        } else {
            let word = bytes[start...].prefix { $0.isNameByte }.count
            fail("The document is incomplete: a { must follow.", at: start..<start + max(word, 1), mayContinue: true)
        }
    }

    /// Reports a bracket at the position that does not close the one before it.
    private mutating func checkBracket(closing last: Int?) {
        let bracket = text(position..<position + 1)
        guard let last else { return fail("This \(bracket) closes nothing.", at: position..<position + 1) }
        // In ASCII, closing brackets follow their opening ones by one or two.
        guard !(1...2).contains(Int(bytes[position]) - Int(bytes[last])) else { return }
        fail("This \(bracket) does not close the \(text(last..<last + 1)) before it.", at: position..<position + 1)
    }

    /// Skips a string of JSON or GraphQL; its variables are expanded. The unclosed bracket reports a missing quote, but
    /// in a document a string ends on its line.
    mutating func string(into pieces: inout [Word.Piece], _ runStart: inout Int, isInDocument: Bool) {
        let start = position
        let isBlock = peek(1) == .doubleQuote && peek(2) == .doubleQuote
        position += isBlock ? 3 : 1
        while position < bytes.count {
            let endsBlock = peek(1) == .doubleQuote && peek(2) == .doubleQuote
            switch bytes[position] {
            case .backslash where !isBlock: position = min(position + 2, bytes.count)
            case .backslash where endsBlock && peek(3) == .doubleQuote: position += 4
            case .doubleQuote where !isBlock:
                position += 1
                return
            case .doubleQuote where endsBlock:
                position += 3
                return
            case .lineFeed where isInDocument && !isBlock:
                return fail("This \" is not closed on its line.", at: start..<start + 1)
            case .openBrace where variableEnd(from: position) != nil:
                pieces += piece(from: runStart)
                variable(into: &pieces)
                runStart = position
            default: position += 1
            }
        }
    }
}
