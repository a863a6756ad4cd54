import Notation

/// A GraphQL document that the system's shell has split into several words.
///
/// `snowdeck graphql query Q { a }` arrives as five. Words that form a document are rejoined with blanks. Quotes and
/// `$` variables that the shell consumed cannot be restored.
enum SplitDocument {
    /// The arguments, with such a document joined into one.
    ///
    /// - Throws: a usage problem if the words do not form a document; the hint suggests quoting it.
    static func joined(_ arguments: [String]) throws(Problem) -> [String] {
        // Only flags and their values may precede the command's name.
        guard let name = arguments.firstIndex(of: "graphql"), name == 0 || arguments[0].utf8.first == .dash else {
            return arguments
        }
        var start = name + 1
        if start < arguments.count, arguments[start] == "format" { start += 1 }
        guard start < arguments.count, Brackets.startsDefinition(arguments[start]) else { return arguments }

        var brackets = Brackets(), end = start
        while end < arguments.count, !arguments[end].utf8.starts(with: [.dash, .dash]) {
            // A complete document continues only with another definition.
            if brackets.isWhole {
                guard Brackets.startsDefinition(arguments[end], isFirst: false) else { break }
                brackets = Brackets()
            }
            brackets.read(arguments[end])
            end += 1
        }
        guard end - start > 1 else { return arguments }
        let document = arguments[start..<end].joined(separator: " ")
        let joined = arguments[..<start] + [document] + arguments[end...]
        do throws(GraphQL.SyntaxError) {
            _ = try GraphQL.Document(document)
            return Array(joined)
        } catch {
            let line = Quoting.line(of: Array(joined))
            let before = Quoting.line(of: Array(arguments[..<start])).utf8.count + 1
            let word = Quoting.word(document)
            let isPlain = word == "'" + document + "'"
            let span =
                isPlain
                ? before + 1 + error.range.lowerBound..<before + 1 + error.range.upperBound
                : before..<before + word.utf8.count
            throw Problem(
                .usage,
                "The shell split the document into \(end - start) words, which cannot be parsed: \(error.message).",
                source: Problem.Source(text: line, span: span),
                hints: ["Put it in single quotes: snowdeck graphql '{ … }'"])
        }
    }

    /// Tracks the brackets of a document word by word, ignoring strings and comments.
    private struct Brackets {
        private var depth = 0
        private var hasFields = false
        private var isInString = false

        var isWhole: Bool { hasFields && depth <= 0 && !isInString }

        mutating func read(_ word: String) {
            var isEscaped = false, isComment = false
            for byte in word.utf8 {
                if isComment {
                    isComment = byte != .lineFeed
                } else if isInString {
                    if byte == .doubleQuote, !isEscaped { isInString = false }
                    isEscaped = byte == .backslash && !isEscaped
                } else {
                    switch byte {
                    case .hash: isComment = true
                    case .doubleQuote: isInString = true
                    case .openBrace, .openParenthesis, .openBracket: depth += 1
                    case .closeBrace, .closeParenthesis, .closeBracket:
                        depth -= 1
                        hasFields = hasFields || byte == .closeBrace
                    default: break
                    }
                }
            }
        }

        /// Whether a word begins a definition. A brace alone begins only the first one.
        static func startsDefinition(_ word: String, isFirst: Bool = true) -> Bool {
            let bytes = Array(word.utf8.drop { ASCII.isSpace($0) })
            if bytes.first == .openBrace { return isFirst }
            let name = bytes.prefix { $0.isNameByte }
            guard Lexer.definitionWords.contains(String(decoding: name, as: UTF8.self)) else { return false }
            // `query=…` and `query.graphql` do not begin a definition.
            return name.count == bytes.count || ![.equals, .dot].contains(bytes[name.count])
        }
    }
}
