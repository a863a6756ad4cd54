import ExchangeModel
import Notation
import NowData
import NowWeb
import Redactors
import Rendering
import TapeDeck

/// Masks the cells of secret columns. In JSON, names are next to values, so the rendered text is masked instead.
///
/// Redaction finds secrets in output by their names, which columns and CSV do not have, so they must not be written at
/// all, neither live nor in a replay.
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

    fileprivate static func hidden(in view: PageView) -> PageView {
        var view = view
        for form in view.document.forms.indices {
            for field in view.document.forms[form].fields.indices {
                let found = view.document.forms[form].fields[field]
                if found.value.isEmpty || !Redaction.isSecret(found.name) { continue }
                view.document.forms[form].fields[field].value = Redaction.mask
                // The label of an option would reveal what was chosen.
                view.document.forms[form].fields[field].options = []
            }
        }
        return view
    }

    /// Which cells of a row are secret, or may be.
    private struct Places: Sendable {
        private var secret: [Int]
        /// The column with the name of the property or header whose value is in the column `value`.
        private let name: Int?
        private let value: Int?
        /// What the requests reveal: the column `value` may hold a secret even without a name.
        private let asked: RequestContext

        init?(_ columns: [OutputColumn], _ asked: RequestContext) {
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

/// Shows date-times of records in the session's zone. An instance shows them in the zone and format of its user, with
/// the UTC value beside it.
enum ZonedCells {
    static func shown(in output: Output, _ zone: ZoneRule) -> Output {
        output.mappingRows { columns in
            let named = columns.map { Self.namesTime($0.name) }
            return { row in
                var row = row
                for place in row.indices {
                    let isNamed = place < named.count && named[place]
                    guard let moment = moment(of: row[place], isNamed),
                        zone != .instance || row[place].display == row[place].value
                    else { continue }
                    let text = zone.text(of: moment)
                    // A zone may follow the text.
                    if row[place].display?.hasPrefix(text) != true { row[place].display = text }
                }
                return row
            }
        }
    }

    /// The moment that a cell shows; nil for everything else. A value without a separate display value is a time only
    /// if its column's name says so, since it may be text.
    private static func moment(of cell: Cell, _ isNamedTime: Bool) -> Timestamp? {
        guard cell.value.utf8.count == 19, let display = cell.display, let moment = Timestamp(glideText: cell.value)
        else { return nil }
        if display == cell.value { return isNamedTime ? moment : nil }
        // If the value is followed by a zone already, nothing is added.
        return !display.hasPrefix(cell.value) && numbers(in: display) >= 5 ? moment : nil
    }

    /// A date-time has at least five numbers in any format; a duration has at most four.
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

/// Shows values of records by the types of their columns, which are requested once for each table.
struct ShownRecords {
    let table: String
    /// Whether columns that are not known yet are requested. An earlier answer that is shown again requests nothing.
    let mayRequest: Bool

    /// HTML as text. Columns are requested only if a value has a tag.
    func withoutMarkup(_ output: Output, in session: isolated ShellSession) async throws -> Output {
        let columns = try await columns(mayRequest: output.hasTags, session)
        let names = Set(columns.filter { ["html", "translated_html"].contains($0.type) }.map(\.name))
        if names.isEmpty { return output }
        return output.mappingRows { columns in
            let places = columns.indices.filter { names.contains(columns[$0].name) }
            return { row in
                var row = row
                for place in places where place < row.count && row[place].hasTags {
                    let page = PageReader.document(
                        Array(row[place].shown.utf8), contentType: "text/html; charset=utf-8")
                    row[place].display = SecretCells.hidden(in: PageView(page, address: "")).text
                }
                return row
            }
        }
    }

    /// Numbers, booleans and lists for JSON and YAML. Columns of other tables, which a dot-walk leads to, stay text.
    func typed(_ output: Output, in session: isolated ShellSession) async throws -> Output {
        let columns = try await columns(mayRequest: true, session)
        return output.typed(Dictionary(columns.map { ($0.name, $0.outputKind) }, uniquingKeysWith: { $1 }))
    }

    private func columns(mayRequest: Bool, _ session: isolated ShellSession) async throws -> [ColumnDescription] {
        guard let schema = session.connection.link?.schema else { return [] }
        guard mayRequest, self.mayRequest else { return schema.known(table) ?? [] }
        return try await schema.columnsIfDescribed(of: table)
    }
}

extension Output {
    fileprivate var hasTags: Bool {
        switch self {
        case .table(let table): table.rows.contains { $0.contains(where: \.hasTags) }
        case .record(_, let cells): cells.contains(where: \.hasTags)
        default: false
        }
    }
}

extension Cell {
    fileprivate var hasTags: Bool { shown.utf8.contains(UInt8(ascii: "<")) }
}

extension ColumnDescription {
    fileprivate var outputKind: OutputColumn.Kind {
        if isNumeric { return .number }
        return type == "boolean" ? .boolean : type == "glide_list" ? .list : .text
    }
}

extension Output {
    /// The output with every row changed. `change` is called once per list of columns; nil leaves its rows unchanged.
    func mappingRows(_ change: ([OutputColumn]) -> (@Sendable ([Cell]) -> [Cell])?) -> Output {
        switch self {
        case .table(var table):
            guard let changed = change(table.columns) else { return self }
            table.rows = table.rows.map(changed)
            return .table(table)
        case .record(let columns, let row):
            return change(columns).map { .record(columns: columns, cells: $0(row)) } ?? self
        case .stream(let columns, let batches):
            guard let changed = change(columns) else { return self }
            return .stream(
                columns: columns, batches: RowBatches.reading { try await batches.next()?.map { $0.map(changed) } })
        case .sections(let sections):
            return .sections(sections.map { Section(title: $0.title, output: $0.output.mappingRows(change)) })
        case .none, .text, .longText, .json, .bytes, .page: return self
        }
    }
}
