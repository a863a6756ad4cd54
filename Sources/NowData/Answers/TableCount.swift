package import Notation

/// How many rows there are of one combination of column values, and what was worked out of them.
package struct TableCount: Sendable, Hashable {
    /// One column of the combination.
    package struct Group: Sendable, Hashable {
        /// The column.
        package let field: String
        /// Its value.
        package let cell: TableCell
    }
    /// The combination, in the order asked for; empty when nothing was grouped.
    package let groups: [Group]
    /// How many rows.
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
