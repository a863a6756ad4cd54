import ExchangeModel

/// Entries in the journals of the later tasks.
enum LaterJournals {
    static let recipes: [String: LaterSeeds.Recipe] = ["sys_journal_field": write]

    private struct Source {
        let table: String
        let count: Int
        /// Every how many tasks have entries.
        let step: Int
        let task: @Sendable (Int, LaterSeeds) -> LaterTask
    }

    private static let sources = [
        Source(table: "incident", count: LaterIncidents.count, step: 2, task: LaterIncidents.task),
        Source(table: "problem", count: LaterProblems.count, step: 2, task: LaterProblems.task),
        Source(table: "change_request", count: LaterChanges.count, step: 3, task: LaterChanges.task),
        Source(table: "sc_req_item", count: LaterRequests.items, step: 4, task: LaterRequests.item),
        Source(table: "sc_request", count: LaterRequests.requests, step: 5, task: LaterRequests.request),
    ]

    private static func write(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("sys_journal_field", "name element_id element value sys_created_by")
        var place = 0
        for source in sources {
            for index in stride(from: 0, to: source.count, by: source.step) {
                let task = source.task(index, seeds)
                for entry in 0..<(1 + task.draw % 3) {
                    let isNote = (task.draw + entry) % 2 == 0
                    let texts = isNote ? SeedText.notes : SeedText.comments
                    let author = isNote || entry % 2 == 1 ? task.agent : task.caller
                    var stamp = SeedBatch.Stamp(
                        task.opened.advanced(bySeconds: task.effort * Int64(entry + 1) / 4))
                    stamp.createdBy = author.userName
                    try batch.add(
                        [
                            SeedIdentity.sysID("sys_journal_field", place), source.table, task.sysID,
                            isNote ? "work_notes" : "comments", texts[(task.draw + entry * 3) % texts.count],
                            author.userName,
                        ], stamp)
                    place += 1
                }
            }
        }
    }
}
