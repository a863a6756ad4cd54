import Notation

/// How much an operation asks for, counted before anything is done: every field, as often as fragments repeat it, a table
/// for many.
struct GraphQLComplexity {
    /// The most that an operation may count. A table counts 50: two hundred tables are too many.
    static let most = 10_000
    /// The most levels of braces and fragments inside one another, as many as a document may have.
    static let deepest = 200
    /// What a field counts that is a query of its own.
    static let table = 50

    private let fragments: GraphQL.Fragments
    private let operation: GraphQL.OperationKind
    private var cost = 0

    /// Refuses an operation that asks for too much.
    static func check(
        _ operation: GraphQL.Operation, _ fragments: GraphQL.Fragments
    ) throws(GraphQLRefusal) {
        var count = GraphQLComplexity(fragments: fragments, operation: operation.kind)
        try count.add(operation.selections, each: 1, isOutermost: true, depth: 1)
    }

    private init(fragments: GraphQL.Fragments, operation: GraphQL.OperationKind) {
        self.fragments = fragments
        self.operation = operation
    }

    private mutating func add(
        _ selections: [GraphQL.Selection], each: Int, isOutermost: Bool, depth: Int
    ) throws(GraphQLRefusal) {
        if depth > GraphQLComplexity.deepest { throw .tooDeep }
        for selection in selections {
            switch selection {
            case .field(let field):
                let root = isOutermost ? GraphQLRoots.named(field.name.text, operation) : nil
                try add(root?.cost ?? each)
                // Below a row the outermost type begins anew.
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

    private mutating func add(_ more: Int) throws(GraphQLRefusal) {
        cost += more
        if cost > GraphQLComplexity.most { throw .tooComplex(cost) }
    }
}
