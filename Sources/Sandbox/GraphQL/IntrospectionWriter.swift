import Notation

/// Writes the result of introspection, type by type (specification, section 4.2). Nothing here is deprecated.
struct IntrospectionWriter {
    private let schema: IntrospectedSchema

    /// `__schema`: the whole type system.
    static func resolveSchema(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let writer = try IntrospectionWriter(schema: IntrospectedSchema(execution))
        writer.write(.schema, try IntrospectionField.below(field, on: "__Schema", execution), into: &out)
    }

    /// `__type(name:)`: one type; null if there is none with that name.
    static func resolveType(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let writer = try IntrospectionWriter(schema: IntrospectedSchema(execution))
        let fields = try IntrospectionField.below(field, on: "__Type", execution)
        guard let name = try field.arguments.text("name") else {
            throw GraphQLRequestError.wrongType("name", wants: "String!", at: execution.path)
        }
        writer.write(.named(name), fields, into: &out)
    }

    /// The value of a field of an introspection type.
    private enum Value {
        case schema
        case named(String?)
        case type(GraphQL.TypeReference)
        case field(GraphQL.FieldDefinition)
        case input(GraphQL.InputDefinition)
        case enumValue(GraphQL.EnumValueDefinition)
        case directive(GraphQL.DirectiveDefinition)
        case text(String?)
        case no
        case list([Value])
    }

    private func write(_ value: Value, _ fields: [IntrospectionField], into out: inout JSONText) {
        switch value {
        case .text(let text): if let text { out.string(text) } else { out.raw("null") }
        case .no: out.raw("false")
        case .list(let elements):
            out.raw("[")
            for (offset, element) in elements.enumerated() {
                if offset > 0 { out.raw(",") }
                write(element, fields, into: &out)
            }
            out.raw("]")
        case .schema: object("__Schema", fields, into: &out, member)
        case .named(let name):
            guard let type = name.flatMap({ schema.type($0) }) else { return out.raw("null") }
            object("__Type", fields, into: &out) { member($0, of: type) }
        case .type(.named(let name)): write(.named(name.text), fields, into: &out)
        case .type(.list(let element)): object("__Type", fields, into: &out) { member($0, "LIST", element) }
        case .type(.nonNull(let element)): object("__Type", fields, into: &out) { member($0, "NON_NULL", element) }
        case .field(let field): object("__Field", fields, into: &out) { member($0, of: field) }
        case .input(let input): object("__InputValue", fields, into: &out) { member($0, of: input) }
        case .enumValue(let value):
            object("__EnumValue", fields, into: &out) { common($0, value.name, value.description) }
        case .directive(let directive): object("__Directive", fields, into: &out) { member($0, of: directive) }
        }
    }

    private func object(
        _ type: String, _ fields: [IntrospectionField], into out: inout JSONText, _ member: (String) -> Value
    ) {
        out.raw("{")
        for (offset, field) in fields.enumerated() {
            if offset > 0 { out.raw(",") }
            out.raw(field.key)
            write(field.name == "__typename" ? .text(type) : member(field.name), field.below, into: &out)
        }
        out.raw("}")
    }

    private func member(_ name: String) -> Value {
        switch name {
        case "types": .list(schema.typeNames.map { .named($0) })
        case "queryType": .named(schema.whole.queryType)
        case "mutationType": .named(schema.whole.mutationType)
        case "subscriptionType": .named(schema.whole.subscriptionType)
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

    /// A wrapped type: a list or a non-null type.
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
        case "locations": .list(directive.locations.map { .text($0.rawValue) })
        case "args": .list(directive.arguments.map { .input($0) })
        default: common(name, directive.name, directive.description)
        }
    }

    /// The fields that all have.
    private func common(_ field: String, _ name: String, _ description: String?) -> Value {
        switch field {
        case "name": .text(name)
        case "description": .text(description)
        case "isDeprecated": .no
        default: .text(nil)
        }
    }
}
