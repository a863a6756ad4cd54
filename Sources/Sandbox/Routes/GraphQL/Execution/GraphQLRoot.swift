import Notation

/// A field of the outermost type, such as `GlideRecord_Query`. Each is a file of its own and a line in `GraphQLRoots`.
protocol GraphQLRoot: Sendable {
    /// The field's name.
    var name: String { get }
    /// Whether queries or mutations have it.
    var operation: GraphQL.OperationKind { get }
    /// What the field itself counts in an operation's complexity.
    var cost: Int { get }
    /// What each field below it counts.
    var costBelow: Int { get }
    /// Writes the field's value.
    ///
    /// A `Refusal`, `QueryTooComplex` or `GraphQLError` that is thrown makes this field null and is told in `errors`; a
    /// `GraphQLRefusal` makes the whole data null; anything else ends the request. Fields below are written with
    /// `execution.write`, which treats each of them the same way.
    func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws
}

extension GraphQLRoot {
    var operation: GraphQL.OperationKind { .query }
    var cost: Int { 1 }
    var costBelow: Int { 1 }
}

/// The fields of the outermost types.
enum GraphQLRoots {
    static let all: [any GraphQLRoot] = [
        GlideRecordQuery(), GlideAggregateRecordQuery(), GlideRecordMutation(), SchemaIntrospection(),
        TypeIntrospection(),
    ]

    static func named(_ name: String, _ operation: GraphQL.OperationKind) -> (any GraphQLRoot)? {
        all.first { $0.name == name && $0.operation == operation }
    }

    /// The outermost type's own name.
    static func typeName(_ operation: GraphQL.OperationKind) -> String {
        operation == .mutation ? GraphQL.RecordNames.mutationType : GraphQL.RecordNames.queryType
    }
}
