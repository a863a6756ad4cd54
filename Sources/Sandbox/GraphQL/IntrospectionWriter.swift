import Notation

/// Writes the result of introspection, type by type (specification, section 4.2). Nothing here is deprecated.
struct IntrospectionWriter {
    private let schema: IntrospectedSchema

    /// Writes `__schema` or `__type`.
    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let writer = try IntrospectionWriter(schema: IntrospectedSchema(execution))
        let isSchema = field.name == "__schema"
        let fields = try IntrospectionField.below(field, on: isSchema ? "__Schema" : "__Type", execution)
        try writer.write(isSchema ? .schema : .named(field.arguments.text("name")), fields, into: &out)
    }

    private enum Value {
        case schema
        case named(String?)
        case type(GraphQL.TypeReference)
        case field(GraphQL.FieldDefinition)
        case input(GraphQL.InputDefinition)
        case enumValue(String)
        case directive(GraphQL.DirectiveDefinition)
        case text(String?)
        case no
        case list([Value])
    }

    private func write(_ value: Value, _ fields: [IntrospectionField], into out: inout JSONText) throws {
        try GraphQLLimitError.check(out)
        switch value {
        case .text(let text): if let text { out.string(text) } else { out.raw("null") }
        case .no: out.raw("false")
        case .list(let elements): try out.list(elements) { try write($1, fields, into: &$2) }
        case .schema: try object("__Schema", fields, into: &out, member)
        case .named(let name):
            guard let type = name.flatMap({ schema.type($0) }) else { return out.raw("null") }
            try object("__Type", fields, into: &out) { member($0, of: type) }
        case .type(.named(let name)): try write(.named(name.text), fields, into: &out)
        case .type(.list(let element)): try object("__Type", fields, into: &out) { member($0, "LIST", element) }
        case .type(.nonNull(let element)): try object("__Type", fields, into: &out) { member($0, "NON_NULL", element) }
        case .field(let field): try object("__Field", fields, into: &out) { member($0, of: field) }
        case .input(let input): try object("__InputValue", fields, into: &out) { member($0, of: input) }
        case .enumValue(let value):
            try object("__EnumValue", fields, into: &out) { common($0, value, nil) }
        case .directive(let directive): try object("__Directive", fields, into: &out) { member($0, of: directive) }
        }
    }

    private func object(
        _ type: String, _ fields: [IntrospectionField], into out: inout JSONText, _ member: (String) -> Value
    ) throws {
        try out.list(fields, in: ("{", "}")) { _, field, out in
            out.raw(field.key)
            try write(field.name == "__typename" ? .text(type) : member(field.name), field.below, into: &out)
        }
    }

    private func member(_ name: String) -> Value {
        switch name {
        case "types": .list(schema.typeNames.map { .named($0) })
        case "queryType": .named(schema.whole.queryType)
        case "mutationType": .named(schema.whole.mutationType)
        case "directives": .list(schema.whole.directives.map { .directive($0) })
        default: .text(nil)
        }
    }

    private func member(_ name: String, of type: GraphQL.TypeDefinition) -> Value {
        switch name {
        case "kind": .text(type.kind.rawValue)
        case "fields" where type.kind == .object: .list(schema.fields(of: type).map { .field($0) })
        case "interfaces" where type.kind == .object: .list([])
        case "enumValues" where type.kind == .enumeration: .list(type.enumValues.map { .enumValue($0) })
        case "inputFields" where type.kind == .inputObject: .list(type.inputFields.map { .input($0) })
        default: common(name, type.name, type.description)
        }
    }

    private func member(_ name: String, _ kind: String, _ inner: GraphQL.TypeReference) -> Value {
        name == "kind" ? .text(kind) : name == "ofType" ? .type(inner) : .text(nil)
    }

    private func member(_ name: String, of field: GraphQL.FieldDefinition) -> Value {
        switch name {
        case "args": .list(field.arguments.map { .input($0) })
        case "type": .type(field.type)
        default: common(name, field.name, field.description)
        }
    }

    private func member(_ name: String, of input: GraphQL.InputDefinition) -> Value {
        switch name {
        case "type": .type(input.type)
        case "defaultValue": .text(input.defaultValue?.text)
        default: common(name, input.name, input.description)
        }
    }

    private func member(_ name: String, of directive: GraphQL.DirectiveDefinition) -> Value {
        switch name {
        case "isRepeatable": .no
        case "locations": .list(directive.locations.map { .text($0) })
        case "args": .list(directive.arguments.map { .input($0) })
        default: common(name, directive.name, nil)
        }
    }

    private func common(_ field: String, _ name: String, _ description: String?) -> Value {
        switch field {
        case "name": .text(name)
        case "description": .text(description)
        case "isDeprecated": .no
        default: .text(nil)
        }
    }
}

struct IntrospectedSchema {
    let whole: any GraphQL.Schema
    private let showsRecords: Bool

    /// Throws if introspection is disabled for the user. It is off by default, as on an
    /// instance: one property enables it for those with a role, another includes the types of tables. Administrators
    /// have every role.
    init(_ execution: GraphQLExecution) throws {
        let (account, store) = (execution.call.account, execution.call.store)
        guard account.isAdmin || account.roles.contains("graphql_schema_admin"),
            try store.isTrue("glide.graphql.introspection_enabled")
        else {
            throw GraphQLRequestError(.introspectionDisabled, "Introspection has been disabled for this request")
        }
        showsRecords = try store.isTrue("glide.graphql.glide_record_schema.introspection_enabled")
        whole = execution.schema
    }

    var typeNames: [String] { (whole.typeNames ?? []).filter(isShown) }

    func type(_ name: String) -> GraphQL.TypeDefinition? { isShown(name) ? whole.type(name).value : nil }

    func fields(of type: GraphQL.TypeDefinition) -> [GraphQL.FieldDefinition] {
        showsRecords ? type.fields : type.fields.filter { isShown($0.type.innermost.text) }
    }

    /// Without the types of tables, the root types remain without fields, and the built-in types.
    private func isShown(_ name: String) -> Bool {
        showsRecords || name == whole.queryType || name == whole.mutationType
            || GraphQL.BuiltInTypes.byName[name] != nil
    }
}

final class IntrospectionField {
    let name: String
    let key: [UInt8]
    let below: [IntrospectionField]

    private init(_ field: GraphQLField, on owner: String, _ execution: GraphQLExecution) throws {
        (name, key) = (field.name, field.key)
        let type = GraphQL.BuiltInTypes.byName[owner]?.field(name).value?.type.innermost.text
        below = try field.selections == nil ? [] : IntrospectionField.below(field, on: type ?? "", execution)
    }

    static func below(
        _ field: GraphQLField, on type: String, _ execution: GraphQLExecution
    ) throws -> [IntrospectionField] {
        try execution.fields(below: field, on: type).map { try IntrospectionField($0, on: type, execution) }
    }
}
