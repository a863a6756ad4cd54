import Notation

/// `__schema`: the whole type system (specification section 4.2).
struct SchemaIntrospection: GraphQLRoot {
    let name = "__schema"

    func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let shown = try IntrospectedSchema(execution)
        let fields = try IntrospectionField.below(field, on: "__Schema", execution)
        IntrospectionWriter(shown).writeSchema(fields, into: &out)
    }
}

/// `__type(name:)`: one type, null when there is none of that name (specification section 4.2).
struct TypeIntrospection: GraphQLRoot {
    let name = "__type"

    func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let shown = try IntrospectedSchema(execution)
        let fields = try IntrospectionField.below(field, on: "__Type", execution)
        guard let name = try field.arguments.text("name") else {
            throw GraphQLRefusal.wrongType("name", wants: "String!", at: execution.path)
        }
        guard let type = shown.type(name) else { return out.raw("null") }
        IntrospectionWriter(shown).writeType(type, fields, into: &out)
    }
}

/// The part of the type system that the user may see.
struct IntrospectedSchema {
    let whole: any GraphQL.Schema
    private let showsRecords: Bool

    /// Refused when introspection is off for the user, or asked for in bad faith.
    init(_ execution: GraphQLExecution) throws {
        let known = try IntrospectionSwitch(execution.call)
        guard known.isOn else { throw GraphQLRefusal.introspectionDisabled }
        try IntrospectionFaith.check(execution)
        whole = execution.schema
        showsRecords = known.showsRecords
    }

    var typeNames: [String] { (whole.typeNames ?? []).filter(isShown) }

    func type(_ name: String) -> GraphQL.TypeDefinition? { isShown(name) ? whole.type(name).value : nil }

    /// The fields of an object type whose types are seen.
    func fields(of type: GraphQL.TypeDefinition) -> [GraphQL.FieldDefinition] {
        showsRecords ? type.fields : type.fields.filter { isShown($0.type.innermost.text) }
    }

    /// Without the types of tables there are the outermost two, which then have no fields, and those of every schema.
    private func isShown(_ name: String) -> Bool {
        showsRecords || name == whole.queryType || name == whole.mutationType
            || GraphQL.BuiltInTypes.byName[name] != nil
    }
}
