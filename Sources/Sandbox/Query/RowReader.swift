import Database

/// Reads rows by row number, in the given order. The plan's joins run only for these rows.
struct RowReader {
    let statement: Statement

    /// Reads `columns` of the plan's rows as the statement's columns 0, 1, 2 … They may be expressions with parameters,
    /// such as access rules.
    init(_ rows: [Int64], _ columns: [SQLFragment], plan: JoinPlan, store: RecordStore) throws {
        try store.fill(plan.tables)
        let list = columns.isEmpty ? "1" : columns.map(\.text).joined(separator: ", ")
        // CROSS JOIN makes SQLite scan the row numbers first, which preserves their order.
        let alias = plan.alias + "n"
        statement = try store.connection.ownStatement(
            "SELECT \(list) FROM json_each(?) AS \(alias) CROSS JOIN \(plan.source) "
                + "WHERE \(plan.alias).\"_row\" = \(alias).value")
        var numbers = "["
        for row in rows { numbers += numbers.utf8.count == 1 ? String(row) : "," + String(row) }
        try statement.bind(columns.flatMap(\.values) + [.text(numbers + "]")])
    }

    func next() throws -> Bool { try statement.step() }
}

/// The rows that match a query, in its order, without a limit.
struct RowSelection {
    let plan: JoinPlan
    let condition: SQLFragment?
    /// The ORDER BY clause. It ends with a unique column, so that windows of one selection never overlap.
    let order: String

    var rows: SQLFragment { statement("\(plan.alias).\"_row\"", from: plan.source, tail: " ORDER BY " + order) }

    var count: SQLFragment { statement("count(*)", from: plan.source) }

    private func statement(_ result: String, from source: String, tail: String = "") -> SQLFragment {
        SQLFragment(
            "SELECT \(result) FROM \(source)" + (condition.map { " WHERE " + $0.text } ?? "") + tail,
            condition?.values ?? [])
    }
}

struct RowWindow {
    let rows: [Int64]
    let total: Int?
}
