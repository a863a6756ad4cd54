import Notation

/// The encoded query of a command: what `-q` holds, and `--order` behind it.
struct ListQuery {
    /// Nil when there is neither.
    let text: String?

    init(_ arguments: BoundArguments) throws(Problem) {
        var parts: [String] = []
        if let query = arguments.string("query"), !query.isEmpty { parts.append(query) }
        for (field, descending) in arguments.ordering("order") ?? [] {
            parts.append((descending ? "ORDERBYDESC" : "ORDERBY") + field)
        }
        text = parts.isEmpty ? nil : parts.joined(separator: "^")
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
