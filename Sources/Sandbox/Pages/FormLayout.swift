/// The fields of a table's form, in order, and which are mandatory.
struct FormLayout {
    let sections: [TableDefinition.FormSection]
    let mandatory: Set<String>

    /// The form of a table: its own, its parent's, or one with all columns.
    init(of table: Table) {
        let known = table.chain.first { !$0.form.isEmpty }?.form
        sections = (known ?? FormLayout.general(table)).map { section in
            .init(title: section.title, columns: section.columns.filter { table[$0] != nil })
        }
        let required = table.columns.filter { $0.definition.attributes["mandatory"] == "true" }.map(\.name)
        mandatory = table.definition.required.union(required)
    }

    /// Number or name, the table's own columns, and who created it when.
    private static func general(_ table: Table) -> [TableDefinition.FormSection] {
        let own = table.columns.filter {
            !$0.name.hasPrefix("sys_") && $0 !== table.displayColumn && !$0.type.isSecret
                && $0.type != .journalList
        }
        return [
            .init(title: "", columns: [table.displayColumn?.name].compactMap { $0 } + own.map(\.name)),
            .init(
                title: "Record",
                columns: ["sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count"]),
        ]
    }
}
