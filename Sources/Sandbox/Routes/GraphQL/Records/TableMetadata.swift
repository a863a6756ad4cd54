import Notation

/// `_table_metadata`: what a table is, and what the user may do with it at all.
struct TableMetadata {
    private let table: Table
    private let rules: AccessRules

    init(_ table: Table, _ rules: AccessRules) {
        self.table = table
        self.rules = rules
    }

    func write(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let fields = try execution.fields(below: field, on: GraphQL.RecordNames.metadataType)
        try execution.write(fields, of: GraphQL.RecordNames.metadataType, into: &out) { field, out in
            switch field.name {
            case "label", "displayValue": out.string(table.label)
            case "plural": out.string(table.definition.plural)
            case "canRead": out.flag(rules.reading(table) == .allowed)
            case "canWrite": out.flag(rules.may(.update, in: table))
            case "canCreate": out.flag(rules.may(.insert, in: table))
            case "canDelete": out.flag(rules.may(.delete, in: table))
            case "hasTextIndex", "hasTableTextIndex": out.flag(table.columns.contains { $0.type.isSearchable })
            case "auditWanted": out.flag(AuditTrail.audited.contains(table.root))
            // What the sandbox does not have: rotated or partitioned tables, scripts, update sets.
            case "isScriptableTable", "isPartitionTable", "isRotationExtension", "isUpdateSync",
                "isUpdateSyncCustom", "isReadReplicaBlacklisted", "hasOffRowTables", "supportsClasspath":
                out.flag(false)
            default: throw execution.undefined(field, in: GraphQL.RecordNames.metadataType)
            }
        }
    }
}
