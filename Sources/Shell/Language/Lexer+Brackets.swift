import Notation

extension Lexer {
    /// Takes a text in braces or brackets as it stands, up to the partner of the bracket at the position.
    ///
    /// Strings (`"…"` and `"""…"""`) and `#` comments inside are stepped over, as JSON and GraphQL write them, so
    /// that a bracket in one of them does not count. Variables still expand.
    mutating func bracketed(into pieces: inout [Word.Piece]) {
        let start = position
        var open: [Int] = []
        var runStart = position
        func run(upTo end: Int) -> [Word.Piece] {
            end > runStart ? [.text(text(runStart..<end), span: runStart..<end, quoted: true)] : []
        }
        repeat {
            switch bytes[position] {
            case .openBrace where variableEnd(from: position, besides: start):
                pieces += run(upTo: position)
                variable(into: &pieces)
                runStart = position
            case .openBrace, .openBracket:
                open.append(position)
                position += 1
            case .closeBrace, .closeBracket:
                // Two apart in ASCII, as every bracket and its partner are.
                if let last = open.last, bytes[last] + 2 != bytes[position] {
                    fail(
                        "This \(text(position..<position + 1)) does not close the \(text(last..<last + 1)) before it.",
                        at: position..<position + 1)
                }
                open.removeLast()
                position += 1
            case .doubleQuote: skipString(&pieces, &runStart)
            case .hash:
                while position < bytes.count, bytes[position] != .lineFeed { position += 1 }
            default: position += 1
            }
        } while !open.isEmpty && position < bytes.count
        pieces += run(upTo: position)
        guard let unclosed = open.first else { return }
        command.opening = .bracket
        fail(
            "This \(text(unclosed..<unclosed + 1)) is never closed.", at: unclosed..<unclosed + 1, mayContinue: true,
            hints: ["Put text that holds a lone \(text(unclosed..<unclosed + 1)) in quotes."])
    }

    /// Steps over a string of JSON or GraphQL; an open end is reported by the bracket that stays open.
    private mutating func skipString(_ pieces: inout [Word.Piece], _ runStart: inout Int) {
        let isBlock = peek(1) == .doubleQuote && peek(2) == .doubleQuote
        position += isBlock ? 3 : 1
        while position < bytes.count {
            switch bytes[position] {
            case .backslash: position = min(position + 2, bytes.count)
            case .doubleQuote where !isBlock:
                position += 1
                return
            case .doubleQuote where peek(1) == .doubleQuote && peek(2) == .doubleQuote:
                position += 3
                return
            case .openBrace where variableEnd(from: position, besides: -1):
                if position > runStart {
                    pieces.append(.text(text(runStart..<position), span: runStart..<position, quoted: true))
                }
                variable(into: &pieces)
                runStart = position
            default: position += 1
            }
        }
    }

    private func variableEnd(from place: Int, besides start: Int) -> Bool {
        place != start && place + 1 < bytes.count && variableEnd(from: place) != nil
    }

    /// Takes `|` and the pipeline after it, up to the end of the line as the system's shell sees it: quotes and a
    /// backslash before the line break carry it on, and so does a `|` at the end.
    mutating func pipeline() {
        let bar = position..<position + 1
        position += 1
        let start = position
        // The last byte that is not blank, and where an open quote began.
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
            fail("After | a shell pipeline must follow.", at: bar)
        } else if last == .bar {
            fail("After | a shell pipeline must follow.", at: bar, mayContinue: true)
        }
        command.tokens.append(.pipeline(text: pipeline, bar: bar, span: bar.lowerBound..<position))
    }
}
