package import Notation

/// Rewrites a document in other ways, order and layout without changing its meaning.
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
        let varied = inner.flatMap { variants(of: $0) }
        return isOrdered ? varied : varied.shuffled(using: &random)
    }

    /// A selection written in another way: repeated, split, in a fragment, beside one that is left out.
    private mutating func variants(of selection: GraphQL.Selection) -> [GraphQL.Selection] {
        func directive(_ name: GraphQL.Name) -> GraphQL.Directive {
            .init(name, arguments: [.init("if", .init(.boolean(true)))])
        }
        switch (random.below(8), selection) {
        case (0, _): return [.inline(.init(selections: [selection]))]
        case (1, _): return [.inline(.init(directives: [directive("include")], selections: [selection]))]
        case (2, _): return [.field(.init("gone", directives: [directive("skip")])), selection]
        case (3, .field(let field)) where field.directives.isEmpty && field.selections == nil:
            return [selection, selection]
        case (3, .field(var field)) where field.directives.isEmpty:
            let all = field.selections ?? []
            let parts = [all.prefix(all.count / 2), all.dropFirst(all.count / 2)].filter { !$0.isEmpty }
            return parts.map { part in
                field.selections = Array(part)
                return .field(field)
            }
        default: return [selection]
        }
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

/// Rules of a server about which nothing is known.
package struct NoCanonicalRules: GraphQL.CanonicalRules {
    package init() {}
    package func rootType(of kind: GraphQL.OperationKind) -> String? { nil }
    package func type(ofField field: String, in type: String?) -> String? { nil }
    package func type(ofArgument argument: String, of field: String, in type: String?) -> GraphQL.TypeReference? { nil }
    package func type(ofMember member: String, in type: String) -> GraphQL.TypeReference? { nil }
    package var orderedLevels: Int { 1 }
    package func isEncodedQuery(argument: String) -> Bool { false }
}
