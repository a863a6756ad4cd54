import Database
import ExchangeModel

/// Writes the records an instance begins with. They are the same in every run, on every machine.
struct SeedWriter {
    let store: RecordStore

    func writeRecords() throws {
        try store.connection.run("INSERT INTO sandbox_clock VALUES (?)", [.integer(SeedWorld.start.secondsSince1970)])
        var world = SeedWorld()
        try OrganisationSeeds.write(&world, store)
        try PeopleSeeds.write(&world, store)
        try ConfigurationSeeds.write(&world, store)
        try IncidentSeeds.write(&world, store)
        try ProblemSeeds.write(&world, store)
        try ChangeSeeds.write(&world, store)
        try KnowledgeSeeds.write(&world, store)
        try BusinessRuleSeeds.write(store)
        try PeopleSeeds.writeEmployee(world, store)
    }
}
