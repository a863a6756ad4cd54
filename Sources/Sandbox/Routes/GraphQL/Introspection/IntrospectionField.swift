import Notation

/// A field of an introspection with those below it, collected once: what it is asked of are thousands of types.
final class IntrospectionField {
    let name: String
    /// `"name":` as it stands in the answer.
    let key: [UInt8]
    /// The type of its value, lists and the like taken off.
    let type: String
    let below: [IntrospectionField]

    /// Collects a field of the type of that name.
    init(_ field: GraphQLField, on owner: String, _ execution: GraphQLExecution) throws {
        name = field.name
        key = field.key
        if field.name == "__typename" {
            (type, below) = ("String", [])
            return
        }
        guard let type = IntrospectionField.type(of: field.name, on: owner) else {
            throw execution.undefined(field, in: owner)
        }
        self.type = type
        let isLeaf = !type.hasPrefix("__") || type == "__TypeKind" || type == "__DirectiveLocation"
        below = isLeaf ? [] : try IntrospectionField.below(field, on: type, execution)
    }

    /// The fields below a field whose value is of that type.
    static func below(
        _ field: GraphQLField, on type: String, _ execution: GraphQLExecution
    ) throws -> [IntrospectionField] {
        try execution.fields(below: field, on: type).map { try IntrospectionField($0, on: type, execution) }
    }

    /// The type of a field's value; nil when an introspection type has no such field.
    private static func type(of field: String, on owner: String) -> String? {
        GraphQL.BuiltInTypes.byName[owner]?.field(field).value?.type.innermost.text
    }
}
