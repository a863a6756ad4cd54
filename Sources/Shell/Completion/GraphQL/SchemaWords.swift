import Notation

/// What completion says of words of an instance's schema, which has no descriptions of them.
enum SchemaWords {
    /// What directives do.
    static let directives = [
        "include": "take it when this is true", "skip": "leave it out when this is true", "defer": "give it later",
    ]

    /// The beginnings of mutations' names.
    static let writes = GraphQL.RecordWrite.allCases.map { write in
        switch write {
        case .insert: Named(write.rawValue, "make a record")
        case .update: Named(write.rawValue, "change a record")
        case .delete: Named(write.rawValue, "delete a record")
        }
    }
}
