import MyWork
import Notation
package import NowData
package import Rendering
package import Workbench

/// The columns that `table` commands show by default: a fixed list per table (`columns.txt`), so that the same command
/// always sends the same request.
package enum DefaultColumns {
    /// A table's list; nil for other tables, whose columns are picked from the response.
    package static func of(_ table: String) -> [String]? { known[table] }

    private static let known = Dictionary(
        uniqueKeysWithValues: ProgramText.columns.split(separator: "\n").map { line in
            let words = line.split { $0 == " " || $0 == ":" }.map(String.init)
            return (words[0], Array(words.dropFirst()))
        })

    /// The columns of a record for people: the usual ones, the others by name, and system columns last.
    static func first(of table: String, in columns: [String]) -> [String] {
        let usual = (of(table) ?? picked(from: columns)).filter(columns.contains)
        let others = columns.filter { !usual.contains($0) }.sorted()
        return usual + others.filter { !$0.hasPrefix("sys_") } + others.filter { $0.hasPrefix("sys_") }
    }

    /// The columns that identify a record, for tables without a list: names first, then a few others in the instance's
    /// order.
    package static func picked(from columns: [String]) -> [String] {
        let telling = [
            "number", "name", "title", "label", "user_name", "short_description", "state", "active", "sys_updated_on",
        ]
        let found = telling.filter(columns.contains)
        if found.count >= 3 { return Array(found.prefix(5)) }
        let others = columns.filter { !$0.hasPrefix("sys_") && !found.contains($0) }
        return Array((found + others + columns.filter { $0.hasPrefix("sys_") && !found.contains($0) }).prefix(5))
    }
}

/// Rows of a response as cells to render and as JSON to capture.
package enum TableRows {
    package static func cells(_ row: TableRow, _ columns: [String]) -> [Cell] {
        row.cells(columns).map { Cell(stored($0), display: $0.display) }
    }

    package static func table(_ rows: [TableRow], _ columns: [String]) -> OutputTable {
        OutputTable(columns, rows.map { cells($0, columns) })
    }

    /// The raw values as a JSON object with a member for each received column.
    static func json(_ row: TableRow) -> JSON {
        .object(row.columns.map { JSON.Member($0, .string(row[$0].map(stored) ?? "")) })
    }

    /// The stored value. A journal has none: the entries are only in its display value.
    package static func stored(_ field: TableCell) -> String {
        guard field.value.isEmpty, let display = field.display, JournalText.begins(display) else { return field.value }
        return display
    }

    /// - Parameter columns: the columns to include if the response has more; nil for all.
    static func json(_ rows: [TableRow], only columns: [String]? = nil) -> JSON {
        guard let columns else { return .array(rows.map(json)) }
        return .array(
            rows.map { row in
                .object(columns.compactMap { name in row[name].map { JSON.Member(name, .string(stored($0))) } })
            })
    }
}

/// Notes on the rows that a list does not show.
package struct RowCounts {
    let shown: Int
    let total: Int?
    package let offset: Int
    let withheld: Int?

    package func note(in notes: CommandNotes) {
        guard let total else { return }
        let withheld = withheld ?? 0
        if withheld > 0 { notes.add(Self.withheldText(shown: shown, withheld: withheld)) }
        if total == 0 {
            notes.add("No record found.")
        } else if offset >= total {
            notes.add("--offset \(offset) skips all of the \(Phrase.counted(total, "record")) there are.")
        } else if offset + shown + withheld < total {
            let behind = offset > 0 ? " after the first \(offset)" : ""
            notes.add(
                withheld > 0
                    ? "\(shown + withheld) of \(total) were asked for\(behind); -n NUMBER or --all asks for more."
                    : "\(shown) of \(total) shown\(behind); -n NUMBER or --all shows more.")
        }
    }

    package static func withheldText(shown: Int, withheld: Int) -> String {
        "\(shown) of \(shown + withheld) shown, \(withheld) withheld by access rules."
    }
}

extension Run {
    /// The default fields of a list: a fixed selection for people, all of them for programs.
    func usualFields(of table: String) -> [String] { askedFormat.isForPrograms ? [] : DefaultColumns.of(table) ?? [] }
}
