import Database

/// The records that are written when somebody first asks for their table.
struct LaterSeeds {
    let store: RecordStore
    let world: SeedWorld

    /// Writes those of the named tables.
    func write(_ names: Set<String>) throws {
        if names.contains("sys_script") { try BusinessRuleSeeds.write(store) }
        if names.contains("sys_dictionary") { try DerivedRecords(store: store).write() }
    }
}
