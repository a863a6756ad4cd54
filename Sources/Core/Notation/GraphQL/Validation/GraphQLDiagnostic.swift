extension GraphQL {
    package struct Diagnostic: Sendable, Hashable {
        package var kind: Kind
        package var place: Place
        package var path: [String]

        package init(_ kind: Kind, at place: Place = Place(), path: [String] = []) {
            self.kind = kind
            self.place = place
            self.path = path
        }

        package enum Kind: Sendable, Hashable {
            case unknownField(String, type: String)
            case missingSelections(field: String, type: TypeReference)
            case unexpectedSelections(field: String, type: TypeReference)
            case unknownArgument(String, field: String, type: String)
            case missingArgument(String, TypeReference, field: String)
            case wrongValue(ValueCheck.Mismatch)
            case unknownType(String)
            case unknownFragment(String)
            /// The operation does not declare the variable; its name may be empty.
            case unknownVariable(String, operation: String)
            case variableMismatch(String, type: TypeReference, expected: TypeReference)
        }
    }
}

extension GraphQL.Diagnostic {
    /// Valid names in place of the wrong one, in schema or document order, for "did you mean"; empty if the error is
    /// not about a name. They are computed on demand because there are thousands of tables.
    package func candidates(in schema: some GraphQL.Schema, of document: GraphQL.Document) -> [String] {
        switch kind {
        case .unknownField(_, let type): schema.type(type).value?.fields.map(\.name) ?? []
        case .unknownArgument(_, let field, let type):
            schema.type(type).value.flatMap { schema.field(field, of: $0).value }?.arguments.map(\.name) ?? []
        case .unknownType: schema.typeNames ?? []
        case .unknownVariable(_, let operation):
            document.operations.first { ($0.name?.text ?? "") == operation }?.variables.map(\.name.text) ?? []
        default: []
        }
    }
}
