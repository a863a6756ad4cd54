extension GraphQL {
    /// What a field of `GlideRecord_Mutation` does; the raw value is the beginning of its name.
    package enum RecordWrite: String, Sendable, CaseIterable {
        /// Makes a record.
        case insert = "insert_"
        /// Changes one.
        case update = "update_"
        /// Deletes one.
        case delete = "delete_"

        /// What a field of that name does, and to a record of which table; nil for a name that says nothing of both.
        package static func read(_ field: String) -> (write: RecordWrite, table: String)? {
            for write in allCases {
                if let table = RecordSchema.rest(of: field, after: write.rawValue) { return (write, table) }
            }
            return nil
        }
    }
}
