import Database
import ExchangeModel

/// Writes records as the Table API writes them.
///
/// Every scalar is a JSON string. A reference that is not empty is an object; with `sysparm_display_value=all` every
/// column is one. An empty choice then shows null, as recorded answers do.
struct RecordRenderer {
    let fields: RecordFields
    let mode: DisplayMode
    let lookup: DisplayLookup
    private let keys: [[UInt8]]
    private let links: [[UInt8]]

    /// `base` is where links begin: the origin and the API path in the version of the request, up to `/table/`.
    init(_ fields: RecordFields, mode: DisplayMode, lookup: DisplayLookup, base: String) {
        self.fields = fields
        self.mode = mode
        self.lookup = lookup
        keys = fields.fields.map { JSONText.quoted($0.key) + [UInt8(ascii: ":")] }
        links = fields.fields.map { field in
            let key = field.column.definition.referenceKey
            return Array((base + (field.column.reference ?? "") + (key.map { "?\($0)=" } ?? "/")).utf8)
        }
    }

    /// Writes the row a statement stands on.
    func write(_ row: Statement, into out: inout JSONText) throws {
        out.raw("{")
        for (offset, field) in fields.fields.enumerated() {
            if offset > 0 { out.raw(",") }
            out.raw(keys[offset])
            try write(field.column, row, offset, into: &out)
        }
        out.raw("}")
    }

    private func write(_ column: Column, _ row: Statement, _ offset: Int, into out: inout JSONText) throws {
        let stored = row.text(offset)
        let value = column.isJournal || column.type.isSecret ? "" : RecordRenderer.wire(stored, column)
        let isReference = column.reference != nil
        if isReference, !value.isEmpty, mode.links || mode.form == .both {
            return try writeReference(value, column, links[offset], into: &out)
        }
        switch mode.form {
        case .value: out.string(value)
        case .display: out.string(try lookup.display(stored, value, in: column))
        case .both:
            out.raw("{\"display_value\":")
            if value.isEmpty, !column.choices.isEmpty {
                out.raw("null")
            } else {
                out.string(try lookup.display(stored, value, in: column))
            }
            if column.type == .currency, !value.isEmpty {
                out.raw(",\"currency_display_value\":")
                out.string("USD;" + value)
            }
            out.raw(",\"value\":")
            out.string(value)
            out.raw("}")
        }
    }

    private func writeReference(_ value: String, _ column: Column, _ link: [UInt8], into out: inout JSONText) throws {
        out.raw("{")
        if mode.form != .value {
            out.raw("\"display_value\":")
            out.string(try lookup.reference(value, in: column))
            out.raw(",")
        }
        if mode.links {
            out.raw("\"link\":")
            out.string(String(decoding: link, as: UTF8.self) + PercentCoding.encode(value))
            if mode.form != .display { out.raw(",") }
        }
        if mode.form != .display {
            out.raw("\"value\":")
            out.string(value)
        }
        out.raw("}")
    }

    /// The wire's form of what SQLite holds.
    static func wire(_ stored: String, _ column: Column) -> String {
        guard column.type == .boolean else { return stored }
        return stored == "1" ? "true" : stored == "0" ? "false" : ""
    }
}
