import Database

/// A column on a dot-walk, with the statement's columns that tell whether its value is known.
struct KnowledgeStep {
    let table: String
    let column: String
    /// The place of the index of the record's missing columns; NULL if none is missing.
    private let gap: Int
    /// The place of the sys_id of the record.
    private let sysID: Int
    /// The place of the value.
    private let value: Int

    /// The fields with their steps, and the columns that follow those of the fields. Without knowledge to test, nothing
    /// is added.
    static func added(
        to fields: [RecordFields.Field], _ call: Call, _ plan: JoinPlan
    ) throws -> ([RecordFields.Field], [SQLFragment]) {
        guard let knowledge = call.store.knowledge else { return (fields, []) }
        let known = fields.filter { $0.key.contains(".") || knowledge.knows($0.column, in: plan.table) }
        let first = known.count
        var columns: [SQLFragment] = [], places: [SQLFragment: Int] = [:]
        func place(_ sql: String) -> Int {
            let fragment = SQLFragment(sql)
            if let known = places[fragment] { return known }
            columns.append(fragment)
            places[fragment] = first + columns.count - 1
            return first + columns.count - 1
        }
        let fields = try known.map { field in
            let steps = try knowledge.steps(of: field.key, in: plan).map { step in
                let sysID = step.alias + ".\"sys_id\""
                return KnowledgeStep(
                    table: step.table.name, column: step.column.name,
                    gap: place("(SELECT gap FROM sandbox_unknown WHERE sys_id = \(sysID))"), sysID: place(sysID),
                    value: step.column.isJournal ? place(sysID) : place(step.alias + "." + step.column.sqlName))
            }
            return RecordFields.Field(key: field.key, column: field.column, sql: field.sql, steps: steps)
        }
        return (fields, columns)
    }

    /// Whether a value at the end of a dot-walk is unknown: one on its way is, or leads to a record that was not seen.
    static func isUnknown(_ steps: [KnowledgeStep], _ row: Statement, _ knowledge: Knowledge) -> Bool {
        for (offset, step) in steps.enumerated() {
            if row.isNull(step.sysID) { return offset > 0 && !row.isNull(steps[offset - 1].value) }
            if !row.isNull(step.gap), knowledge.lacks(step.column, row.integer(step.gap)) { return true }
        }
        return false
    }
}
