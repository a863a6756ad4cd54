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

    /// Says which parts of a query an instance passes over: it does so without a word, and answers with more rows than
    /// were asked for.
    static func warn(about query: String?, in notes: NoteBook) {
        guard let query else { return }
        for part in EncodedQuery(query).unread {
            notes.add("The instance drops this part of the query, which it cannot read: \(part.text)")
        }
    }
}
