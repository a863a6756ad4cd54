import ExchangeModel
package import Notation

/// A list of records, and what the answer says about those it does not hold.
package struct TableAnswer: Sendable {
    /// The records in the order they came.
    package let rows: [TableRow]
    /// How many rows match on the instance, whether or not they may be read; nil when it did not count.
    package let total: Int?
    /// Offsets that the answer's `Link` line names.
    package let links: PageLinks
    /// Rows that lie in the window asked for and were not shown, for want of rights; nil when the instance did not count.
    package let withheld: Int?

    init(rows: [TableRow], response: HTTPResponse, read: TableRead) {
        self.rows = rows
        let total = response.headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        self.total = total
        links = PageLinks(response.headers.values(of: "Link"))
        withheld = total.map { total in
            let rest = max(0, total - (read.offset ?? 0))
            // Behind so many rows an instance stops by itself, whatever the limit.
            let window = min(rest, read.limit ?? .max, max(TableAnswer.instanceLimit, rows.count))
            return max(0, window - rows.count)
        }
    }

    /// How many rows an instance sends when no limit is given.
    package static let instanceLimit = 10_000
}

/// One record as it came: a view into the answer, read where it is looked at.
package struct TableRow: Sendable {
    package let node: JSONNode

    package init(_ node: JSONNode) { self.node = node }

    package var sysID: String? { self["sys_id"]?.value }

    /// The columns in the order they came.
    package var columns: [String] { node.members.map(\.name) }

    /// One column; nil when the answer does not hold it, for want of rights or of the column.
    package subscript(column: String) -> TableCell? { node[column].map(TableCell.init) }

    /// The given columns in that order, empty where the answer does not hold one.
    package func cells(_ columns: [String]) -> [TableCell] {
        columns.map { self[$0] ?? TableCell(value: "") }
    }
}

/// One column of a row: what the instance stores and what it shows.
package struct TableCell: Sendable, Hashable {
    /// What is stored; what is shown when the answer holds nothing else.
    package var value: String
    /// What is shown, when the answer says so. An empty choice shows null, which is empty text here.
    package var display: String?
    package var link: String?

    package init(value: String, display: String? = nil, link: String? = nil) {
        self.value = value
        self.display = display
        self.link = link
    }

    /// Reads a column in any of the forms instances send: text, `{link, value}`, `{display_value, link}`,
    /// `{display_value, value}`, with a link or a currency beside them.
    package init(_ node: JSONNode) {
        if let text = node.scalarText {
            self.init(value: text)
            return
        }
        let value = node["value"]?.scalarText
        let display = node["display_value"].map { $0.scalarText ?? "" }
        let link = node["link"]?.scalarText
        guard value != nil || display != nil else {
            self.init(value: String(decoding: node.source, as: UTF8.self))
            return
        }
        self.init(value: value ?? TableCell.target(of: link) ?? display ?? "", display: display, link: link)
    }

    /// The sys_id at the end of a reference's link: with display values alone it stands nowhere else.
    private static func target(of link: String?) -> String? {
        guard let link, let slash = link.lastIndex(of: "/") else { return nil }
        let tail = link[link.index(after: slash)...]
        return tail.isEmpty ? nil : String(tail)
    }
}

/// How many rows there are of one combination of column values, and what was worked out of them.
package struct TableCount: Sendable, Hashable {
    /// One column of the combination.
    package struct Group: Sendable, Hashable {
        package let field: String
        package let cell: TableCell
    }
    /// The combination, in the order asked for; empty when nothing was grouped.
    package let groups: [Group]
    package let count: Int
    /// What was worked out, as the instance writes it; what it could not work out is not here.
    package let values: [Aggregation.Value: String]

    /// Reads `{"stats":{"count":"67","avg":{"priority":"3.0000"}},"groupby_fields":[{"field":…,"value":…,
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
                // Some releases give both forms of a value here.
                values[Aggregation.Value(function, column)] = value.scalarText ?? TableCell(value).value
            }
        }
        self.values = values
    }

    /// The number a bound or an order goes by; nil when the instance did not give one.
    package func number(_ value: Aggregation.Value?) -> Double? {
        guard let value else { return Double(count) }
        return values[value].flatMap { Double($0) }
    }

    /// Whether it meets a condition; without a number it meets none.
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
