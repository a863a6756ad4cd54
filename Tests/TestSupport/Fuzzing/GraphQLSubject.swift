import Notation

/// GraphQL documents: the reader, the printer, the formatter and the form of questions.
package struct GraphQLSubject: FuzzSubject {
    /// The subject.
    package init() {}

    package let name = "graphql"
    package let words = [
        "{", "}", "(", ")", "[", "]", ":", "=", "!", "$", "@", "|", "&", "...", "... on T", "\"", "\"\"\"", "\"x\"",
        "\"\"\"x\"\"\"", "\\", "\\u00e9", "#", "# c\n", ",", "0", "-1.5e3", "1.", "a", "on", "query", "mutation",
        "fragment F",
        "true", "null", "type", "extend", "union", "enum", "input", "interface", "implements", "schema", "scalar",
        "directive @", "repeatable", "{a", "[1", "a:", "{k:", "@d(a: 1)", "\n\n", "\u{FEFF}",
    ]

    package func text(_ random: inout SeededGenerator) -> [UInt8] {
        var documents = GraphQLDocuments(random)
        let text = documents.document().text
        var shuffle = GraphQLShuffle(documents.random)
        let scattered = shuffle.scattered(text)
        random = shuffle.random
        return Array((random.below(2) == 0 ? text : scattered).utf8)
    }

    package func tokens(of text: [UInt8]) -> [Range<Int>] { GraphQL.Lexer.tokens(of: text).map(\.range) }

    package func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzVerdict {
        let document: GraphQL.Document
        do throws(GraphQL.SyntaxError) {
            document = try GraphQL.Document(bytes: text)
        } catch {
            return judge(error, in: text)
        }
        do throws(GraphQL.SyntaxError) {
            if let claim = try broken(document, text, &random) { return .broken(claim) }
            return .accepted
        } catch {
            return .broken("what was written is refused: \(error)")
        }
    }

    private func judge(_ error: GraphQL.SyntaxError, in text: [UInt8]) -> FuzzVerdict {
        guard (0...text.count).contains(error.range.lowerBound), error.range.upperBound <= text.count else {
            return .broken("an error outside the text: \(error)")
        }
        guard error.line > 0, error.column > 0, !error.message.isEmpty, !error.message.utf8.contains(0x0A),
            !error.message.utf8.contains(0x0D)
        else {
            return .broken("an error without its place or its phrase: \(error)")
        }
        guard !error.mayContinue || error.range.upperBound == text.count else {
            return .broken("more text is no help: \(error)")
        }
        return .refused
    }

    /// The first claim that does not hold.
    private func broken(
        _ document: GraphQL.Document, _ text: [UInt8], _ random: inout SeededGenerator
    ) throws(GraphQL.SyntaxError) -> String? {
        let printed = document.text
        let reread = try GraphQL.Document(printed)
        guard reread == document else { return "printed, it reads otherwise" }
        guard same(reread.text, printed) else { return "printed again, it is another text" }

        let formatted = try GraphQL.format(String(decoding: text, as: UTF8.self))
        guard try GraphQL.Document(formatted) == document else { return "formatted, it reads otherwise" }
        guard same(try GraphQL.format(formatted), formatted) else { return "formatted again, it is another text" }
        guard comments(Array(formatted.utf8)) == comments(text) else { return "formatted, it has lost comments" }

        return try brokenQuestion(document, printed, &random)
    }

    /// The same of what the first operation asks, where that is clear.
    private func brokenQuestion(
        _ document: GraphQL.Document, _ text: String, _ random: inout SeededGenerator
    ) throws(GraphQL.SyntaxError) -> String? {
        guard let operation = document.operations.first else { return nil }
        let name = operation.name?.text
        func question(_ text: String) -> GraphQL.CanonicalOperation? {
            GraphQL.CanonicalOperation(text, operation: name, rules: GraphQL.NoCanonicalRules())
        }
        guard let asked = question(text) else { return nil }
        // A level may be empty, which no document can say, and a variable may leave its type behind.
        if operation.variables.isEmpty, !asked.text.contains("{}") {
            let again = GraphQL.CanonicalOperation(asked.text, rules: GraphQL.NoCanonicalRules())
            guard again == asked else { return "the form of a question has another form" }
        }
        // What unknown directives do may depend on the order.
        guard !asked.text.contains(" @") else { return nil }
        var shuffle = GraphQLShuffle(random)
        let other = shuffle.scattered(shuffle.shuffled(document).text)
        random = shuffle.random
        return question(other) == asked ? nil : "in another order, it asks something else"
    }

    private func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// How many comments there are, and how many words.
    private func comments(_ text: [UInt8]) -> [Int] {
        let tokens = GraphQL.Lexer.tokens(of: text)
        let signs: Set<GraphQL.Token.Kind> = [.comment, .punctuator(UInt8(ascii: "|")), .punctuator(UInt8(ascii: "&"))]
        return [tokens.count { $0.kind == .comment }, tokens.count { !signs.contains($0.kind) }]
    }
}
