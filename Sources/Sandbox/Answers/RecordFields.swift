/// Which columns an answer holds, in which order, and how the statement gives them.
struct RecordFields {
    /// One key of a record.
    struct Field {
        /// As it was asked for, dot-walk included.
        let key: String
        let column: Column
        /// What the statement selects: the value, or for a journal the sys_id of the record it belongs to.
        let sql: SQLFragment
    }

    let fields: [Field]

    /// All columns of the table, those of a view, or those that `sysparm_fields` names and that exist; without those
    /// the user may not read. What stands in a record at the end of a dot-walk is empty when the user may not read that
    /// record.
    init(_ call: Call, plan: JoinPlan) throws {
        let parameters = call.parameters
        let wanted = parameters["sysparm_fields"].map { list in
            list.split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
        }
        let view = parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: plan.table) }
        guard let wanted = wanted.flatMap({ $0.isEmpty ? nil : $0 }) ?? view else {
            fields = plan.table.columns.filter(call.rules.mayRead).map {
                Field(key: $0.name, column: $0, sql: SQLFragment(RecordFields.sql($0, plan.alias)))
            }
            return
        }
        fields = try RecordFields.named(wanted, call, plan)
    }

    /// The columns of those names that exist and that the user may read.
    init(_ wanted: [String], _ call: Call, plan: JoinPlan) throws {
        fields = try RecordFields.named(wanted, call, plan)
    }

    private static func named(_ wanted: [String], _ call: Call, _ plan: JoinPlan) throws -> [Field] {
        let rules = call.rules
        var seen: Set<String> = []
        var found: [Field] = []
        for key in wanted where seen.insert(key).inserted {
            guard let operand = try plan.operand(at: key), rules.mayRead(operand.column) else { continue }
            var sql = SQLFragment(RecordFields.sql(operand.column, operand.alias))
            if operand.alias != plan.alias, let access = try call.readAccess(to: operand.table, alias: operand.alias) {
                sql = SQLFragment("CASE WHEN " + access.text + " THEN " + sql.text + " END", access.values)
            }
            found.append(Field(key: key, column: operand.column, sql: sql))
        }
        return found
    }

    /// What a `RowReader` selects.
    var columns: [SQLFragment] { fields.map(\.sql) }

    /// What follows SELECT.
    var list: SQLFragment {
        fields.isEmpty
            ? SQLFragment("1")
            : SQLFragment(columns.map(\.text).joined(separator: ", "), columns.flatMap(\.values))
    }

    /// What the statement selects for a column: the value, or for a journal the sys_id of its record.
    static func sql(_ column: Column, _ alias: String) -> String {
        alias + "." + (column.isJournal ? "\"sys_id\"" : column.sqlName)
    }
}
