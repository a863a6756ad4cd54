package import Notation

/// Random GraphQL documents, as values.
package struct GraphQLDocuments {
    /// The source of randomness.
    package var random: SeededGenerator

    /// Creates a generator of documents.
    package init(_ random: SeededGenerator) { self.random = random }

    /// The next document: operations, usually with fragments.
    package mutating func document() -> GraphQL.Document {
        var definitions: [GraphQL.Definition] = []
        for _ in 0...random.below(2) { definitions.append(.operation(operation())) }
        for name in fragmentNames.prefix(random.below(5)) { definitions.append(.fragment(fragment(name))) }
        return GraphQL.Document(definitions)
    }

    private let fragmentNames = ["F", "Row", "fragment", "F1", "query"]
    private let types = ["T", "Query", "on", "type", "_0", "implements"]
    private let names = [
        "a", "b", "c", "_", "on", "query", "type", "true", "null", "fragment", "sys_id", "value",
        "a_long_name_of_a_field",
        "A", "__typename", "repeatable",
    ]

    mutating func name() -> GraphQL.Name { .init(random.pick(names)) }
    mutating func typeName() -> GraphQL.Name { .init(random.pick(types)) }
    mutating func maybe(_ inverse: Int = 3) -> Bool { random.below(inverse) == 0 }

    mutating func some<Part>(_ most: Int, _ part: (inout Self) -> Part) -> [Part] {
        (0..<random.below(most + 1)).map { _ in part(&self) }
    }

    // MARK: Definitions

    private mutating func operation() -> GraphQL.Operation {
        GraphQL.Operation(
            random.pick([.query, .query, .query, .mutation, .subscription]), name: maybe() ? name() : nil,
            variables: maybe() ? some(4) { $0.variable() } : [], directives: directives(),
            selections: selections(depth: 4))
    }

    private mutating func fragment(_ name: String) -> GraphQL.Fragment {
        GraphQL.Fragment(
            GraphQL.Name(name), on: typeName(), directives: directives(), selections: selections(depth: 2))
    }

    private mutating func variable() -> GraphQL.VariableDefinition {
        GraphQL.VariableDefinition(
            name(), type(), defaultValue: maybe() ? value(depth: 2, isConstant: true) : nil,
            directives: directives(isConstant: true))
    }

    private mutating func selections(depth: Int) -> [GraphQL.Selection] {
        (0...random.below(4)).map { _ in selection(depth: depth) }
    }

    private mutating func selection(depth: Int) -> GraphQL.Selection {
        switch random.below(10) {
        case 0: return .spread(.init(.init(random.pick(fragmentNames)), directives: directives()))
        case 1 where depth > 0:
            return .inline(
                .init(
                    on: maybe() ? nil : typeName(), directives: directives(), selections: selections(depth: depth - 1)))
        default:
            return .field(
                .init(
                    alias: maybe(6) ? name() : nil, name(), arguments: maybe() ? arguments() : [],
                    directives: directives(), selections: depth > 0 && maybe() ? selections(depth: depth - 1) : nil))
        }
    }

    mutating func directives(isConstant: Bool = false) -> [GraphQL.Directive] {
        guard maybe(8) else { return [] }
        return some(2) { $0.directive(isConstant: isConstant) }
    }

    private mutating func directive(isConstant: Bool) -> GraphQL.Directive {
        GraphQL.Directive(
            .init(random.pick(["include", "skip", "a", "on"])),
            arguments: maybe(2) ? arguments(isConstant: isConstant) : [])
    }

    private mutating func arguments(isConstant: Bool = false) -> [GraphQL.Argument] {
        (0...random.below(3)).map { _ in .init(name(), value(depth: 3, isConstant: isConstant)) }
    }

    // MARK: Values and types

    mutating func value(depth: Int, isConstant: Bool = false) -> GraphQL.Value {
        switch random.below(depth > 0 ? 10 : 8) {
        case 0 where !isConstant: .init(.variable(name().text))
        case 0, 1: .init(.int(random.pick(["0", "-0", "10", "-123456789012345678901234567890"])))
        case 2: .init(.float(random.pick(["0.0", "-1.5e3", "1E-10", "2e+7"])))
        case 3, 4, 5: .init(.string(text()))
        case 6: .init(random.pick([.boolean(true), .boolean(false), .null]))
        case 7: .init(.enumeration(random.pick(["RED", "on", "query", "True"])))
        case 8: .init(.list(some(4) { $0.value(depth: depth - 1, isConstant: isConstant) }))
        default:
            .init(
                .object(
                    some(3) { documents in
                        GraphQL.ObjectField(
                            documents.name(), documents.value(depth: depth - 1, isConstant: isConstant))
                    }))
        }
    }

    mutating func text() -> String {
        let pieces = [
            "", "a", "active=true^ORDERBYnumber", "\"", "\"\"\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "\r", "\r\n",
            "\t", " ",
            "\u{7F}", "\u{9B}", "é", "e\u{301}", "😀", "\u{2028}", "\u{FEFF}", "\u{10FFFF}", "some words", "#",
            "\\u0041",
        ]
        return some(4) { $0.random.pick(pieces) }.joined()
    }

    mutating func type(depth: Int = 2) -> GraphQL.TypeReference {
        let bare = depth > 0 && maybe() ? .list(type(depth: depth - 1)) : GraphQL.TypeReference.named(typeName())
        return maybe() ? .nonNull(bare) : bare
    }
}
