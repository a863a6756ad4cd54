import Database
import ExchangeModel
import Notation

/// Writes records in the format of the Table API.
/// Every scalar is a JSON string. A non-empty reference is an object; with `sysparm_display_value=all` every column is
/// one. The display value of an empty choice is then null, as in recorded responses.
struct RecordRenderer {
    let fields: RecordFields
    let mode: DisplayMode
    let lookup: DisplayLookup
    private let base: ArraySlice<UInt8>

    init(_ fields: RecordFields, mode: DisplayMode, lookup: DisplayLookup, base: String) {
        self.fields = fields
        self.mode = mode
        self.lookup = lookup
        self.base = JSONText.quoted(base).dropFirst().dropLast()
    }

    func write(_ row: Statement, into out: inout JSONText) throws {
        try out.list(fields.fields, in: ("{", "}")) { offset, field, out in
            out.raw(field.name)
            try write(field, row, offset, into: &out)
        }
    }

    private func write(_ field: RecordFields.Field, _ row: Statement, _ offset: Int, into out: inout JSONText) throws {
        if field.isPlain, mode.form == .value { return out.string(row.utf8(offset)) }
        let column = field.column
        let stored = row.text(offset)
        let value = RecordRenderer.sent(stored, column)
        let isReference = column.reference != nil
        if isReference, !value.isEmpty, mode.links || mode.form == .both {
            return try writeReference(value, field, into: &out)
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

    private func writeReference(_ value: String, _ field: RecordFields.Field, into out: inout JSONText) throws {
        out.raw("{")
        if mode.form != .value {
            out.raw("\"display_value\":")
            out.string(try lookup.reference(value, in: field.column))
            out.raw(",")
        }
        if mode.links {
            out.raw("\"link\":\"")
            out.raw(base)
            out.raw(field.linkTail)
            out.raw(PercentCoding.encode(value).utf8)
            out.raw("\"")
            if mode.form != .display { out.raw(",") }
        }
        if mode.form != .display {
            out.raw("\"value\":")
            out.string(value)
        }
        out.raw("}")
    }

    static func sent(_ stored: String, _ column: Column) -> String {
        column.isSentAsStored ? stored : column.isJournal || column.type.isSecret ? "" : wire(stored, column)
    }

    static func wire(_ stored: String, _ column: Column) -> String {
        guard column.type == .boolean else { return stored }
        return stored == "1" ? "true" : stored == "0" ? "false" : ""
    }
}

struct RecordFields {
    /// A class, because every record of every response goes through all of them.
    final class Field {
        let key: String
        let column: Column
        let sql: SQLFragment
        let isPlain: Bool
        let name: [UInt8]
        let linkTail: [UInt8]

        init(key: String, column: Column, sql: SQLFragment) {
            (self.key, self.column, self.sql) = (key, column, sql)
            isPlain = column.reference == nil && column.isSentAsStored
            name = JSONText.quoted(key) + [UInt8(ascii: ":")]
            guard let table = column.reference else {
                linkTail = []
                return
            }
            let end = column.definition.referenceKey.map { "?\($0)=" } ?? "/"
            linkTail = Array(JSONText.quoted(table + end).dropFirst().dropLast())
        }
    }

    let fields: [Field]
    let list: SQLFragment

    /// All columns of the table, those of a view, or the existing ones of `sysparm_fields`; without those the user may
    /// not read. A dot-walked value is empty if the user may not read that record.
    init(_ call: Call, plan: JoinPlan) throws {
        let parameters = call.parameters
        let wanted = parameters.names("sysparm_fields")
        let view = parameters["sysparm_view"].flatMap { ViewColumns.names($0, of: plan.table) }
        if let wanted = wanted.isEmpty ? view : wanted {
            self.init(try RecordFields.named(wanted, call, plan))
        } else {
            self.init(
                plan.table.columns.filter(call.rules.mayRead).map {
                    Field(key: $0.name, column: $0, sql: SQLFragment(RecordFields.sql($0, plan.alias)))
                })
        }
    }

    init(_ wanted: [String], _ call: Call, plan: JoinPlan) throws {
        self.init(try RecordFields.named(wanted, call, plan))
    }

    private init(_ fields: [Field]) {
        self.fields = fields
        let columns = fields.map(\.sql)
        list =
            columns.isEmpty
            ? SQLFragment("1") : SQLFragment(columns.map(\.text).joined(separator: ", "), columns.flatMap(\.values))
    }

    private static func named(_ wanted: [String], _ call: Call, _ plan: JoinPlan) throws -> [Field] {
        let rules = call.rules
        var seen: Set<String> = []
        var found: [Field] = []
        for key in wanted where seen.insert(key).inserted {
            guard let operand = try plan.operand(at: key), rules.mayRead(operand.column) else { continue }
            var sql = SQLFragment(RecordFields.sql(operand.column, operand.alias))
            if operand.alias != plan.alias, let access = try call.readAccess(to: operand.table, alias: operand.alias) {
                sql = SQLFragment("CASE WHEN " + access.text + " THEN " + sql.text + " END", access.values)
            }
            found.append(Field(key: key, column: operand.column, sql: sql))
        }
        return found
    }

    var columns: [SQLFragment] { fields.map(\.sql) }

    static func sql(_ column: Column, _ alias: String) -> String {
        alias + "." + (column.isJournal ? "\"sys_id\"" : column.sqlName)
    }
}

/// The format of values: `sysparm_display_value` and `sysparm_exclude_reference_link`.
struct DisplayMode: Sendable, Hashable {
    enum Form: Sendable { case value, display, both }

    var form: Form = .value
    var links = true

    init(_ parameters: Parameters) {
        if parameters.isTrue("sysparm_display_value") {
            form = .display
        } else if parameters["sysparm_display_value"] == "all" {
            form = .both
        }
        links = !parameters.isTrue("sysparm_exclude_reference_link")
    }
}

struct JSONText {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 1024) { bytes.reserveCapacity(capacity) }

    mutating func raw(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    var count: Int { bytes.count }

    mutating func cut(to count: Int) { bytes.removeLast(max(bytes.count - count, 0)) }

    mutating func raw(_ text: some Collection<UInt8>) { bytes.append(contentsOf: text) }

    mutating func string(_ text: String) { JSON.append(text, to: &bytes) }

    /// The same for UTF-8; other bytes become U+FFFD.
    mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
        let isPlain = utf8.allSatisfy {
            $0 >= 0x20 && $0 < 0x80 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard isPlain else { return string(String(decoding: utf8, as: UTF8.self)) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    mutating func list<Elements: Sequence>(
        _ elements: Elements, in signs: (StaticString, StaticString) = ("[", "]"),
        _ write: (Int, Elements.Element, inout JSONText) throws -> Void
    ) rethrows {
        raw(signs.0)
        for (offset, element) in elements.enumerated() {
            if offset > 0 { raw(",") }
            try write(offset, element, &self)
        }
        raw(signs.1)
    }

    mutating func flag(_ flag: Bool) { if flag { raw("true") } else { raw("false") } }

    mutating func number(_ number: Int) { bytes.append(contentsOf: String(number).utf8) }

    static func quoted(_ text: String) -> [UInt8] {
        var writer = JSONText(capacity: text.utf8.count + 2)
        writer.string(text)
        return writer.bytes
    }
}

extension Sequence<UInt8> {
    /// Replaces some bytes with texts.
    func replacing(_ texts: [UInt8: String]) -> [UInt8] {
        reduce(into: []) { out, byte in
            if let text = texts[byte] { out += text.utf8 } else { out.append(byte) }
        }
    }
}
