import Notation

/// Replaces variables with their values after the line is split into words: a value is never split, unquoted or
/// expanded again.
package struct Expansion: Sendable {
    /// The known names, for completion and suggestions.
    package let names: [String]
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

/// Expands variables in a GraphQL document without allowing injection: a value in a string is escaped and holds no `^`,
/// elsewhere, in block strings too, it must be a name or a number.
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
                guard let written = context.written(value) else { throw context.error(name, span) }
                expanded.text += written
                expanded.variableLengths.append(written.utf8.count)
            }
        }
        return expanded
    }
}

/// The lexical context at the end of a text in a document, as far as it decides what may follow.
private struct DocumentContext {
    /// Whether a string is open, block strings excluded.
    private var isInString = false
    /// Whether the next byte belongs to an escape.
    private var isInEscape = false

    init(_ text: String) {
        let bytes = Array(text.utf8)
        guard let last = GraphQL.Lexer.tokens(of: bytes).last, last.kind == .string, !last.isComplete,
            last.range.upperBound == bytes.count
        else { return }
        isInString = true
        // Within an escape the digits are not checked.
        var left = 0
        for byte in bytes[last.range].dropFirst() {
            if left == 0 {
                left = byte == .backslash ? 5 : 0
            } else {
                left = left == 5 && byte != UInt8(ascii: "u") ? 0 : left - 1
            }
        }
        isInEscape = left > 0
    }

    /// The value as written here; nil if it is not allowed. The string may be a query, to which `^` would add.
    func written(_ value: String) -> String? {
        guard isInString else { return Self.isToken(value) ? value : nil }
        return isInEscape || !EncodedQuery.isValidValue(value) ? nil : GraphQL.StringWriter.escaped(value)
    }

    /// Whether a text is a name, including `true`, `false` and `null`, or a number.
    private static func isToken(_ value: String) -> Bool {
        if GraphQL.Name.isName(value) { return true }
        let tokens = GraphQL.Lexer.tokens(of: Array(value.utf8))
        guard tokens.count == 1, let token = tokens.first else { return false }
        return (token.kind == .int || token.kind == .float) && token.range.count == value.utf8.count
    }

    func error(_ name: String, _ span: Range<Int>) -> ParseError {
        let message =
            if isInEscape { "{{\(name)}} is in the middle of an escape." } else if isInString {
                "The value of {{\(name)}} contains a ^, which would change what the query asks."
            } else {
                "Outside of strings {{\(name)}} can be a name, a number, true, false or null only."
            }
        let variable = String(name.map { $0 == "-" ? "_" : $0 })
        return ParseError(
            message, at: span,
            hints: [
                "query NAME($\(variable): String) { … } --var \(variable)={{\(name)}} gives it as a variable of the document."
            ])
    }
}
