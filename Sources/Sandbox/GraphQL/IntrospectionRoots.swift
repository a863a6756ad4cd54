import Notation

/// The part of the type system that the user may see.
struct IntrospectedSchema {
    let whole: any GraphQL.Schema
    private let showsRecords: Bool

    /// Throws if introspection is disabled for the user, or exceeds the limits. It is off by default, as on an
    /// instance: one property enables it for those with a role, another includes the types of tables. Administrators
    /// have every role.
    init(_ execution: GraphQLExecution) throws {
        let (account, store) = (execution.call.account, execution.call.store)
        guard account.isAdmin || account.roles.contains("graphql_schema_admin"),
            try store.isTrue("glide.graphql.introspection_enabled")
        else { throw GraphQLRequestError.introspectionDisabled }
        showsRecords = try store.isTrue("glide.graphql.glide_record_schema.introspection_enabled")
        try IntrospectionLimits.check(execution)
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

/// An introspection field with its subfields, collected once for thousands of types.
final class IntrospectionField {
    let name: String
    /// `"name":` in the response.
    let key: [UInt8]
    /// The named type of its value, without list and non-null wrappers.
    let type: String
    let below: [IntrospectionField]

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

    static func below(
        _ field: GraphQLField, on type: String, _ execution: GraphQLExecution
    ) throws -> [IntrospectionField] {
        try execution.fields(below: field, on: type).map { try IntrospectionField($0, on: type, execution) }
    }

    /// The type of a field's value; nil if the introspection type has no such field.
    private static func type(of field: String, on owner: String) -> String? {
        GraphQL.BuiltInTypes.byName[owner]?.field(field).value?.type.innermost.text
    }
}

/// Rejects introspection queries that would grow without limit, because types lead to fields and these to types again.
///
/// The rule is graphql-java's: each recursive field may be used once, and the number and depth of fields is limited.
/// Queries of common tools are within the limits.
struct IntrospectionLimits {
    private static let maxFields = 500
    private static let deepest = 20
    private static let once: Set<String> = [
        "Query.__schema", "Query.__type", "__Type.fields", "__Type.inputFields", "__Type.interfaces",
        "__Type.possibleTypes",
    ]

    private let execution: GraphQLExecution
    private var seen: Set<String> = []
    private var fields = 0

    static func check(_ execution: GraphQLExecution) throws {
        var limits = IntrospectionLimits(execution)
        let outermost = try execution.fields(of: execution.operation.selections)
        try limits.look(at: outermost, on: GraphQLRoots.typeName(execution.operation.kind), depth: 1)
    }

    private init(_ execution: GraphQLExecution) { self.execution = execution }

    private mutating func look(at found: [GraphQLField], on type: String, depth: Int) throws {
        let known = execution.schema.type(type).value
        for field in found {
            fields += 1
            if fields > IntrospectionLimits.maxFields {
                throw GraphQLRequestError.tooBig(
                    "Maximum field count exceeded. \(fields) > \(IntrospectionLimits.maxFields)")
            }
            if depth > IntrospectionLimits.deepest {
                throw GraphQLRequestError.tooBig(
                    "Maximum query depth exceeded. \(depth) > \(IntrospectionLimits.deepest)")
            }
            let coordinate = (type == execution.schema.queryType ? "Query" : type) + "." + field.name
            if IntrospectionLimits.once.contains(coordinate), !seen.insert(coordinate).inserted {
                throw GraphQLRequestError.tooOften(coordinate)
            }
            guard field.hasSelections, let definition = known.map({ execution.schema.field(field.name, of: $0) })?.value
            else { continue }
            let below = definition.type.innermost.text
            try look(at: try execution.fields(below: field, on: below), on: below, depth: depth + 1)
        }
    }
}

extension GraphQLRequestError {
    static let introspectionDisabled = GraphQLRequestError(
        .introspectionDisabled, "Introspection has been disabled for this request")

    static func tooOften(_ coordinate: String) -> GraphQLRequestError {
        badFaith("\(coordinate) is present too often!")
    }

    static func tooBig(_ reason: String) -> GraphQLRequestError { badFaith("the query is too big: " + reason) }

    private static func badFaith(_ reason: String) -> GraphQLRequestError {
        GraphQLRequestError(.badFaith, "This request is not asking for introspection in good faith - " + reason)
    }
}
