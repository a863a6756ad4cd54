import ExchangeModel
package import Notation

package struct TableResponse: Sendable {
    package let rows: [TableRow]
    /// How many rows match on the instance, readable or not; nil if not counted.
    package let total: Int?
    let nextOffset: Int?
    /// Rows of the requested window that were omitted by access rules; nil if not counted.
    package let withheld: Int?

    init(rows: [TableRow], response: HTTPResponse, read: TableRead) {
        self.rows = rows
        let total = response.headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        self.total = total
        nextOffset = PageLink.nextOffset(in: response.headers.values(of: "Link"))
        withheld = total.map { total in
            let rest = max(0, total - (read.offset ?? 0))
            // An instance stops after this many rows, whatever the limit.
            let window = min(rest, read.limit ?? .max, max(TableResponse.instanceLimit, rows.count))
            return max(0, window - rows.count)
        }
    }

    package static let instanceLimit = 10_000
}

package struct TableRow: Sendable {
    package let node: JSONNode

    package init(_ node: JSONNode) { self.node = node }

    package var sysID: String? { self["sys_id"]?.value }

    package var columns: [String] { node.members.map(\.name) }

    package subscript(column: String) -> TableCell? { node[column].map(TableCell.init) }

    package func cells(_ columns: [String]) -> [TableCell] {
        node.values(of: columns).map { $0.map(TableCell.init) ?? TableCell(value: "") }
    }
}

package struct TableCell: Sendable, Hashable {
    /// The stored value, or the display value if the response has nothing else.
    package var value: String
    /// The display value, if included. An empty choice displays null, which is an empty string here.
    package var display: String?
    package var link: String?

    package init(value: String, display: String? = nil, link: String? = nil) {
        self.value = value
        self.display = display
        self.link = link
    }

    /// Parses a column in any form that instances send: text, `{link, value}`, `{display_value, link}`,
    /// `{display_value, value}`, with an optional link or currency.
    package init(_ node: JSONNode) {
        if let text = node.scalarText {
            self.init(value: text)
            return
        }
        let stored = node["value"], value = stored?.scalarText
        // Most columns display the stored value: one text is enough.
        let display = node["display_value"].map { shown in
            if let value, let stored, stored.hasSource(of: shown) { value } else { shown.scalarText ?? "" }
        }
        let link = node["link"]?.scalarText
        guard value != nil || display != nil else {
            self.init(value: String(decoding: node.source, as: UTF8.self))
            return
        }
        self.init(value: value ?? TableCell.target(of: link) ?? display ?? "", display: display, link: link)
    }

    /// The sys_id at the end of a reference's link. With display values only, it is found nowhere else.
    private static func target(of link: String?) -> String? {
        guard let link, let slash = link.lastIndex(of: "/") else { return nil }
        let tail = link[link.index(after: slash)...]
        return tail.isEmpty ? nil : String(tail)
    }
}

package struct TableCount: Sendable, Hashable {
    package struct Group: Sendable, Hashable {
        package let field: String
        package let cell: TableCell
    }
    /// The combination, in request order; empty if not grouped.
    package let groups: [Group]
    package let count: Int
    package let values: [Aggregation.Value: String]

    /// Parses `{"stats":{"count":"67","avg":{"priority":"3.0000"}},"groupby_fields":[{"field":…,"value":…,
    /// "display_value":…}]}`.
    package init?(_ node: JSONNode) {
        guard let stats = node["stats"], let text = stats["count"]?.scalarText, let count = Int(text) else {
            return nil
        }
        self.count = count
        groups =
            (node["groupby_fields"]?.elements).map { fields in
                fields.compactMap { field in
                    field["field"]?.scalarText.map { Group(field: $0, cell: TableCell(field)) }
                }
            } ?? []
        var values: [Aggregation.Value: String] = [:]
        for function in Aggregation.Function.allCases {
            guard let found = stats[function.rawValue] else { continue }
            for (column, value) in found.members {
                // Some releases send both forms of a value here.
                values[Aggregation.Value(function, column)] = value.scalarText ?? TableCell(value).value
            }
        }
        self.values = values
    }

    package func number(_ value: Aggregation.Value?) -> Double? {
        guard let value else { return Double(count) }
        return values[value].flatMap { Double($0) }
    }

    package func meets(_ bound: Aggregation.Bound) -> Bool {
        guard let left = number(bound.value), let right = Double(bound.number) else { return false }
        switch bound.comparison {
        case "=": return left == right
        case "!=": return left != right
        case "<": return left < right
        case "<=": return left <= right
        case ">": return left > right
        case ">=": return left >= right
        default: return false
        }
    }
}
