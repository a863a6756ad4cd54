import Database

/// Reads rows by their numbers, in the order of these. The joins of its plan are walked for these rows alone.
///
/// One statement reads them all: what an access rule asks of other records, a set of groups say, is then found once and
/// not once for each row.
struct RowReader {
    /// Stands on the row that was read last.
    let statement: Statement

    /// Reads `columns` of rows of the plan's table; they are the statement's columns 0, 1, 2 … An expression with values
    /// (an access rule, say) may stand among them as well as a column.
    init(_ rows: [Int64], _ columns: [SQLFragment], plan: JoinPlan, store: RecordStore) throws {
        try store.fill(plan.tables)
        let list = columns.isEmpty ? "1" : columns.map(\.text).joined(separator: ", ")
        // CROSS keeps SQLite from beginning with anything but the numbers, so that the rows come in their order.
        let alias = plan.alias + "n"
        statement = try Statement(
            "SELECT \(list) FROM json_each(?) AS \(alias) CROSS JOIN \(plan.source) "
                + "WHERE \(plan.alias).\"_row\" = \(alias).value",
            on: store.connection)
        var numbers = "["
        for row in rows { numbers += numbers.utf8.count == 1 ? String(row) : "," + String(row) }
        try statement.bind(columns.flatMap(\.values) + [.text(numbers + "]")])
    }

    /// Goes to the next row. False when there is none; numbers that no row has are passed over.
    func next() throws -> Bool { try statement.step() }
}
