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

    /// - Parameter columns: those that are meant, when the answer may hold others beside them; nil for all.
    static func json(_ rows: [TableRow], only columns: [String]? = nil) -> JSON {
        guard let columns else { return .array(rows.map(json)) }
        return .array(
            rows.map { row in
                .object(columns.compactMap { name in row[name].map { JSON.Member(name, .string($0.value)) } })
            })
    }
}
