import Notation

/// Puts values in the place of variables of a GraphQL document, so that none of them says more than a value can: in a
/// string it is escaped and stays in the string, elsewhere only a name or a number is let in.
struct DocumentExpansion {
    private let variables: Expansion

    init(_ variables: Expansion) { self.variables = variables }

    /// The document with its variables replaced.
    func expand(_ word: Word, in line: String) throws(Problem) -> Expansion.Text {
        // `@file` names a file, whose text holds no variables.
        if word.barePrefix.utf8.first == .at { return try variables.expand(word, in: line) }
        var expanded = Expansion.Text(), reader = DocumentContext()
        // Pieces are joined before they are read: three quotes may be three of them.
        var unread = ""
        for piece in word.pieces {
            switch piece {
            case .text(let text, _, _):
                unread += text
                expanded.text += text
            case .variable(let name, let span):
                reader.read(unread)
                unread = ""
                let value = try variables.expand(Word(pieces: [piece], span: span), in: line).text
                guard let written = DocumentExpansion.written(value, reader) else {
                    throw refusal(name, span, line, reader)
                }
                reader.read(written)
                expanded.text += written
                expanded.variableLengths.append(written.utf8.count)
            }
        }
        return expanded
    }

    /// The value as it is written there; nil when it may not stand there.
    private static func written(_ value: String, _ context: DocumentContext) -> String? {
        switch context.place {
        case .string:
            if context.isInEscape || context.isInQuery && !EncodedQuery.mayStandAsValue(value) { return nil }
            return GraphQL.StringWriting.escaped(value)
        case .blockString:
            // Quotes and backslashes could end it, and lines decide how far the others are indented.
            let isPlain = value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
            if !isPlain || context.isInEscape || context.isInQuery && !EncodedQuery.mayStandAsValue(value) {
                return nil
            }
            return value
        case .document, .comment:
            return isToken(value) ? value : nil
        }
    }

    /// A name, which `true`, `false` and `null` are too, or a number.
    private static func isToken(_ value: String) -> Bool {
        if GraphQL.Name.isName(value) { return true }
        let tokens = GraphQL.Lexer.tokens(of: Array(value.utf8))
        guard tokens.count == 1, let token = tokens.first else { return false }
        return (token.kind == .int || token.kind == .float) && token.range.count == value.utf8.count
    }

    private func refusal(
        _ name: String, _ span: Range<Int>, _ line: String, _ context: DocumentContext
    ) -> Problem {
        let source = Problem.Source(text: line, span: span)
        let hints = [
            "query NAME($\(DocumentExpansion.variable(name)): String) { … } --var \(DocumentExpansion.variable(name))={{\(name)}} gives it as a variable of the document."
        ]
        switch context.place {
        case .string where context.isInEscape:
            return Problem(.usage, "{{\(name)}} stands in the middle of an escape.", source: source, hints: hints)
        case .string:
            return Problem(
                .usage, "The value of {{\(name)}} holds a ^, which would change what the query asks.", source: source,
                hints: ["Choose a value without ^, or write that part of the query out."])
        case .blockString:
            return Problem(
                .usage, "The value of {{\(name)}} does not fit into this block string as it is.", source: source,
                hints: hints)
        case .document, .comment:
            return Problem(
                .usage, "Outside of strings {{\(name)}} can stand for a name, a number, true, false or null only.",
                source: source, hints: hints)
        }
    }

    private static func variable(_ name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }
}
