import Database
import ExchangeModel

/// The records that are written when somebody first asks for their table.
///
/// What they are depends on their table and their place in it alone: not on which tables were asked for before. So a
/// record may refer to one that is not written yet.
struct LaterSeeds {
    typealias Recipe = @Sendable (LaterSeeds) throws -> Void

    let store: RecordStore
    /// Everybody and everything that was there first, and the later users.
    let world: SeedWorld

    init(store: RecordStore, world: SeedWorld) {
        self.store = store
        self.world = LaterPeople.joining(world)
    }

    private static let recipes: [String: Recipe] = [
        LaterPeople.recipes, LaterGroups.recipes, LaterApprovals.recipes, LaterPlaces.recipes, LaterIncidents.recipes,
        LaterProblems.recipes, LaterChanges.recipes, LaterRequests.recipes, LaterJournals.recipes,
        LaterAttachments.recipes, LaterCatalog.recipes, LaterKnowledge.recipes, LaterServers.recipes,
        LaterDevices.recipes, LaterApplications.recipes, LaterServices.recipes, LaterRelations.recipes,
        LaterAssets.recipes, LaterAgreements.recipes, LaterImports.recipes, LaterPackages.recipes,
        LaterScripts.recipes, LaterAutomation.recipes, LaterSettings.recipes, LaterViews.recipes,
        LaterNavigation.recipes, LaterLogs.recipes, LaterMail.recipes, LaterSignIn.recipes,
    ].reduce(into: [:]) { all, some in all.merge(some) { first, _ in first } }

    /// Writes those of the named tables.
    func write(_ names: Set<String>) throws {
        if names.contains("sys_dictionary") { try DerivedRecords(store: store).write() }
        let records = TextRecords(seeds: self)
        for name in store.schema.names where names.contains(name) {
            try LaterSeeds.recipes[name]?(self)
            try records.write(name)
        }
        if names.contains("sys_user") { try LaterPeople.federate(store) }
    }

    /// Where the rows of a table are counted from.
    static func firstRow(of table: String, in schema: Schema) -> Int {
        (1 + (schema.names.firstIndex(of: table) ?? 0)) * rowsOfATable
    }

    /// How many rows of one table find their place between those of its neighbours.
    static let rowsOfATable = 5_000_000

    /// A batch of a table's later records.
    func batch(_ table: String, _ names: String) throws -> SeedBatch {
        try SeedBatch(table, "sys_id " + names, from: LaterSeeds.firstRow(of: table, in: store.schema), store: store)
    }

    /// The world with numbers of its own for a purpose.
    func world(for purpose: String, _ index: Int = 0) -> SeedWorld {
        var world = self.world
        world.random = SeedIdentity.random(purpose, index)
        return world
    }

    /// Writes `count` records that an administrator made, evenly spread between two ages in hours. The sys_id is that of
    /// the place; `make` gives the other columns.
    func rows(
        _ table: String, _ names: String, _ count: Int, aged ages: (oldest: Int, newest: Int) = (40_000, 9_000),
        by author: String = "admin", _ make: (Int, inout SeedWorld) -> [String]
    ) throws {
        let batch = try batch(table, names)
        var world = world(for: table)
        for index in 0..<count {
            let values = make(index, &world)
            var stamp = SeedBatch.Stamp(
                world.before(hours: ages.oldest - (ages.oldest - ages.newest) * index / max(count, 1)))
            (stamp.createdBy, stamp.updatedBy) = (author, author)
            try batch.add([SeedIdentity.sysID(table, index)] + values, stamp)
        }
    }

    /// Writes one record for each of the given ones.
    func rows<Given>(
        _ table: String, _ names: String, of given: [Given], by author: String = "admin",
        _ make: (Int, Given) -> [String]
    ) throws {
        try rows(table, names, given.count, by: author) { index, _ in make(index, given[index]) }
    }

    /// Writes records behind the first `count` of a table, whose ages do not depend on how many follow.
    func further<Given>(
        _ table: String, _ names: String, behind count: Int, of given: [Given], by author: String = "admin",
        _ make: (Int, Given) -> [String]
    ) throws {
        let row = LaterSeeds.firstRow(of: table, in: store.schema) + count
        let batch = try SeedBatch(table, "sys_id " + names, from: row, store: store)
        var world = world(for: table, count)
        for (offset, element) in given.enumerated() {
            var stamp = SeedBatch.Stamp(world.before(hours: 8_000 - offset))
            (stamp.createdBy, stamp.updatedBy) = (author, author)
            let index = count + offset
            try batch.add([SeedIdentity.sysID(table, index)] + make(index, element), stamp)
        }
    }

    /// The tables of the first two generations, and those of the third.
    var tableNames: (first: [String], further: [String]) {
        let entries = store.schema.entries
        return (
            entries.filter { $0.generation < 3 }.map(\.name), entries.filter { $0.generation == 3 }.map(\.name)
        )
    }

    /// The tables of the first three generations: what counts them gives the records of later tables no place.
    var countedTables: [Table] { (tableNames.first + tableNames.further).compactMap { store.schema[$0] } }
}
