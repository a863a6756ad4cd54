/// A ServiceNow table with everything inherited resolved.
///
/// Tables of one hierarchy share one SQL table, which holds the columns of all of them; `sys_class_name` tells whose a
/// row is. So a record of `incident` is a record of `task` without a copy, and both are found by the same indexes.
final class Table: Sendable {
    /// From this table up to its root.
    let chain: [TableDefinition]
    /// The SQL table: the name of the hierarchy's root, quoted.
    let storage: String
    /// The root's name.
    let root: String
    /// This table's name and those of all tables below it.
    let classNames: [String]
    /// From this table up to its root.
    let lineage: [String]
    /// In wire order.
    let columns: [Column]
    /// Stands for a record where it is referred to.
    let displayColumn: Column?
    private let positions: [String: Int]

    /// `chain` leads from the table to its root.
    init(_ chain: [TableDefinition], classNames: [String], columns: [Column]) {
        self.chain = chain
        lineage = chain.map(\.name)
        self.classNames = classNames
        self.columns = columns
        root = lineage[lineage.count - 1]
        storage = "\"" + root + "\""
        positions = Dictionary(
            columns.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let display = chain[0].display
        displayColumn = columns.first { $0.name == display }
    }

    var definition: TableDefinition { chain[0] }
    /// Whether rows of other classes stand in the same storage, so that a class must be asked for.
    var sharesStorage: Bool { chain.count > 1 }
    var name: String { lineage[0] }
    var label: String { definition.label }

    /// The column of that name.
    subscript(name: String) -> Column? { positions[name].map { columns[$0] } }

    /// Whether a record of this table is a record of that other one too.
    func isKind(of other: String) -> Bool { lineage.contains(other) }
}
