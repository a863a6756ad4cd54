import Database
import ExchangeModel

/// One record for pages: raw values and display values.
struct StoredRecord {
    let table: Table
    let sysID: String
    private let values: [String: SQLValue]

    /// Reads a record, ignoring access rules, from its own table. Nil if there is none.
    init?(_ sysID: String, in table: Table, _ store: RecordStore) throws {
        guard let values = try store.record(sysID, in: table) else { return nil }
        var own = table
        if case .text(let name)? = values["sys_class_name"], let found = store.schema[name],
            found.isKind(of: table.name)
        {
            own = found
        }
        (self.table, self.sysID, self.values) = (own, sysID, values)
    }

    /// A column's value in wire form; empty for journals and secrets.
    subscript(name: String) -> String {
        guard let column = table[name], !column.isJournal, !column.type.isSecret else { return "" }
        let text =
            switch values[name] ?? .null {
            case .text(let text): text
            case .integer(let number): String(number)
            case .real(let number): StoredRecord.text(number)
            case .null, .blob: ""
            }
        return RecordRenderer.wire(text, column)
    }

    /// The display value: number or name.
    var name: String { table.displayColumn.map { self[$0.name] } ?? "" }

    private static func text(_ number: Double) -> String {
        number.magnitude < 9e15 && number == number.rounded() ? String(Int64(number)) + ".0" : String(number)
    }
}

/// URLs of record pages, not escaped for HTML.
enum RecordAddress {
    static func form(_ table: String, _ sysID: String) -> String {
        "/" + table + ".do?sys_id=" + PercentCoding.encode(sysID)
    }

    /// The form of the first record that a query finds.
    static func form(_ table: String, query: String) -> String {
        "/" + table + ".do?sysparm_query=" + PercentCoding.encode(query)
    }

    static func list(_ table: String, query: String) -> String {
        "/" + table + "_list.do" + (query.isEmpty ? "" : "?sysparm_query=" + PercentCoding.encode(query))
    }

    static func new(_ table: String, query: String = "") -> String {
        "/" + table + ".do?sys_id=-1" + (query.isEmpty ? "" : "&sysparm_query=" + PercentCoding.encode(query))
    }

    /// A submitted URL, if it leads to a page of this instance: path and query.
    static func local(_ text: String?) -> String? {
        guard var text, !text.isEmpty, text.utf8.count <= 8192 else { return nil }
        // By bytes: in a `String`, a slash followed by a combining mark is another character.
        if text.utf8.first != UInt8(ascii: "/") { text = "/" + text }
        let head = text.utf8.prefix { !"?#".utf8.contains($0) }
        guard !head.starts(with: "//".utf8), !head.contains(where: { "\\:".utf8.contains($0) }),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }
}
