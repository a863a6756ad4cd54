extension GraphQL {
    /// The types of every schema: five scalars and the introspection types (specification section 3.5 and 4).
    package enum BuiltInTypes {
        package static let all: [TypeDefinition] =
            ["Int", "Float", "String", "Boolean", "ID"].map { TypeDefinition(scalar: $0) } + introspection

        package static let rootFields = [
            FieldDefinition("__schema", .required("__Schema"), description: "the type system of this address"),
            FieldDefinition(
                "__type", .type("__Type"), arguments: [InputDefinition("name", .required("String"))],
                description: "one type of it, by its name"),
        ]

        package static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }

        private static let introspection: [TypeDefinition] = [
            TypeDefinition(
                object: "__Schema",
                fields: [
                    field("description", "String"), field("types", "[__Type!]!"), field("queryType", "__Type!"),
                    field("mutationType", "__Type"), field("subscriptionType", "__Type"),
                    field("directives", "[__Directive!]!"),
                ]),
            TypeDefinition(
                object: "__Type",
                fields: [
                    field("kind", "__TypeKind!"), field("name", "String"), field("description", "String"),
                    field("specifiedByURL", "String"), field("fields", "[__Field!]", deprecated: true),
                    field("interfaces", "[__Type!]"), field("possibleTypes", "[__Type!]"),
                    field("enumValues", "[__EnumValue!]", deprecated: true),
                    field("inputFields", "[__InputValue!]", deprecated: true), field("ofType", "__Type"),
                ]),
            TypeDefinition(
                object: "__Field",
                fields: [
                    field("name", "String!"), field("description", "String"),
                    field("args", "[__InputValue!]!", deprecated: true), field("type", "__Type!"),
                    field("isDeprecated", "Boolean!"), field("deprecationReason", "String"),
                ]),
            TypeDefinition(
                object: "__InputValue",
                fields: [
                    field("name", "String!"), field("description", "String"), field("type", "__Type!"),
                    field("defaultValue", "String"), field("isDeprecated", "Boolean"),
                    field("deprecationReason", "String"),
                ]),
            TypeDefinition(
                object: "__EnumValue",
                fields: [
                    field("name", "String!"), field("description", "String"), field("isDeprecated", "Boolean!"),
                    field("deprecationReason", "String"),
                ]),
            TypeDefinition(
                object: "__Directive",
                fields: [
                    field("name", "String!"), field("description", "String"), field("isRepeatable", "Boolean!"),
                    field("locations", "[__DirectiveLocation!]!"),
                    field("args", "[__InputValue!]!", deprecated: true),
                ]),
            TypeDefinition(
                enumeration: "__TypeKind",
                values: ["SCALAR", "OBJECT", "INTERFACE", "UNION", "ENUM", "INPUT_OBJECT", "LIST", "NON_NULL"]
                    .map { EnumValueDefinition($0) }),
            TypeDefinition(
                enumeration: "__DirectiveLocation",
                values: [
                    "QUERY", "MUTATION", "SUBSCRIPTION", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD",
                    "INLINE_FRAGMENT", "VARIABLE_DEFINITION", "SCHEMA", "SCALAR", "OBJECT", "FIELD_DEFINITION",
                    "ARGUMENT_DEFINITION", "INTERFACE", "UNION", "ENUM", "ENUM_VALUE", "INPUT_OBJECT",
                    "INPUT_FIELD_DEFINITION",
                ].map { EnumValueDefinition($0) }),
        ]

        private static func field(_ name: String, _ type: String, deprecated: Bool = false) -> FieldDefinition {
            let argument = InputDefinition(
                "includeDeprecated", .type("Boolean"), defaultValue: Value(.boolean(false)))
            return FieldDefinition(name, reference(type), arguments: deprecated ? [argument] : [])
        }

        /// `[Name!]!`, `[Name!]`, `Name!` or `Name`.
        private static func reference(_ text: String) -> TypeReference {
            if text.hasSuffix("!") { return .nonNull(reference(String(text.dropLast()))) }
            if text.hasPrefix("[") { return .list(reference(String(text.dropFirst().dropLast()))) }
            return .type(text)
        }
    }

    /// The location of a directive; the raw values are those of `__DirectiveLocation` (specification section 3.13).
    package enum DirectiveLocation: String, Sendable, Hashable, CaseIterable {
        case query = "QUERY"
        case mutation = "MUTATION"
        case subscription = "SUBSCRIPTION"
        case field = "FIELD"
        case fragmentDefinition = "FRAGMENT_DEFINITION"
        case fragmentSpread = "FRAGMENT_SPREAD"
        case inlineFragment = "INLINE_FRAGMENT"
        case variableDefinition = "VARIABLE_DEFINITION"
        /// On a field in a schema document, for `@source`.
        case fieldDefinition = "FIELD_DEFINITION"
    }

    /// A directive definition (specification section 3.13).
    package struct DirectiveDefinition: Sendable, Hashable {
        package var name: String
        package var description: String?
        package var locations: [DirectiveLocation]
        package var arguments: [InputDefinition]

        package init(
            _ name: String, on locations: [DirectiveLocation], arguments: [InputDefinition] = [],
            description: String? = nil
        ) {
            self.name = name
            self.locations = locations
            self.arguments = arguments
            self.description = description
        }

        /// `@include` and `@skip` of the specification, and two of an instance: `@defer`, and `@source` for the text of
        /// a scripted schema.
        package static let known: [DirectiveDefinition] = {
            let selections: [DirectiveLocation] = [.field, .fragmentSpread, .inlineFragment]
            let condition = [InputDefinition("if", .required("Boolean"))]
            return [
                DirectiveDefinition("include", on: selections, arguments: condition),
                DirectiveDefinition("skip", on: selections, arguments: condition),
                DirectiveDefinition(
                    "defer", on: selections,
                    arguments: [InputDefinition("if", .type("Boolean")), InputDefinition("label", .type("String"))]),
                DirectiveDefinition(
                    "source", on: [.fieldDefinition], arguments: [InputDefinition("value", .required("String"))]),
            ]
        }()
    }
}
