/// Which columns an answer holds, in which order, and how the statement gives them.
struct RecordFields {
    /// One key of a record.
    struct Field {
        /// As it was asked for, dot-walk included.
        let key: String
        let column: Column
        /// What the statement selects: the value, or for a journal the sys_id of the record it belongs to.
        let sql: String
    }

    let fields: [Field]

    /// All columns of the table, those of a view, or those that `sysparm_fields` names and that exist; without those
    /// the user may not read.
    init(_ parameters: Parameters, plan: JoinPlan, rules: AccessRules) throws(QueryTooComplex) {
        let wanted = parameters["sysparm_fields"].map { list in
            list.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
        }
        let view = parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: plan.table) }
        guard let wanted = wanted.flatMap({ $0.isEmpty ? nil : $0 }) ?? view else {
            fields = plan.table.columns.filter(rules.mayRead).map {
                Field(key: $0.name, column: $0, sql: RecordFields.sql($0, plan.alias))
            }
            return
        }
        var seen: Set<String> = []
        var found: [Field] = []
        for key in wanted where seen.insert(key).inserted {
            guard let operand = try plan.operand(at: key), rules.mayRead(operand.column) else { continue }
            found.append(Field(key: key, column: operand.column, sql: RecordFields.sql(operand.column, operand.alias)))
        }
        fields = found
    }

    /// What a `RowReader` selects.
    var columns: [SQLFragment] { fields.map { SQLFragment($0.sql) } }

    /// What follows SELECT.
    var list: String { fields.isEmpty ? "1" : fields.map(\.sql).joined(separator: ", ") }

    private static func sql(_ column: Column, _ alias: String) -> String {
        alias + "." + (column.isJournal ? "\"sys_id\"" : column.sqlName)
    }
}
