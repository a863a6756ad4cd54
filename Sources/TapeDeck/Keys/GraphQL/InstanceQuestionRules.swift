import Notation

/// What is known of the types of an instance: those of `GraphQL.RecordSchema` that are the same for every table, or named
/// after it. An instance's scripted schemas, and the tables that columns refer to, nobody knows here.
struct InstanceQuestionRules: GraphQL.CanonicalRules {
    private static let root = GraphQL.RecordNames.queryType
    private static let tables = GraphQL.RecordNames.recordQueryType
    private static let changes = GraphQL.RecordNames.recordMutationType
    private static let table = GraphQL.RecordNames.tablePrefix
    private static let row = GraphQL.RecordNames.rowPrefix
    private static let pagination = "Glide_PaginationInputType"

    /// The name of the root of mutations is not known.
    func rootType(of kind: GraphQL.OperationKind) -> String? { kind == .query ? Self.root : nil }

    func type(ofField field: String, in type: String?) -> String? {
        guard let type else { return field == GraphQL.RecordNames.recordMutation ? Self.changes : nil }
        switch type {
        case Self.root:
            switch field {
            case GraphQL.RecordNames.recordQuery: return Self.tables
            case GraphQL.RecordNames.aggregateQuery: return GraphQL.RecordNames.aggregateQueryType
            default: return nil
            }
        case Self.tables: return Self.table + field
        default:
            guard field.utf8.first == UInt8(ascii: "_") else { return nil }
            if field == "_results", type.utf8.starts(with: Self.table.utf8) {
                return Self.row + type.dropFirst(Self.table.utf8.count)
            }
            guard type.utf8.starts(with: Self.row.utf8) else { return nil }
            return field == "_query" ? Self.root : field == "_row_data" ? GraphQL.RecordNames.rowDataType : nil
        }
    }

    func type(ofArgument argument: String, of field: String, in type: String?) -> String? {
        switch (type, argument) {
        case (Self.changes, _): "String"
        case (Self.tables, "queryConditions"), (Self.tables, "sys_id"): "String"
        case (Self.tables, "omitCount"): "Boolean"
        case (Self.tables, "pagination"): Self.pagination
        case (Self.root, _) where field == GraphQL.RecordNames.aggregateQuery:
            switch argument {
            case "tableName": "String!"
            case "queryConditions": "String"
            case "groupBy": "[String]"
            default: nil
            }
        default: nil
        }
    }

    func type(ofMember member: String, in type: String) -> String? {
        type == Self.pagination && (member == "limit" || member == "offset") ? "Int" : nil
    }

    /// `GlideRecord_Mutation { insert_incident … }`: the root holds the changes.
    var orderedLevels: Int { 2 }

    func isEncodedQuery(argument: String) -> Bool { argument == "queryConditions" }
}
