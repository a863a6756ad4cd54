extension GraphQL {
    package enum BuiltInTypes {
        package static let all = TypeDefinition.all(
            in: """
                scalar Int scalar Float scalar String scalar Boolean scalar ID
                type __Schema {
                  description: String types: [__Type!]! queryType: __Type! mutationType: __Type
                  subscriptionType: __Type directives: [__Directive!]!
                }
                type __Type {
                  kind: __TypeKind! name: String description: String specifiedByURL: String
                  fields(includeDeprecated: Boolean = false): [__Field!] interfaces: [__Type!] possibleTypes: [__Type!]
                  enumValues(includeDeprecated: Boolean = false): [__EnumValue!]
                  inputFields(includeDeprecated: Boolean = false): [__InputValue!] ofType: __Type
                }
                type __Field {
                  name: String! description: String args(includeDeprecated: Boolean = false): [__InputValue!]!
                  type: __Type! isDeprecated: Boolean! deprecationReason: String
                }
                type __InputValue {
                  name: String! description: String type: __Type! defaultValue: String
                  isDeprecated: Boolean deprecationReason: String
                }
                type __EnumValue {
                  name: String! description: String isDeprecated: Boolean! deprecationReason: String
                }
                type __Directive {
                  name: String! description: String isRepeatable: Boolean! locations: [__DirectiveLocation!]!
                  args(includeDeprecated: Boolean = false): [__InputValue!]!
                }
                enum __TypeKind { SCALAR OBJECT INTERFACE UNION ENUM INPUT_OBJECT LIST NON_NULL }
                enum __DirectiveLocation {
                  QUERY MUTATION SUBSCRIPTION FIELD FRAGMENT_DEFINITION FRAGMENT_SPREAD INLINE_FRAGMENT
                  VARIABLE_DEFINITION SCHEMA SCALAR OBJECT FIELD_DEFINITION ARGUMENT_DEFINITION INTERFACE UNION ENUM
                  ENUM_VALUE INPUT_OBJECT INPUT_FIELD_DEFINITION
                }
                """)

        package static let rootFields =
            TypeDefinition.all(
                in: """
                    type Query {
                      "the type system of this address" __schema: __Schema!
                      "one type of it, by its name" __type(name: String!): __Type
                    }
                    """
            ).flatMap(\.fields)

        package static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
    }

    package struct DirectiveDefinition: Sendable, Hashable {
        package let name: String
        package let locations: [String]
        package let arguments: [InputDefinition]

        /// `@include` and `@skip` of the specification, and two of an instance: `@defer`, and `@source` for the text of
        /// a scripted schema.
        package static let known: [DirectiveDefinition] = {
            let selections = ["FIELD", "FRAGMENT_SPREAD", "INLINE_FRAGMENT"]
            let condition = InputDefinition("if", .required("Boolean"))
            return [
                DirectiveDefinition(name: "include", locations: selections, arguments: [condition]),
                DirectiveDefinition(name: "skip", locations: selections, arguments: [condition]),
                DirectiveDefinition(
                    name: "defer", locations: selections,
                    arguments: [InputDefinition("if", .type("Boolean")), InputDefinition("label", .type("String"))]),
                DirectiveDefinition(
                    name: "source", locations: ["FIELD_DEFINITION"],
                    arguments: [InputDefinition("value", .required("String"))]),
            ]
        }()
    }
}
