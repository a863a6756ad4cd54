/// What a field of `GlideRecord_Mutation` names: `update_incident` updates a record of incident.
struct MutationName {
    enum Operation: String, CaseIterable {
        case insert = "insert_"
        case update = "update_"
        case delete = "delete_"
    }

    let operation: Operation
    let table: Table

    /// Nil when there is no such table, or one that has no mutations.
    init?(_ name: String, _ schema: Schema) {
        guard let operation = Operation.allCases.first(where: { name.hasPrefix($0.rawValue) }),
            let table = schema[String(name.dropFirst(operation.rawValue.count))], MutationName.exist(for: table)
        else { return nil }
        self.operation = operation
        self.table = table
    }

    /// Whether a table has mutations. On an instance a few tables have none; which, follows from how they were installed.
    /// Here they are those that are made of the schema itself (sys_dictionary, sys_choice and the like): nobody can write
    /// to them.
    static func exist(for table: Table) -> Bool { !TableDefinition.derived.contains(table.root) }
}
