import Database

/// Reads rows by their numbers, in the order of these. The joins of its plan are walked for these rows alone.
///
/// One statement reads them all: what an access rule asks of other records, a set of groups say, is then found once and
/// not once for each row.
struct RowReader {
    /// Positioned at the row that was read last.
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

/// The rows that a query describes, in its order, without a limit.
///
/// The plan holds the joins that the condition and the order walk, and no others: what an answer shows of the rows is
/// read afterwards, for the rows of a window alone.
struct RowSelection {
    let plan: JoinPlan
    /// What follows WHERE; nil for all rows.
    let condition: SQLFragment?
    /// What follows ORDER BY. It ends with something unique, so that windows of one selection never overlap.
    let order: String

    /// The row numbers in order.
    var rows: SQLFragment { statement("\(plan.alias).\"_row\"", from: plan.sortedSource, tail: " ORDER BY " + order) }

    /// How many rows there are.
    var count: SQLFragment { statement("count(*)", from: plan.source) }

    private func statement(_ result: String, from source: String, tail: String = "") -> SQLFragment {
        SQLFragment(
            "SELECT \(result) FROM \(source)" + (condition.map { " WHERE " + $0.text } ?? "") + tail,
            condition?.values ?? [])
    }
}

/// The part of a selection that one answer shows: `sysparm_limit` rows from `sysparm_offset` on.
struct RowWindow {
    /// The row numbers (`_row`) in the selection's order, whatever the user may read of them.
    let rows: [Int64]
    /// How many rows the whole selection has; nil when not requested.
    let total: Int?
}

/// Finds windows of selections, and keeps the row numbers of the selections that are being paged through, so that the
/// last page of a long list costs what the first one does.
///
/// A selection is known by its statement and the values bound to it. Who asks, the time and the zone have gone into
/// those, so nothing else tells two selections apart. Every write makes all that is kept worthless.
final class SelectionCache {
    /// The most selections kept.
    static let maxSelections = 8
    /// The most row numbers kept, in all selections together: 16 MB.
    static let maxRows = 2_000_000

    private struct Entry {
        let selection: SQLFragment
        let rows: [Int64]
    }

    private let connection: Connection
    /// The least recently used first.
    private var entries: [Entry] = []
    private var state: [Int64] = []

    init(_ connection: Connection) { self.connection = connection }

    /// A window of a selection. Its total is that of the condition alone, before any access rule; it is found when it
    /// is `counted`.
    func window(of selection: RowSelection, limit: Int, offset: Int, counted: Bool) throws -> RowWindow {
        let limit = max(limit, 0)
        let statement = selection.rows
        try forgetWhatChanged()
        if let kept = entries.firstIndex(where: { $0.selection == statement }) {
            entries.append(entries.remove(at: kept))
            return window(of: entries[entries.count - 1].rows, limit, offset, counted)
        }
        if offset > 0 {
            // The client pages through the list and will ask for the next page.
            let rows = try self.rows(statement)
            keep(Entry(selection: statement, rows: rows))
            return window(of: rows, limit, offset, counted)
        }
        // A number in the text: one that is bound leads the planner away from an index that holds everything.
        let page = try rows(SQLFragment(statement.text + " LIMIT \(limit)", statement.values))
        guard counted else { return RowWindow(rows: page, total: nil) }
        return RowWindow(rows: page, total: page.count < limit ? page.count : try count(selection))
    }

    private func window(of rows: [Int64], _ limit: Int, _ offset: Int, _ counted: Bool) -> RowWindow {
        let start = min(offset, rows.count)
        let end = start + min(limit, rows.count - start)
        return RowWindow(rows: Array(rows[start..<end]), total: counted ? rows.count : nil)
    }

    private func count(_ selection: RowSelection) throws -> Int {
        let statement = try Statement(selection.count.text, on: connection)
        try statement.bind(selection.count.values)
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    private func rows(_ sql: SQLFragment) throws -> [Int64] {
        let statement = try Statement(sql.text, on: connection)
        try statement.bind(sql.values)
        var rows: [Int64] = []
        while try statement.step() { rows.append(statement.integer(0)) }
        return rows
    }

    private func keep(_ entry: Entry) {
        guard entry.rows.count <= SelectionCache.maxRows else { return }
        entries.append(entry)
        while entries.count > SelectionCache.maxSelections
            || entries.reduce(0, { $0 + $1.rows.count }) > SelectionCache.maxRows
        {
            entries.removeFirst()
        }
    }

    /// Rows are counted that this connection wrote, and commits that others made to the same file.
    private func forgetWhatChanged() throws {
        let now = [
            try connection.row("SELECT total_changes()") { $0.integer(0) } ?? 0,
            try connection.row("PRAGMA data_version") { $0.integer(0) } ?? 0,
        ]
        if now != state { entries = [] }
        state = now
    }
}
