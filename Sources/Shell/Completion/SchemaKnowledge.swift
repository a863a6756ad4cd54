/// What is known of the instance's tables, for completion only: it may be old, or nothing. Answers come at once from
/// what is at hand; an answer that would need the network is empty until it has been fetched. Names come in the order
/// in which they are to be shown.
package protocol SchemaKnowledge: Sendable {
    /// Every table.
    func tables() async -> [Named]
    /// The columns of a table, inherited ones included.
    func columns(of table: String) async -> [ColumnKnowledge]
    /// The values of a column with choices, each with what is displayed for it.
    func choices(of table: String, column: String) async -> [Named]
    /// Numbers or names of records, each with what it is about: those that begin so, else some that were changed lately.
    func recordNames(of table: String, beginning typed: String) async -> RecordNames
    /// Numbers of the open tasks that are assigned to the user, each with what it is about.
    func assignedTasks() async -> [Named]
}
