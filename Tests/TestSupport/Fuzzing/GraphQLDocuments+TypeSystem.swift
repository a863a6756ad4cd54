import Notation

// Definitions of type systems.
extension GraphQLDocuments {
    mutating func typeSystemDefinition() -> GraphQL.Definition {
        switch random.below(8) {
        case 0: return .schema(schema())
        case 1: return .directive(directiveDefinition())
        default: return .type(typeDefinition())
        }
    }

    private mutating func schema() -> GraphQL.SchemaSyntax {
        let isExtension = maybe()
        var schema = GraphQL.SchemaSyntax(
            [.init(.query, typeName())], description: isExtension ? nil : description(), isExtension: isExtension,
            directives: directives(isConstant: true))
        if maybe() { schema.operationTypes.append(.init(.mutation, typeName())) }
        if isExtension, !schema.directives.isEmpty, maybe() { schema.operationTypes = [] }
        return schema
    }

    private mutating func directiveDefinition() -> GraphQL.DirectiveSyntax {
        let known = GraphQL.DirectiveSyntax.allLocations
        return GraphQL.DirectiveSyntax(
            name(), on: (0...random.below(maybe() ? 8 : 2)).map { _ in .init(random.pick(known)) },
            arguments: some(2) { $0.input() }, isRepeatable: maybe(), description: description())
    }

    private mutating func typeDefinition() -> GraphQL.TypeSyntax {
        let isExtension = maybe()
        // An extension must say something.
        let body: GraphQL.TypeSyntax.Body =
            switch random.below(6) {
            case 0: .scalar
            case 1: .object(interfaces: some(2) { $0.typeName() }, fields: some(3) { $0.field() })
            case 2: .interface(interfaces: some(2) { $0.typeName() }, fields: some(3) { $0.field() })
            case 3: .union(some(12) { $0.typeName() })
            case 4:
                .enumeration(
                    some(3) { documents in
                        GraphQL.EnumValueSyntax(
                            .init(documents.random.pick(["RED", "on", "GREEN", "enum"])),
                            description: documents.description(), directives: documents.directives(isConstant: true))
                    })
            default: .input(some(3) { $0.input() })
            }
        return GraphQL.TypeSyntax(
            typeName(), body, description: isExtension ? nil : description(), isExtension: isExtension,
            directives: isExtension ? [.init("d")] : directives(isConstant: true))
    }

    private mutating func description() -> GraphQL.Value? { maybe() ? .init(.string(text())) : nil }

    private mutating func field() -> GraphQL.FieldSyntax {
        GraphQL.FieldSyntax(
            name(), type(), arguments: maybe() ? some(3) { $0.input() } : [], description: description(),
            directives: directives(isConstant: true))
    }

    private mutating func input() -> GraphQL.InputSyntax {
        GraphQL.InputSyntax(
            name(), type(), defaultValue: maybe() ? value(depth: 2, isConstant: true) : nil,
            description: description(), directives: directives(isConstant: true))
    }
}
