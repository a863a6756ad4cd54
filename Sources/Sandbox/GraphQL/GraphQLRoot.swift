import Notation
import Synchronization

/// A field of the root type, such as `GlideRecord_Query`.
struct GraphQLRoot: Sendable {
    let name: String
    var operation = GraphQL.OperationKind.query
    var cost = 1
    var costBelow = 1
    /// Writes the field's value.
    ///
    /// A thrown `APIError`, `QueryComplexityError` or `GraphQLError` makes this field null and is listed in `errors`; a
    /// `GraphQLRequestError` makes the whole data null; anything else ends the request. Nested fields are written with
    /// `execution.write`, which handles errors the same way.
    let resolve: @Sendable (GraphQLField, GraphQLExecution, inout JSONText) throws -> Void
}

/// The fields of the root types.
enum GraphQLRoots {
    private static let table = GraphQLComplexity.table
    static let all = [
        GraphQLRoot(
            name: GraphQL.RecordNames.recordQuery, costBelow: table, resolve: TableRecordsQuery.resolve),
        GraphQLRoot(
            name: GraphQL.RecordNames.aggregateQuery, cost: table, resolve: GlideAggregateRecordQuery.resolve),
        GraphQLRoot(
            name: GraphQL.RecordNames.recordMutation, operation: .mutation, costBelow: table,
            resolve: GlideRecordMutation.resolve),
        GraphQLRoot(name: "__schema", resolve: IntrospectionWriter.resolveSchema),
        GraphQLRoot(name: "__type", resolve: IntrospectionWriter.resolveType),
    ]

    static func named(_ name: String, _ operation: GraphQL.OperationKind) -> GraphQLRoot? {
        all.first { $0.name == name && $0.operation == operation }
    }

    /// The root type's name.
    static func typeName(_ operation: GraphQL.OperationKind) -> String {
        operation == .mutation ? GraphQL.RecordNames.mutationType : GraphQL.RecordNames.queryType
    }
}

/// The sandbox's tables for the GraphQL type system, with a cache.
final class SandboxTables: GraphQL.TableSource {
    private let schema: Schema
    private let shapes = Mutex<[String: GraphQL.TableShape]>([:])

    init(_ schema: Schema) { self.schema = schema }

    var tableNames: [String]? { schema.names }

    func shape(of name: String) -> GraphQL.Knowledge<GraphQL.TableShape> {
        if let known = shapes.withLock({ $0[name] }) { return .known(known) }
        guard let table = schema[name] else { return .absent }
        let shape = shape(of: table)
        shapes.withLock { $0[name] = shape }
        return .known(shape)
    }

    /// A reference to a table that the sandbox lacks becomes a string.
    private func shape(of table: Table) -> GraphQL.TableShape {
        GraphQL.TableShape(
            name: table.name, label: table.label,
            columns: table.columns.map { column in
                GraphQL.ColumnShape(
                    column.name, label: column.definition.label, internalType: column.type.rawValue,
                    reference: column.reference.flatMap { schema[$0]?.name }, hasChoices: !column.choices.isEmpty,
                    isReadOnly: column.definition.isReadOnly)
            }, hasMutations: MutationName.exist(for: table))
    }
}

/// The complexity of an operation, computed before execution: every field, as often as fragments repeat it, with tables
/// weighted.
struct GraphQLComplexity {
    /// The maximum complexity. A table counts 50, so two hundred tables are too many.
    static let most = 10_000
    /// The maximum nesting of selections and fragments, the same as for parsing.
    static let deepest = 200
    static let table = 50

    private let fragments: GraphQL.Fragments
    private let operation: GraphQL.OperationKind
    private var cost = 0

    static func check(
        _ operation: GraphQL.Operation, _ fragments: GraphQL.Fragments
    ) throws(GraphQLRequestError) {
        var count = GraphQLComplexity(fragments: fragments, operation: operation.kind)
        try count.add(operation.selections, each: 1, isOutermost: true, depth: 1)
    }

    private init(fragments: GraphQL.Fragments, operation: GraphQL.OperationKind) {
        self.fragments = fragments
        self.operation = operation
    }

    private mutating func add(
        _ selections: [GraphQL.Selection], each: Int, isOutermost: Bool, depth: Int
    ) throws(GraphQLRequestError) {
        if depth > GraphQLComplexity.deepest { throw .tooDeep }
        for selection in selections {
            switch selection {
            case .field(let field):
                let root = isOutermost ? GraphQLRoots.named(field.name.text, operation) : nil
                try add(root?.cost ?? each)
                // `_query` in a row begins at the root type again.
                try add(
                    field.selections ?? [], each: root?.costBelow ?? 1, isOutermost: field.name.text == "_query",
                    depth: depth + 1)
            case .spread(let spread):
                try add(1)
                guard let fragment = fragments[spread.name.text] else { throw .unknownFragment(spread.name.text) }
                try add(fragment.selections, each: each, isOutermost: isOutermost, depth: depth + 1)
            case .inline(let fragment):
                try add(1)
                try add(fragment.selections, each: each, isOutermost: isOutermost, depth: depth + 1)
            }
        }
    }

    private mutating func add(_ more: Int) throws(GraphQLRequestError) {
        cost += more
        if cost > GraphQLComplexity.most { throw .tooComplex(cost) }
    }
}
