import Notation

/// A GraphQL document that the system's shell has cut into several words.
///
/// `snowdeck graphql query Q { a }` arrives in five. Words that make a document together are put together with blanks
/// between them, as they were typed; what the shell has taken away, quotes and what stood behind a `$`, is not guessed at.
enum SplitDocument {
    /// The arguments with such a document in one of them.
    ///
    /// - Throws: a usage problem when the words make no document: quoting it is what helps.
    static func joined(_ arguments: [String]) throws(Problem) -> [String] {
        // Before the command's name there are flags and their values, or nothing.
        guard let name = arguments.firstIndex(of: "graphql"), name == 0 || arguments[0].utf8.first == .dash else {
            return arguments
        }
        var start = name + 1
        if start < arguments.count, arguments[start] == "format" { start += 1 }
        guard start < arguments.count, Brackets.beginDefinition(arguments[start]) else { return arguments }

        var brackets = Brackets(), end = start
        while end < arguments.count, !arguments[end].utf8.starts(with: [.dash, .dash]) {
            // One that is whole goes on with another definition behind it alone.
            if brackets.isWhole {
                guard Brackets.beginDefinition(arguments[end], isFirst: false) else { break }
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
                .usage, "The document came in \(end - start) words and cannot be read: \(error.message).",
                source: Problem.Source(text: line, span: span),
                hints: ["In single quotes it comes whole: snowdeck graphql '{ … }'"])
        }
    }

    /// The brackets of a document, read word by word; those in strings and comments do not count.
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

        /// Whether a word begins with a definition; a brace alone begins the first one only.
        static func beginDefinition(_ word: String, isFirst: Bool = true) -> Bool {
            let bytes = Array(word.utf8.drop { ASCII.isSpace($0) })
            if bytes.first == .openBrace { return isFirst }
            let name = bytes.prefix { $0.isNameByte }
            guard Lexer.definitionWords.contains(String(decoding: name, as: UTF8.self)) else { return false }
            // `query=…` and `query.graphql` are none.
            return name.count == bytes.count || ![.equals, .dot].contains(bytes[name.count])
        }
    }
}
