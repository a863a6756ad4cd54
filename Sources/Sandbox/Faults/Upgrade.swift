extension Schema {
    static let upgradeSummary = """
        as after an upgrade: incident.business_impact is called impact_on_business, incident.resolved_by holds text, \
        incident.category has the choice cloud, and problem is closed
        """

    /// The tables after an upgrade. The records are the same.
    static let upgraded = Schema(
        standard.entries.map { entry in
            guard let change = upgrades[entry.name] else { return entry }
            return TableEntry(entry.name, extends: entry.parent, sequence: entry.sequence, section: entry.section) {
                var table = entry.definition
                change(&table)
                return table
            }
        })

    private static let upgrades: [String: @Sendable (inout TableDefinition) -> Void] = [
        "incident": { table in
            table.replace("business_impact") {
                ColumnDefinition("impact_on_business", $0.type, length: $0.length)
            }
            table.replace("resolved_by") { ColumnDefinition($0.name, .string, label: $0.label) }
            table.choices["category"]?.append(Choice("cloud", "Cloud", isLater: true))
        },
        "problem": { table in table.access.requiredRoles = [] },
    ]
}

extension TableDefinition {
    fileprivate mutating func replace(_ name: String, by column: (ColumnDefinition) -> ColumnDefinition) {
        for index in columns.indices where columns[index].name == name { columns[index] = column(columns[index]) }
    }
}
