import Synchronization

/// A table as the list of all tables names it: enough to know the hierarchies, while what else there is to know waits
/// until somebody asks.
final class TableEntry: Sendable {
    let name: String
    /// The table it extends.
    let parent: String?
    /// When it came. The sys_ids of the dictionary entries of the first three follow from the order of the tables.
    let generation: Int
    /// The text that describes it; nil for a table that an administrator added.
    let section: TableSection?
    private let make: @Sendable () -> TableDefinition
    private let made = Mutex<TableDefinition?>(nil)

    init(
        _ name: String, extends parent: String? = nil, generation: Int, section: TableSection? = nil,
        _ make: @escaping @Sendable () -> TableDefinition
    ) {
        (self.name, self.parent, self.generation, self.section, self.make) = (name, parent, generation, section, make)
    }

    /// What the table is.
    var definition: TableDefinition {
        if let made = made.withLock({ $0 }) { return made }
        let definition = make()
        made.withLock { $0 = definition }
        return definition
    }
}
