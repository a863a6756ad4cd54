import ExchangeModel
import Notation
import Rendering
import TapeDeck

/// Hides the cells of secret columns. In JSON a value is beside its name, so the rendered text is masked instead.
///
/// The tape takes secrets out of what was written by where they are; in columns or CSV nothing tells a short password from
/// a word, so it must not get there, live or in replay.
enum SecretCells {
    static func isJSON(_ output: Output, _ format: Format) -> Bool {
        switch output {
        case .json: true
        case .table, .record, .stream, .sections: format == .json || format == .ndjson
        case .none, .text, .longText, .bytes, .page: false
        }
    }

    static func hidden(in output: Output, for format: Format, asked: RequestContext) -> Output {
        // In JSON a form field's value is a member `value`, so the rendered text cannot be masked by name.
        if case .page(let view) = output { return .page(hidden(in: view)) }
        guard format != .json, format != .ndjson else { return output }
        return output.mappingRows { columns in
            guard let places = Places(columns, asked) else { return nil }
            return { places.hidden($0) }
        }
    }

    private static func hidden(in view: PageView) -> PageView {
        var view = view
        for form in view.document.forms.indices {
            for field in view.document.forms[form].fields.indices {
                let found = view.document.forms[form].fields[field]
                if found.value.isEmpty || !Redaction.isSecret(found.name) { continue }
                view.document.forms[form].fields[field].value = Redaction.mask
                // What was chosen is shown by its label.
                view.document.forms[form].fields[field].options = []
            }
        }
        return view
    }

    /// Which cells of rows are secret, or may be, by their columns.
    private struct Places: Sendable {
        private var secret: [Int]
        /// A column whose value says what the column `value` holds: the name of a property or of a header.
        private let name: Int?
        private let value: Int?
        /// Whether the column `value` holds a secret though no name is beside it.
        private let asked: RequestContext

        init?(_ columns: [Column], _ asked: RequestContext) {
            self.asked = asked
            secret = columns.indices.filter { Redaction.isSecret(columns[$0].name) }
            value = columns.firstIndex { $0.name == "value" }
            name = columns.firstIndex { $0.name == "name" || $0.name == "key" }
            if secret.isEmpty, value == nil { return nil }
        }

        func hidden(_ row: [Cell]) -> [Cell] {
            var row = row
            for place in secret { Self.hide(&row, place) }
            guard let value else { return row }
            let isNamed = name.map { $0 < row.count && Redaction.isSecret(row[$0].value) } ?? false
            if isNamed || asked.asked.asksForSecret { Self.hide(&row, value) }
            return row
        }

        private static func hide(_ row: inout [Cell], _ place: Int) {
            guard place < row.count, !row[place].value.isEmpty || !(row[place].display ?? "").isEmpty else { return }
            row[place] = Cell(Redaction.mask)
        }
    }
}

/// Shows the date-times of records to people in the session's zone. An instance shows them in the zone and format of its
/// user; the value beside that is in UTC.
enum ZonedCells {
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
        // Where the same text is followed by a zone, nothing is added.
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
