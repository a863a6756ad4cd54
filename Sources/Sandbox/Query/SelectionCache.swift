import Database

/// Finds windows of selections, and keeps the row numbers of the selections that are being paged through, so that the
/// last page of a long list costs what the first one does.
///
/// A selection is known by its statement and the values bound to it. Who asks, the time and the zone have gone into
/// those, so nothing else tells two selections apart. Every write makes all that is kept worthless.
final class SelectionCache {
    /// The most selections kept.
    static let mostSelections = 8
    /// The most row numbers kept, in all selections together: 16 MB.
    static let mostRows = 2_000_000

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
            // Somebody turns pages: the next one will be asked for too.
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
        guard entry.rows.count <= SelectionCache.mostRows else { return }
        entries.append(entry)
        while entries.count > SelectionCache.mostSelections
            || entries.reduce(0, { $0 + $1.rows.count }) > SelectionCache.mostRows
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
