import NowData
import Notation
import Rendering

/// Rows of an answer as cells to render and as JSON to capture.
enum TableRows {
    static func cells(_ row: TableRow, _ columns: [String]) -> [Cell] {
        row.cells(columns).map { Cell($0.value, display: $0.display) }
    }

    static func table(_ rows: [TableRow], _ columns: [String]) -> Table {
        Table(columns: columns.map(Column.init), rows: rows.map { cells($0, columns) })
    }

    /// The raw values as JSON: an object with a member for each column that came.
    static func json(_ row: TableRow) -> JSON {
        .object(row.columns.map { JSON.Member($0, .string(row[$0]?.value ?? "")) })
    }

    static func json(_ rows: [TableRow]) -> JSON { .array(rows.map(json)) }

    /// Columns that were asked for and that no row holds: the instance passes over names it does not know, and over
    /// columns that may not be read, without a word.
    static func missing(_ asked: [String], from rows: [TableRow]) -> [String] {
        guard let first = rows.first else { return [] }
        let present = Set(first.columns)
        return asked.filter { !present.contains($0) }
    }
}
