import Database

/// Reads rows by row number, in the given order. The plan's joins run only for these rows.
///
/// A single statement reads all rows, so data that access rules need, such as a set of groups, is looked up only once.
struct RowReader {
    /// Positioned at the current row.
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

    /// Moves to the next row; false at the end. Row numbers that do not exist are skipped.
    func next() throws -> Bool { try statement.step() }
}

/// The rows that match a query, in its order, without a limit.
///
/// The plan joins only the tables that the condition and the order need; the columns of a response are read later, for
/// the rows of one window.
struct RowSelection {
    let plan: JoinPlan
    /// The WHERE clause; nil for all rows.
    let condition: SQLFragment?
    /// The ORDER BY clause. It ends with a unique column, so that windows of one selection never overlap.
    let order: String

    /// The row numbers, in order.
    var rows: SQLFragment { statement("\(plan.alias).\"_row\"", from: plan.sortedSource, tail: " ORDER BY " + order) }

    /// The number of rows.
    var count: SQLFragment { statement("count(*)", from: plan.source) }

    private func statement(_ result: String, from source: String, tail: String = "") -> SQLFragment {
        SQLFragment(
            "SELECT \(result) FROM \(source)" + (condition.map { " WHERE " + $0.text } ?? "") + tail,
            condition?.values ?? [])
    }
}

/// The part of a selection in one response: `sysparm_limit` rows, starting at `sysparm_offset`.
struct RowWindow {
    /// The row numbers (`_row`) in the selection's order, before access rules.
    let rows: [Int64]
    /// The number of rows of the whole selection; nil if not requested.
    let total: Int?
}

/// Reads windows of selections. The row numbers of a selection that a client pages through are cached, so the last page
/// of a long list costs no more than the first.
///
/// The key is the statement with its parameters, which reflect the user, the time and the time zone. Every write
/// invalidates the cache.
final class SelectionCache {
    /// The maximum number of cached selections.
    static let maxSelections = 8
    /// The maximum number of cached row numbers in all selections: 16 MB.
    static let maxRows = 2_000_000

    private struct Entry {
        let selection: SQLFragment
        let rows: [Int64]
    }

    private let connection: Connection
    /// Least recently used first.
    private var entries: [Entry] = []
    private var state: [Int64] = []

    init(_ connection: Connection) { self.connection = connection }

    /// A window of a selection. The total is computed only if `counted`, and ignores access rules.
    func window(of selection: RowSelection, limit: Int, offset: Int, counted: Bool) throws -> RowWindow {
        let limit = max(limit, 0)
        let statement = selection.rows
        try invalidateIfChanged()
        if let kept = entries.firstIndex(where: { $0.selection == statement }) {
            entries.append(entries.remove(at: kept))
            return window(of: entries[entries.count - 1].rows, limit, offset, counted)
        }
        if offset > 0 {
            // The client is paging and will request the next page.
            let rows = try self.rows(statement)
            keep(Entry(selection: statement, rows: rows))
            return window(of: rows, limit, offset, counted)
        }
        // The limit is literal: a parameter keeps the planner from using a covering index.
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
        try connection.rows(of: selection.count) { Int($0.integer(0)) }.first ?? 0
    }

    private func rows(_ sql: SQLFragment) throws -> [Int64] { try connection.rows(of: sql) { $0.integer(0) } }

    private func keep(_ entry: Entry) {
        guard entry.rows.count <= SelectionCache.maxRows else { return }
        entries.append(entry)
        while entries.count > SelectionCache.maxSelections
            || entries.reduce(0, { $0 + $1.rows.count }) > SelectionCache.maxRows
        {
            entries.removeFirst()
        }
    }

    /// Empties the cache if this connection has written rows or another one has committed.
    private func invalidateIfChanged() throws {
        let now = [
            try connection.row("SELECT total_changes()") { $0.integer(0) } ?? 0,
            try connection.row("PRAGMA data_version") { $0.integer(0) } ?? 0,
        ]
        if now != state { entries = [] }
        state = now
    }
}
