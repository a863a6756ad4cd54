import Notation

/// Expands variables in a GraphQL document without allowing injection: a value in a string is escaped, elsewhere it
/// must be a name or a number.
package struct DocumentExpansion {
    private let variables: Expansion

    package init(_ variables: Expansion) { self.variables = variables }

    package func expand(_ word: Word) throws(ParseError) -> Expansion.Text {
        // `@file` names a file, whose text is not expanded.
        if word.barePrefix.utf8.first == .at { return try variables.expand(word) }
        var expanded = Expansion.Text(), reader = DocumentContext()
        // Pieces are joined before they are read: `"""` may be split over three.
        var unread = ""
        for piece in word.pieces {
            switch piece {
            case .text(let text, _, _):
                unread += text
                expanded.text += text
            case .variable(let name, let span):
                reader.read(unread)
                unread = ""
                let value = try variables.expand(Word(pieces: [piece], span: span)).text
                guard let written = DocumentExpansion.written(value, reader) else {
                    throw DocumentExpansion.error(name, span, reader)
                }
                reader.read(written)
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
    /// How many bytes of an escape remain; quotes count in a block string.
    private var escape = 0
    private var quotes = 0
    /// The last name, and whether a `:` or `=` follows it.
    private var name: [UInt8] = []
    private var nameHasEnded = false
    private var sign: UInt8?

    /// Whether the next byte belongs to an escape, or to quotes that may end a string.
    var isInEscape: Bool { escape > 0 || quotes > 0 }

    mutating func read(_ text: String) {
        let bytes = Array(text.utf8)
        var at = 0
        while at < bytes.count { at += step(bytes, at) }
    }

    /// Reads one token and returns its length.
    private mutating func step(_ bytes: [UInt8], _ at: Int) -> Int {
        let byte = bytes[at]
        switch place {
        case .comment:
            if byte == .lineFeed || byte == .carriageReturn { place = .document }
        case .string:
            if escape > 0 {
                escape = escape == 5 && byte != UInt8(ascii: "u") ? 0 : escape - 1
            } else if byte == .backslash {
                escape = 5
            } else if byte == .doubleQuote || byte == .lineFeed || byte == .carriageReturn {
                place = .document
            }
        case .blockString:
            return block(bytes, at)
        case .document:
            return document(bytes, at)
        }
        return 1
    }

    private mutating func block(_ bytes: [UInt8], _ at: Int) -> Int {
        let rest = bytes[at...]
        if rest.starts(with: [.backslash, .doubleQuote, .doubleQuote, .doubleQuote]) {
            quotes = 0
            return 4
        }
        if rest.starts(with: [.doubleQuote, .doubleQuote, .doubleQuote]) {
            quotes = 0
            place = .document
            return 3
        }
        quotes = bytes[at] == .doubleQuote || bytes[at] == .backslash ? 1 : 0
        return 1
    }

    private mutating func document(_ bytes: [UInt8], _ at: Int) -> Int {
        let byte = bytes[at]
        switch byte {
        case .hash: place = .comment
        case .doubleQuote:
            isInQuery = sign == .equals || sign != nil && name.elementsEqual("queryConditions".utf8)
            escape = 0
            let isBlock = bytes[at...].starts(with: [.doubleQuote, .doubleQuote, .doubleQuote])
            let isEmpty = !isBlock && bytes[at...].starts(with: [.doubleQuote, .doubleQuote])
            place = isBlock ? .blockString : isEmpty ? .document : .string
            sign = nil
            return isBlock ? 3 : isEmpty ? 2 : 1
        case UInt8(ascii: ":"), .equals: sign = byte
        case _ where byte.isNameByte:
            if nameHasEnded || sign != nil { name = [] }
            (nameHasEnded, sign) = (false, nil)
            name.append(byte)
        case _ where ASCII.isSpace(byte) || byte == .comma: nameHasEnded = true
        default:
            nameHasEnded = true
            // All strings of a list belong to the same argument.
            if byte != .openBracket { sign = nil }
        }
        return 1
    }
}
