/// A statement's way to its rows by one reference column: each of the column's values once, and from there, in the
/// column's index, the rows that hold it.
///
/// A long table refers to few records. Where a list asks for nothing but what lies behind one reference, this settles
/// each of those records once, in place of once for every row that refers to it.
struct ReferenceDrive {
    let table: Table
    let column: Column
    /// How the statement calls the table.
    let alias: String

    /// What the conditions compare in place of the row's own column, as that is compared.
    var key: String { alias + "k.k COLLATE NOCASE" }

    /// The values, empty first. Each is sought behind the one before, which costs by how many values there are and not
    /// by how many rows.
    var values: String {
        let name = column.sqlName, from = "FROM " + table.storage + " AS u WHERE u."
        return
            "(WITH RECURSIVE next(k) AS (SELECT * FROM (SELECT u.\(name) \(from)\(name) IS NOT NULL ORDER BY u.\(name) "
            + "LIMIT 1) UNION ALL SELECT (SELECT u.\(name) \(from)\(name) > next.k ORDER BY u.\(name) LIMIT 1) FROM next "
            + "WHERE next.k IS NOT NULL) SELECT NULL AS k UNION ALL SELECT k FROM next WHERE k IS NOT NULL)"
    }

    /// What follows FROM. CROSS keeps SQLite from beginning with the rows; the index is named because SQLite, which
    /// cannot know how few the values are, would rather make one of its own.
    func source(_ ranks: [Rank] = []) -> String {
        (ranks.isEmpty ? values : ordered(by: ranks)) + " AS " + alias + "k CROSS JOIN " + table.storage + " AS "
            + alias
            + " INDEXED BY \"" + table.root + "." + column.name + "\" ON " + alias + "." + column.sqlName + " IS "
            + alias + "k.k"
    }

    /// A place that the records behind the reference have in an order.
    struct Rank {
        /// The join that gives it, as `v`.
        let join: String
        let name: String
        let descending: Bool
    }

    /// The values in the order of the ranks, so that the rows come nearly in theirs: the first hundred are then found
    /// without moving others out again. SQLite leaves an order inside away unless there is a limit beside it.
    private func ordered(by ranks: [Rank]) -> String {
        "(SELECT " + alias + "k.k" + ranks.map { ", \($0.name).v AS \($0.name)" }.joined() + " FROM " + values + " AS "
            + alias + "k" + ranks.map(\.join).joined() + " ORDER BY "
            + ranks.map { $0.name + ".v" + ($0.descending ? " DESC" : "") }.joined(separator: ", ") + " LIMIT -1)"
    }
}
