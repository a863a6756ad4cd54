import Database
import Notation

/// A record that another row refers to, read by a statement of its own.
final class FurtherRecord {
    private let execution: GraphQLExecution
    private let plan: JoinPlan
    private let key: String
    private let columns: [SQLFragment]
    private let pieces: [RecordPiece]
    private let writer: RecordPieceWriter
    private var statement: Statement?

    /// `key` is the column of the table that the reference holds.
    init(_ fields: [GraphQLField], of table: Table, key: String, _ execution: GraphQLExecution) throws {
        self.execution = execution
        self.key = key
        plan = JoinPlan(table, in: execution.call.schema)
        let builder = RecordTemplateBuilder(execution, plan)
        _ = builder.select(try execution.call.readAccess(to: table, alias: plan.alias) ?? SQLFragment("1"))
        try builder.addRow(fields, of: table, type: GraphQL.RecordNames.rowPrefix + table.name, path: "")
        columns = builder.columns
        pieces = builder.finished()
        writer = RecordPieceWriter(execution)
    }

    /// Writes the record of that key; null when there is none that the user may read.
    func write(_ value: String, into out: inout JSONText) throws {
        let statement: Statement
        if let known = self.statement {
            statement = known
        } else {
            let store = execution.call.store
            try store.fill(plan.tables)
            let list = columns.map(\.text).joined(separator: ", ")
            statement = try Statement(
                "SELECT \(list) FROM \(plan.source) WHERE \(plan.alias).\"\(key)\" = ?", on: store.connection)
            self.statement = statement
        }
        let values = columns.flatMap(\.values)
        statement.reset()
        try statement.bind(values)
        try statement.bind(.text(value), at: values.count + 1)
        guard !value.isEmpty, try statement.step(), statement.integer(0) == 1 else { return out.raw("null") }
        try writer.write(pieces, statement, into: &out)
    }
}
