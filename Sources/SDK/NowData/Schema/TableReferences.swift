import Notation

/// A column that refers to records of another table.
package struct TableReference: Sendable, Hashable {
    /// The table that defines the column; tables that extend it have the column too.
    package let table: String
    package let column: String
    package let label: String
    /// The table of the records.
    package let target: String
    /// Whether it holds a list of records.
    package let isList: Bool

    /// Nil for a column that is no reference, and for a name that would change a query.
    package init?(_ column: ColumnDescription, of table: String) {
        guard let target = column.reference, ["reference", "glide_list"].contains(column.type),
            [table, target].allSatisfy(GraphQL.Name.isName)
        else { return nil }
        self.table = table
        self.column = column.name
        label = column.label
        self.target = target
        isList = column.type == "glide_list"
    }
}

extension TableClient {
    /// How many names a query lists, so that its URL is short enough for every proxy.
    private static let namesAtOnce = 60

    /// The references that `tables` define, and those of any table to `targets`, from `sys_dictionary`; unordered.
    package func references(
        of tables: [String], to targets: [String]
    ) async throws(RequestFailure) -> Set<TableReference> {
        var found: Set<TableReference> = []
        for start in stride(from: 0, to: max(tables.count, targets.count), by: Self.namesAtOnce) {
            let conditions = [("nameIN", tables, "^referenceISNOTEMPTY"), ("referenceIN", targets, "")]
                .filter { start < $0.1.count }
                .map { $0.0 + $0.1.dropFirst(start).prefix(Self.namesAtOnce).joined(separator: ",") + $0.2 }
            let read = TableRead(
                "sys_dictionary", query: conditions.joined(separator: "^NQ"),
                fields: ["name", "element", "column_label", "internal_type", "reference"], display: .value)
            var batches = RecordPager(self, read).makeAsyncIterator()
            while let batch = try await batches.next(isolation: nil) {
                for row in batch.rows {
                    guard let column = column(row), let reference = TableReference(column, of: row.text("name")),
                        tables.contains(reference.table) || targets.contains(reference.target)
                    else { continue }
                    found.insert(reference)
                }
            }
        }
        return found
    }

    /// The tables that extend this one directly, by name.
    package func children(of table: String) async throws(RequestFailure) -> [String] {
        let read = TableRead(
            "sys_db_object", query: "super_class.name=" + table, fields: ["name", "super_class.name"], display: .value)
        var names: [String] = []
        var batches = RecordPager(self, read).makeAsyncIterator()
        while let batch = try await batches.next(isolation: nil) {
            names += batch.rows.filter { $0.text("super_class.name") == table }.map { $0.text("name") }
        }
        return names.sorted()
    }
}
