import Notation

/// Replaces variables with their values after the line is split into words: a value is never split, unquoted or
/// expanded again.
package struct Expansion: Sendable {
    /// The known names, for completion and suggestions.
    let names: [String]
    /// The value of a name; nil if it is undefined.
    package let value: @Sendable (String) -> String?

    package init(names: [String], value: @escaping @Sendable (String) -> String?) {
        self.names = names
        self.value = value
    }

    package init(_ values: [String: String]) {
        self.init(names: values.keys.sorted()) { values[$0] }
    }

    package static let none = Expansion([:])

    package struct Text {
        package var text = ""
        /// The length of each variable's value in bytes, in order: maps positions in the text back to the line.
        package var variableLengths: [Int] = []
    }

    package func expand(_ word: Word) throws(ParseError) -> Text {
        var expanded = Text()
        for piece in word.pieces {
            switch piece {
            case .text(let text, _, _): expanded.text += text
            case .variable(let name, let span):
                guard let value = value(name) else { throw unknown(name, span) }
                expanded.text += value
                expanded.variableLengths.append(value.utf8.count)
            }
        }
        return expanded
    }

    private func unknown(_ name: String, _ span: Range<Int>) -> ParseError {
        var hints = DidYouMean.hints(for: name, among: names) { "{{\($0)}}" }
        if hints.isEmpty {
            hints = ["set \(name)=VALUE gives it one; a line that ends in => \(name) keeps an answer in it."]
        }
        return ParseError("There is no variable {{\(name)}}.", at: span, hints: hints)
    }
}

/// Expands variables in a GraphQL document without allowing injection: a value in a string is escaped, elsewhere it
/// must be a name or a number.
package struct DocumentExpansion {
    private let variables: Expansion

    package init(_ variables: Expansion) { self.variables = variables }

    package func expand(_ word: Word) throws(ParseError) -> Expansion.Text {
        // `@file` names a file, whose text is not expanded.
        if word.barePrefix.utf8.first == .at { return try variables.expand(word) }
        var expanded = Expansion.Text()
        for piece in word.pieces {
            switch piece {
            case .text(let text, _, _):
                expanded.text += text
            case .variable(let name, let span):
                let context = DocumentContext(expanded.text)
                let value = try variables.expand(Word(pieces: [piece], span: span)).text
                guard let written = DocumentExpansion.written(value, context) else {
                    throw DocumentExpansion.error(name, span, context)
                }
                expanded.text += written
                expanded.variableLengths.append(written.utf8.count)
            }
        }
        return expanded
    }

    /// The value as written in that context; nil if it is not allowed.
    private static func written(_ value: String, _ context: DocumentContext) -> String? {
        switch context.place {
        case .string:
            if context.isInEscape || context.isInQuery && !EncodedQuery.isValidValue(value) { return nil }
            return GraphQL.StringWriter.escaped(value)
        case .blockString:
            // Quotes and backslashes could end the string, and line breaks affect its indentation.
            let isPlain = value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\"" && $0 != "\\" }
            if !isPlain || context.isInEscape || context.isInQuery && !EncodedQuery.isValidValue(value) {
                return nil
            }
            return value
        case .document, .comment:
            return isToken(value) ? value : nil
        }
    }

    /// A name, including `true`, `false` and `null`, or a number.
    private static func isToken(_ value: String) -> Bool {
        if GraphQL.Name.isName(value) { return true }
        let tokens = GraphQL.Lexer.tokens(of: Array(value.utf8))
        guard tokens.count == 1, let token = tokens.first else { return false }
        return (token.kind == .int || token.kind == .float) && token.range.count == value.utf8.count
    }

    private static func error(_ name: String, _ span: Range<Int>, _ context: DocumentContext) -> ParseError {
        let variable = String(name.map { $0 == "-" ? "_" : $0 })
        let hints = [
            "query NAME($\(variable): String) { … } --var \(variable)={{\(name)}} gives it as a variable of the document."
        ]
        switch context.place {
        case .string where context.isInEscape:
            return ParseError("{{\(name)}} is in the middle of an escape.", at: span, hints: hints)
        case .string:
            return ParseError(
                "The value of {{\(name)}} holds a ^, which would change what the query asks.", at: span,
                hints: ["Choose a value without ^, or write that part of the query out."])
        case .blockString:
            return ParseError(
                "The value of {{\(name)}} does not fit into this block string.", at: span, hints: hints)
        case .document, .comment:
            return ParseError(
                "Outside of strings {{\(name)}} can be a name, a number, true, false or null only.", at: span,
                hints: hints)
        }
    }
}

/// The lexical context at the end of a text in a document, as far as it decides what may follow.
private struct DocumentContext {
    enum Place { case document, string, blockString, comment }

    private(set) var place = Place.document
    /// Whether the string is the value of `queryConditions`, or a default that may be one.
    private(set) var isInQuery = false
    /// Whether the next byte belongs to an escape, or to quotes that may end a string.
    private(set) var isInEscape = false

    init(_ text: String) {
        let bytes = Array(text.utf8), tokens = GraphQL.Lexer.tokens(of: bytes)
        guard let last = tokens.last, last.range.upperBound == bytes.count else { return }
        switch last.kind {
        case .comment: place = .comment
        case .string where !last.isComplete:
            place = .string
            isInEscape = Self.endsInEscape(bytes[last.range].dropFirst())
        case .blockString where !last.isComplete:
            place = .blockString
            let content = bytes[last.range].dropFirst(3)
            let isQuoted = content.suffix(4).elementsEqual(#"\"""#.utf8)
            isInEscape = !isQuoted && (content.last == .doubleQuote || content.last == .backslash)
        default: return
        }
        let before = tokens.dropLast().filter { $0.kind != .comment && $0.kind != .punctuator(.openBracket) }.suffix(2)
        switch before.last?.kind {
        case .punctuator(.equals): isInQuery = true
        case .punctuator(UInt8(ascii: ":")):
            isInQuery = before.first.map { bytes[$0.range].elementsEqual("queryConditions".utf8) } ?? false
        default: break
        }
    }

    /// Whether a string so far ends within an escape, whose digits are not checked.
    private static func endsInEscape(_ content: ArraySlice<UInt8>) -> Bool {
        var left = 0
        for byte in content {
            if left == 0 {
                left = byte == .backslash ? 5 : 0
            } else {
                left = left == 5 && byte != UInt8(ascii: "u") ? 0 : left - 1
            }
        }
        return left > 0
    }
}
