import Notation
import Rendering
import TapeDeck

/// Hides the cells of secret columns. In JSON a value is beside its name, so the rendered text is masked instead.
///
/// The tape takes secrets out of what was written by where they are; in columns or CSV nothing tells a short password from
/// a word, so it must not get there, live or in replay.
enum SecretCells {
    /// Whether an output is rendered as JSON.
    static func isJSON(_ output: Output, _ format: Format) -> Bool {
        switch output {
        case .json: true
        case .table, .record, .stream, .sections: format == .json || format == .ndjson
        case .none, .text, .longText, .bytes, .page: false
        }
    }

    /// The output with a mask for each secret value.
    static func hidden(in output: Output, for format: Format, asked: AskedRecords) -> Output {
        // A field's value stands beside what is called `name`, which tells no reader of JSON anything.
        if case .page(let view) = output { return .page(hidden(in: view)) }
        guard format != .json, format != .ndjson else { return output }
        return output.mappingRows { columns in
            guard let places = Places(columns, asked) else { return nil }
            return { places.hidden($0) }
        }
    }

    /// The page with a mask for the value of each field that is named like a secret.
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

    /// Where secrets stand, or may stand, in the rows under some columns.
    private struct Places: Sendable {
        private var secret: [Int]
        /// A column whose value says what the column `value` holds: the name of a property or of a header.
        private let name: Int?
        private let value: Int?
        /// Whether the column `value` holds a secret though no name is beside it.
        private let asked: AskedRecords

        /// Nil when no column can hold one.
        init?(_ columns: [Column], _ asked: AskedRecords) {
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
            if isNamed || asked.secrets.asksForSecret { Self.hide(&row, value) }
            return row
        }

        private static func hide(_ row: inout [Cell], _ place: Int) {
            guard place < row.count, !row[place].value.isEmpty || !(row[place].display ?? "").isEmpty else { return }
            row[place] = Cell(Redaction.mask)
        }
    }
}
