package import Notation

/// GraphQL documents: parser, printer, formatter and canonical form.
package struct GraphQLFuzzTarget: FuzzTarget {
    /// Creates the subject.
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
        var shuffle = GraphQLShuffler(documents.random)
        let scattered = shuffle.scattered(text)
        random = shuffle.random
        return Array((random.below(2) == 0 ? text : scattered).utf8)
    }

    package func tokens(of text: [UInt8]) -> [Range<Int>] { GraphQL.Lexer.tokens(of: text).map(\.range) }

    package func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome {
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

    private func judge(_ error: GraphQL.SyntaxError, in text: [UInt8]) -> FuzzOutcome {
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
        return .rejected
    }

    /// The first property that does not hold.
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

    /// The same for the canonical form of the first operation, where it is defined.
    private func brokenQuestion(
        _ document: GraphQL.Document, _ text: String, _ random: inout SeededGenerator
    ) throws(GraphQL.SyntaxError) -> String? {
        guard let operation = document.operations.first else { return nil }
        let name = operation.name?.text
        func question(_ text: String) -> GraphQL.CanonicalOperation? {
            GraphQL.CanonicalOperation(text, operation: name, rules: GraphQL.NoCanonicalRules())
        }
        guard let asked = question(text) else { return nil }
        // A canonical form may have an empty selection, which cannot be written, and omits types of variables.
        if operation.variables.isEmpty, !asked.text.contains("{}") {
            let again = GraphQL.CanonicalOperation(asked.text, rules: GraphQL.NoCanonicalRules())
            guard again == asked else { return "the form of a question has another form" }
        }
        // The effect of unknown directives may depend on the order.
        guard !asked.text.contains(" @") else { return nil }
        var shuffle = GraphQLShuffler(random)
        let other = shuffle.scattered(shuffle.shuffled(document).text)
        random = shuffle.random
        return question(other) == asked ? nil : "in another order, it asks something else"
    }

    private func same(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// The number of comments and of words.
    private func comments(_ text: [UInt8]) -> [Int] {
        let tokens = GraphQL.Lexer.tokens(of: text)
        let signs: Set<GraphQL.Token.Kind> = [.comment, .punctuator(UInt8(ascii: "|")), .punctuator(UInt8(ascii: "&"))]
        return [tokens.count { $0.kind == .comment }, tokens.count { !signs.contains($0.kind) }]
    }
}

/// Rewrites a document in another order and layout without changing its meaning.
package struct GraphQLShuffler {
    /// The source of randomness.
    package var random: SeededGenerator
    /// Whether the order of fragments' fields matters: a mutation may use them.
    private var hasMutation = false

    /// Creates a shuffler.
    package init(_ random: SeededGenerator) { self.random = random }

    // MARK: Order

    /// The document with everything unordered shuffled: fields, arguments, object fields, variables, fragments.
    package mutating func shuffled(_ document: GraphQL.Document) -> GraphQL.Document {
        hasMutation = document.operations.contains { $0.kind == .mutation }
        let definitions = document.definitions.map { definition -> GraphQL.Definition in
            switch definition {
            case .operation(var operation):
                operation.variables = shuffled(operation.variables.map { variable($0) }) { $0.name.text }
                operation.directives = operation.directives.map { directive($0) }
                operation.selections = selections(operation.selections, isOrdered: operation.kind == .mutation)
                return .operation(operation)
            case .fragment(var fragment):
                fragment.directives = fragment.directives.map { directive($0) }
                fragment.selections = selections(fragment.selections, isOrdered: hasMutation)
                return .fragment(fragment)
            }
        }
        // Operations keep their order, and so do fragments in a document without operations.
        guard !document.operations.isEmpty else { return GraphQL.Document(definitions) }
        let fragments = GraphQL.Document(definitions).fragments
        let moved = shuffled(fragments) { $0.name.text }.map { GraphQL.Definition.fragment($0) }
        let rest = definitions.filter { if case .fragment = $0 { false } else { true } }
        return GraphQL.Document(random.below(2) == 0 ? rest + moved : moved + rest)
    }

    /// Parts with equal names are an error that depends on their order; they are not shuffled.
    private mutating func shuffled<Part>(_ parts: [Part], by name: (Part) -> String) -> [Part] {
        Set(parts.map(name)).count == parts.count ? parts.shuffled(using: &random) : parts
    }

    private mutating func selections(_ selections: [GraphQL.Selection], isOrdered: Bool = false) -> [GraphQL.Selection]
    {
        let inner = selections.map { selection -> GraphQL.Selection in
            switch selection {
            case .field(var field):
                field.arguments = arguments(field.arguments)
                field.directives = field.directives.map { directive($0) }
                field.selections = field.selections.map { self.selections($0) }
                return .field(field)
            case .spread(var spread):
                spread.directives = spread.directives.map { directive($0) }
                return .spread(spread)
            case .inline(var fragment):
                fragment.directives = fragment.directives.map { directive($0) }
                fragment.selections = self.selections(fragment.selections, isOrdered: isOrdered)
                return .inline(fragment)
            }
        }
        return isOrdered ? inner : inner.shuffled(using: &random)
    }

    private mutating func variable(_ variable: GraphQL.VariableDefinition) -> GraphQL.VariableDefinition {
        var variable = variable
        variable.defaultValue = variable.defaultValue.map { value($0) }
        variable.directives = variable.directives.map { directive($0) }
        return variable
    }

    private mutating func directive(_ directive: GraphQL.Directive) -> GraphQL.Directive {
        .init(directive.name, arguments: arguments(directive.arguments))
    }

    private mutating func arguments(_ arguments: [GraphQL.Argument]) -> [GraphQL.Argument] {
        shuffled(arguments.map { .init($0.name, value($0.value)) }) { $0.name.text }
    }

    private mutating func value(_ value: GraphQL.Value) -> GraphQL.Value {
        switch value.kind {
        case .list(let values): .init(.list(values.map { self.value($0) }))
        case .object(let fields):
            .init(.object(shuffled(fields.map { .init($0.name, self.value($0.value)) }) { $0.name.text }))
        default: value
        }
    }

    // MARK: Layout

    /// A text with other white space, commas and comments between its tokens; its own comments are dropped.
    package mutating func scattered(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var out = gap("")
        var last: GraphQL.Token?
        for token in GraphQL.Lexer.tokens(of: bytes) where token.kind != .comment {
            out += gap(last.map { isWord($0) && isWord(token) } == true ? random.pick([" ", "\n", ",", "\t"]) : "")
            out += String(decoding: bytes[token.range], as: UTF8.self)
            last = token
        }
        return out + gap("")
    }

    /// Adjacent tokens that need a separator.
    private func isWord(_ token: GraphQL.Token) -> Bool {
        switch token.kind {
        case .name, .int, .float, .string, .blockString, .spread: true
        case .punctuator, .comment, .invalid: false
        }
    }

    private mutating func gap(_ least: String) -> String {
        guard random.below(3) == 0 else { return least }
        let pieces = [
            " ", "  ", "\n", "\r\n", "\r", "\t", ",", ",,", "\n\n\n", "\u{FEFF}", "# a comment\n", "#\r", "#\"{\n",
        ]
        return least + random.pick(pieces) + random.pick(pieces)
    }
}
