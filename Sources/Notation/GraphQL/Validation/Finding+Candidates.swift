extension GraphQL.Finding {
    /// The names that could stand where the wrong one does, in the order of the schema or the document, for a "did you
    /// mean"; empty when it is not about a name. They are looked up now: a table list has thousands.
    package func candidates(in schema: some GraphQL.Schema, of document: GraphQL.Document) -> [String] {
        switch kind {
        case .unknownField(_, let type): schema.type(type).value?.fields.map(\.name) ?? []
        case .unknownArgument(_, .field(let field, let type)):
            schema.type(type).value.flatMap { schema.field(field, of: $0).value }?.arguments.map(\.name) ?? []
        case .unknownArgument(_, .directive(let name)):
            schema.directives.first { $0.name == name }?.arguments.map(\.name) ?? []
        case .wrongValue(_, _, _, let fault, _), .wrongDefault(_, _, let fault), .wrongVariable(_, _, _, let fault):
            Self.candidates(for: fault, in: schema)
        case .unknownType: schema.typeNames ?? []
        case .unknownFragment: document.fragments.map(\.name.text)
        case .unknownDirective: schema.directives.map(\.name)
        case .unknownOperation: document.operations.compactMap(\.name?.text)
        case .unknownVariable(_, let operation):
            document.operations.first { ($0.name?.text ?? "") == operation }?.variables.map(\.name.text) ?? []
        default: []
        }
    }

    private static func candidates(for fault: GraphQL.ValueFault, in schema: some GraphQL.Schema) -> [String] {
        switch fault {
        case .unknownField(_, let type): schema.type(type).value?.inputFields.map(\.name) ?? []
        case .notEnum(let type): schema.type(type).value?.enumValues.map(\.name) ?? []
        case .notScalar("Boolean"): ["true", "false"]
        default: []
        }
    }
}
