/// A table as the list of all tables names it: enough to know the hierarchies, while what else there is to know waits
/// until somebody asks.
struct TableEntry: Sendable {
    let name: String
    /// The table it extends.
    let parent: String?
    /// Makes, or finds, what the table is.
    let definition: @Sendable () -> TableDefinition

    init(_ name: String, extends parent: String? = nil, _ definition: @escaping @Sendable () -> TableDefinition) {
        self.name = name
        self.parent = parent
        self.definition = definition
    }
}
