import Database
import ExchangeModel

/// Writes the records an instance begins with. They are the same in every run, on every machine.
struct SeedWriter {
    let store: RecordStore

    /// Writes them for an instance whose own time begins at `start`, and gives what others may refer to.
    func writeRecords(from start: Timestamp) throws -> SeedWorld {
        try store.connection.run("INSERT INTO sandbox_clock VALUES (?)", [.integer(start.seconds)])
        var world = SeedWorld(start: start)
        try OrganisationSeeds.write(&world, store)
        try PeopleSeeds.write(&world, store)
        try ConfigurationSeeds.write(&world, store)
        try IncidentSeeds.write(&world, store)
        try ProblemSeeds.write(&world, store)
        try ChangeSeeds.write(&world, store)
        try KnowledgeSeeds.write(&world, store)
        try PeopleSeeds.writeEmployee(world, store)
        try SignInSeeds.write(world, store)
        return world
    }
}
