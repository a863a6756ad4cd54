extension TableDefinition {
    /// One entry of a journal column, such as a work note.
    static let sysJournalField = TableDefinition(
        "sys_journal_field", label: "Journal Entry", plural: "Journal Entries",
        indexed: ["element_id"],
        columns: [
            .init("name", length: 100),
            .init("element_id", label: "Element ID"),
            .init("value", length: 4000),
            .init("element"),
        ],
        wireOrder: """
            sys_id sys_created_on name element_id sys_tags value sys_created_by element
            """)
}
