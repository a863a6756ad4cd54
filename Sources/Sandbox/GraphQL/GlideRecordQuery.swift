import Database
import Notation

/// One table field: `incident(queryConditions: "active=true", pagination: {limit: 10}) { _rowCount _results { … } }`.
///
/// Without a limit in `pagination` the Table API's default applies; what instances do is unknown. Hidden rows are
/// counted and make a page shorter, as in the Table API.
struct TableRecordsQuery {
    private let table: Table
    private let execution: GraphQLExecution
    private let type: String
    private let fields: [GraphQLField]
    private let window: RowWindow?

    private init(_ field: GraphQLField, of table: Table, _ execution: GraphQLExecution) throws {
        self.table = table
        self.execution = execution
        type = GraphQL.RecordNames.tablePrefix + table.name
        fields = try execution.fields(below: field, on: type)
        let asksRows = fields.contains { $0.name == "_results" }
        let asksCount = fields.contains { $0.name == "_rowCount" }
        let isCounted = !(field.arguments.boolean("omitCount") ?? false) && asksCount
        let pages = field.arguments.object("pagination")
        let limit = max(pages?.integer("limit") ?? TableReading.defaultLimit, 0)
        let offset = pages?.integer("offset") ?? 0
        guard offset >= 0 else { throw APIError.negativePage }
        guard asksRows || isCounted else {
            window = nil
            return
        }
        let call = execution.call
        let query = field.arguments.text("queryConditions") ?? ""
        let sysID = field.arguments.text("sys_id")
        window = try call.store.window(
            of: call.rows(of: table, query: query, sysID: sysID), limit: asksRows ? limit : 0,
            offset: asksRows ? offset : 0, counted: isCounted)
    }

    static func resolve(_ field: GraphQLField, _ execution: GraphQLExecution, into out: inout JSONText) throws {
        let type = GraphQL.RecordNames.recordQueryType
        try execution.write(execution.fields(below: field, on: type), of: type, into: &out) { field, out in
            guard execution.call.schema[field.name] != nil else { throw execution.undefined(field, in: type) }
            try TableRecordsQuery(field, of: try execution.call.table(field.name), execution).answer(into: &out)
        }
    }

    private func answer(into out: inout JSONText) throws {
        try execution.write(fields, of: type, into: &out) { field, out in
            switch field.name {
            case "_rowCount":
                if let total = window?.total { out.number(total) } else { out.raw("null") }
            case "_results": try write(window?.rows ?? [], field, into: &out)
            case "_table_metadata":
                try TableMetadata(table: table, rules: execution.call.rules).write(field, execution, into: &out)
            // There are no subscriptions, and failures are listed in `errors`.
            case "_subscription", "error_message": out.raw("null")
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    private func write(_ rows: [Int64], _ field: GraphQLField, into out: inout JSONText) throws {
        let template = try RecordTemplate(
            execution.fields(below: field, on: GraphQL.RecordNames.rowPrefix + table.name), of: table, execution,
            access: execution.call.access(.read, to: table, alias: "t"))
        out.raw("[")
        if execution.call.rules.reading(table) == .allowed {
            var written = 0
            for row in rows {
                let start = out.count
                if written > 0 { out.raw(",") }
                let isShown = try execution.element(written) { try template.write(.integer(row), into: &out) }
                if isShown { written += 1 } else { out.cut(to: start) }
            }
        }
        out.raw("]")
    }
}

extension APIError {
    /// The Table API's error for the corresponding parameter.
    fileprivate static let negativePage = APIError(
        status: 400, message: "Invalid offset", detail: "The offset must not be negative")
}

/// `_table_metadata`: properties of a table, and the user's rights.
struct TableMetadata {
    let table: Table
    let rules: AccessRules

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
            case "auditWanted": out.flag(TableDefinition.audited.contains(table.root))
            // Features that the sandbox lacks: rotated or partitioned tables, scripts, update sets.
            case "isScriptableTable", "isPartitionTable", "isRotationExtension", "isUpdateSync",
                "isUpdateSyncCustom", "isReadReplicaBlacklisted", "hasOffRowTables", "supportsClasspath":
                out.flag(false)
            default: throw execution.undefined(field, in: GraphQL.RecordNames.metadataType)
            }
        }
    }
}
