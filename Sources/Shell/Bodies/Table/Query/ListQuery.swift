import Notation

/// The encoded query of a command: its conditions, and `--order` behind them.
struct ListQuery {
    /// Nil when there is neither.
    let text: String?

    init(_ conditions: String?, _ arguments: BoundArguments) {
        let orderings = arguments.ordering("order") ?? []
        let query = EncodedQuery.text(
            of: conditions ?? "",
            orderedBy: orderings.map { EncodedQuery.Ordering($0.field, descending: $0.descending) })
        text = query.isEmpty ? nil : query
    }
}
