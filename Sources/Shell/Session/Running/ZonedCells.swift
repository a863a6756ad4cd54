import ExchangeModel
import Rendering

/// Shows the date-times of records to people in the session's zone. An instance shows them in the zone and format of its
/// user; the value beside that is in UTC.
enum ZonedCells {
    /// The output with every date-time in that zone.
    static func shown(in output: Output, _ zone: ZoneRule) -> Output {
        output.mappingRows { columns in
            let named = columns.map { Self.namesTime($0.name) }
            return { row in
                var row = row
                for place in row.indices {
                    let isNamed = place < named.count && named[place]
                    guard let moment = moment(of: row[place], isNamed) else { continue }
                    let text = zone.text(of: moment)
                    // Something may follow it.
                    if row[place].display?.hasPrefix(text) != true { row[place].display = text }
                }
                return row
            }
        }
    }

    /// The moment that a cell shows; nil for everything else. What is shown as it is stored is a time only where its column
    /// says so: it may be a text.
    private static func moment(of cell: Cell, _ isNamedTime: Bool) -> Timestamp? {
        guard cell.value.utf8.count == 19, let display = cell.display, let moment = Timestamp(glideText: cell.value)
        else { return nil }
        if display == cell.value { return isNamedTime ? moment : nil }
        // Where the same is followed by a zone, that is said already.
        return !display.hasPrefix(cell.value) && numbers(in: display) >= 5 ? moment : nil
    }

    /// A date and a time have five numbers at least, whatever their format; a duration has four at most.
    private static func numbers(in text: String) -> Int {
        var count = 0, isInNumber = false
        for byte in text.utf8 {
            let isDigit = byte &- 0x30 < 10
            if isDigit, !isInNumber { count += 1 }
            isInNumber = isDigit
        }
        return count
    }

    /// Whether a column is named like a time: `opened_at`, `sys_created_on`, `due_date`.
    private static func namesTime(_ column: String) -> Bool {
        let last = column.utf8.split(whereSeparator: { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }).last
        return last.map { words.contains(String(Substring($0))) } ?? false
    }

    private static let words: Set = ["on", "at", "date", "time", "start", "end", "due", "until", "since"]
}

extension Output {
    /// The same with each row changed. `change` is asked once for a list of columns; nil leaves its rows.
    func mappingRows(_ change: ([Column]) -> (@Sendable ([Cell]) -> [Cell])?) -> Output {
        switch self {
        case .table(var table):
            guard let changed = change(table.columns) else { return self }
            table.rows = table.rows.map(changed)
            return .table(table)
        case .record(let columns, let row):
            return change(columns).map { .record(columns: columns, cells: $0(row)) } ?? self
        case .stream(let columns, let batches):
            guard let changed = change(columns) else { return self }
            return .stream(columns: columns, batches: RowBatches { try await batches.next().map { $0.map(changed) } })
        case .sections(let sections):
            return .sections(
                sections.map { Section(title: $0.title, output: $0.output.mappingRows(change)) })
        case .none, .text, .longText, .json, .bytes, .page: return self
        }
    }
}
