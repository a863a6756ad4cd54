import Notation

/// GraphQL documents as they stand, as arguments of `graphql`.
extension Lexer {
    /// The words that a definition begins with.
    static let definitionWords: Set<String> = ["query", "mutation", "subscription", "fragment"]

    /// Whether the word at the position is a document: where one may stand, at a brace or at the first word of a
    /// definition.
    var documentMayStart: Bool {
        guard documents.mayStart, isDefinition(at: position) else { return false }
        return bytes[position] != .openBrace || variableEnd(from: position) == nil
    }

    /// Whether a definition begins here.
    private func isDefinition(at place: Int) -> Bool {
        guard place < bytes.count else { return false }
        if bytes[place] == .openBrace { return true }
        let word = bytes[place...].prefix(13).prefix { $0.isNameByte }
        guard Lexer.definitionWords.contains(String(decoding: word, as: UTF8.self)) else { return false }
        // `query=…` is an assignment, `query.graphql` a file.
        guard let next = place + word.count < bytes.count ? bytes[place + word.count] : nil else { return true }
        return Lexer.isHeader(next) && next != .equals && next != .at
    }

    /// Takes a document as it stands, from the position to the end of its last definition; another one behind a
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
                pieces += scan.run(upTo: position, of: self)
                variable(into: &pieces)
                scan.runStart = position
                continue
            }
            switch byte {
            case .hash:
                while position < bytes.count, bytes[position] != .lineFeed { position += 1 }
                continue
            case .doubleQuote:
                documentString(into: &pieces, &scan)
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
                pieces += scan.run(upTo: position, of: self)
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
        pieces += scan.run(upTo: position, of: self)
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
        pieces += scan.run(upTo: position, of: self)
        // What stands behind it on the line, or an empty line, says that no more comes.
        guard bytes[position...].allSatisfy({ $0 == .space || $0 == .tab }),
            let missing = scan.spreads.first(where: { !scan.fragments.contains(text($0)) })
        else { return }
        fail("There is no fragment \(text(missing)) in the document.", at: missing, mayContinue: true)
    }

    /// Steps over a string; its variables expand.
    private mutating func documentString(into pieces: inout [Word.Piece], _ scan: inout DocumentScan) {
        let start = position
        let isBlock = peek(1) == .doubleQuote && peek(2) == .doubleQuote
        position += isBlock ? 3 : 1
        while position < bytes.count {
            switch bytes[position] {
            case .backslash where !isBlock: position = min(position + 2, bytes.count)
            case .backslash where peek(1) == .doubleQuote && peek(2) == .doubleQuote && peek(3) == .doubleQuote:
                position += 4
            case .doubleQuote where !isBlock:
                position += 1
                return
            case .doubleQuote where peek(1) == .doubleQuote && peek(2) == .doubleQuote:
                position += 3
                return
            case .lineFeed where !isBlock:
                return fail("This \" is not closed on its line.", at: start..<start + 1)
            case .openBrace where variableEnd(from: position) != nil:
                pieces += scan.run(upTo: position, of: self)
                variable(into: &pieces)
                scan.runStart = position
            default: position += 1
            }
        }
    }

    /// What may stand between a definition's first word and its braces.
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
