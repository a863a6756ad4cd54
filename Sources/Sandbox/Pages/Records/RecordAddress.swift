import ExchangeModel

/// Addresses of pages of records, not yet escaped for HTML.
enum RecordAddress {
    /// The form of a record.
    static func form(_ table: String, _ sysID: String) -> String {
        "/" + table + ".do?sys_id=" + PercentCoding.encode(sysID)
    }

    /// The form of the first record that a query finds.
    static func form(_ table: String, query: String) -> String {
        "/" + table + ".do?sysparm_query=" + PercentCoding.encode(query)
    }

    /// A list.
    static func list(_ table: String, query: String) -> String {
        "/" + table + "_list.do" + (query.isEmpty ? "" : "?sysparm_query=" + PercentCoding.encode(query))
    }

    /// The form of a new record.
    static func new(_ table: String, query: String = "") -> String {
        "/" + table + ".do?sys_id=-1" + (query.isEmpty ? "" : "&sysparm_query=" + PercentCoding.encode(query))
    }

    /// An address that a form names for afterwards, if it leads to a page of this instance: path and query.
    static func local(_ text: String?) -> String? {
        guard var text, !text.isEmpty, text.utf8.count <= 8192 else { return nil }
        // By bytes: to a `String`, a slash with a combining mark behind it is no slash.
        if text.utf8.first != UInt8(ascii: "/") { text = "/" + text }
        let head = text.utf8.prefix { !"?#".utf8.contains($0) }
        guard !head.starts(with: "//".utf8), !head.contains(where: { "\\:".utf8.contains($0) }),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        return text
    }
}
