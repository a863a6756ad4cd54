import ExchangeModel

/// Journal entries of tasks.
struct JournalSeeds {
    private let batch: SeedBatch

    init(store: RecordStore) throws {
        batch = try SeedBatch("sys_journal_field", "sys_id name element_id element value sys_created_by", store: store)
    }

    /// A few entries between two moments, by the caller and the agent in turn.
    mutating func write(
        _ table: String, _ sysID: String, by caller: SeedWorld.Person, _ agent: SeedWorld.Person, from: Timestamp,
        to: Timestamp,
        _ world: inout SeedWorld
    ) throws {
        let count = 1 + world.random.below(3)
        let step = max((to.seconds - from.seconds) / Int64(count + 1), 1)
        for index in 1...count {
            let isNote = world.random.below(2) == 0
            let text = world.random.pick(isNote ? SeedText.notes : SeedText.comments)
            let author = isNote || index % 2 == 1 ? agent : caller
            try batch.add(
                [world.random.sysID(), table, sysID, isNote ? "work_notes" : "comments", text, author.userName],
                .init(from.advanced(bySeconds: step * Int64(index))))
        }
    }

    /// One entry.
    mutating func note(
        _ table: String, _ sysID: String, _ text: String, by author: SeedWorld.Person, at moment: Timestamp,
        _ world: inout SeedWorld
    ) throws {
        try batch.add([world.random.sysID(), table, sysID, "work_notes", text, author.userName], .init(moment))
    }
}
