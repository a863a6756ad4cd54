import Notation

/// The encoded query of a command: what `-q` holds, and `--order` behind it.
struct ListQuery {
    /// Nil when there is neither.
    let text: String?

    init(_ arguments: BoundArguments) throws(Problem) {
        let orderings = arguments.ordering("order") ?? []
        let query = EncodedQuery.text(
            of: arguments.string("query") ?? "",
            orderedBy: orderings.map { EncodedQuery.Ordering($0.field, descending: $0.descending) })
        text = query.isEmpty ? nil : query
    }
}
