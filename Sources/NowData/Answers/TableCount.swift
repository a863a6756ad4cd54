package import Notation

/// How many rows there are of one combination of column values.
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

    /// Reads `{"stats":{"count":"67"},"groupby_fields":[{"field":…,"value":…,"display_value":…}]}`.
    package init?(_ node: JSONNode) {
        guard let text = node["stats"]?["count"]?.scalarText, let count = Int(text) else { return nil }
        self.count = count
        groups =
            (node["groupby_fields"]?.elements).map { fields in
                fields.compactMap { field in
                    field["field"]?.scalarText.map { Group(field: $0, cell: TableCell(field)) }
                }
            } ?? []
    }
}
