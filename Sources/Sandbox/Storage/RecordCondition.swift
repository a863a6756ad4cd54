import Database
import Notation

/// Whether a stored record meets an encoded query: what filters of business rules and data policies ask.
struct RecordCondition {
    let store: RecordStore
    let context: QueryContext

    /// Whether the record meets the query. An empty query is met by every record.
    func holds(_ query: String, for sysID: String, in table: Table) throws -> Bool {
        let plan = JoinPlan(table, in: store.schema)
        let condition = try QueryCompiler(plan: plan, context: context).condition(of: EncodedQuery(query))
        try store.fill(plan.tables)
        let texts = [plan.alias + ".\"sys_id\" = ?", condition.map { "(" + $0.text + ")" }].compactMap { $0 }
        let statement = try Statement(
            "SELECT 1 FROM \(plan.source) WHERE " + texts.joined(separator: " AND "), on: store.connection)
        try statement.bind([.text(sysID)] + (condition?.values ?? []))
        return try statement.step()
    }
}
