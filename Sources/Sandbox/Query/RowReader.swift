import Database

/// Reads rows by their number, one after another. The joins of its plan are walked for these rows alone.
struct RowReader {
    /// Stands on the row that was read last.
    let statement: Statement
    private let values: [SQLValue]

    /// Reads `columns` of rows of the plan's table; they are the statement's columns 0, 1, 2 … An expression with values
    /// (an access rule, say) may stand among them as well as a column.
    init(_ columns: [SQLFragment], plan: JoinPlan, store: RecordStore) throws {
        try store.fill(plan.tables)
        let list = columns.isEmpty ? "1" : columns.map(\.text).joined(separator: ", ")
        statement = try Statement(
            "SELECT \(list) FROM \(plan.source) WHERE \(plan.alias).\"_row\" = ?", on: store.connection)
        values = columns.flatMap(\.values)
    }

    /// Goes to a row. False when there is none of that number.
    func move(to row: Int64) throws -> Bool {
        statement.reset()
        try statement.bind(values)
        try statement.bind(.integer(row), at: values.count + 1)
        return try statement.step()
    }
}
