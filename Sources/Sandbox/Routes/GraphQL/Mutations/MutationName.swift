import Notation

/// What a field of `GlideRecord_Mutation` names: `update_incident` updates a record of incident.
struct MutationName {
    let operation: GraphQL.RecordWrite
    let table: Table

    /// Nil when there is no such table, or one that has no mutations.
    init?(_ name: String, _ schema: Schema) {
        guard let (write, tableName) = GraphQL.RecordWrite.read(name), let table = schema[tableName],
            MutationName.exist(for: table)
        else { return nil }
        operation = write
        self.table = table
    }

    /// Whether a table has mutations. On an instance a few tables have none; which, follows from how they were installed.
    /// Here they are those that the schema is made of (sys_dictionary, sys_choice and the like): they are written through
    /// the Table API and forms.
    static func exist(for table: Table) -> Bool { !TableDefinition.derived.contains(table.root) }
}
