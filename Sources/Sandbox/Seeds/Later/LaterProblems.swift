import ExchangeModel

/// Problems of last year and the steps to their causes.
enum LaterProblems {
    static let recipes: [String: LaterSeeds.Recipe] = ["problem": write, "problem_task": writeTasks]

    /// How many there are.
    static let count = 40

    /// The problem in that place.
    static func task(_ index: Int, _ seeds: LaterSeeds) -> LaterTask {
        LaterTask("problem", index, of: count, "PRB", last: 39_990, seeds)
    }

    private static let stories: [(String, String, String)] = [
        ("Reports of the month time out", "A missing index on the largest table.", "database"),
        ("Phones in {place} ring twice", "Two rules forward the same call.", "network"),
        ("Laptops forget their wireless network", "A driver resets its store.", "hardware"),
        ("{app} loses sessions at midnight", "A scheduled job empties the cache.", "software"),
        ("Print jobs arrive out of order", "Two queues share one name.", "hardware"),
        ("Backups of {place} end too late", "The link is full in the evening.", "network"),
    ]

    private static func write(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "problem",
            LaterTask.columns
                + " category problem_state cause_notes fix_notes resolved_at resolution_code known_error rfc")
        for index in 0..<count {
            var task = task(index, seeds)
            let story = stories[index % stories.count]
            let isOpen = index % 20 == 13
            try batch.add(
                task.values(
                    SeedText.fill(story.0, &task.world), story.1, state: isOpen ? 104 : 107,
                    closed: isOpen ? nil : task.ended, group: "Problem Solving") + [
                        story.2, isOpen ? "104" : "107", "<p>\(story.1)</p>",
                        isOpen ? "" : "<p>Put right for good.</p>",
                        isOpen ? "" : task.ended.glideText,
                        isOpen ? "" : ["fix_applied", "fix_applied", "risk_accepted"][index % 3],
                        isOpen ? "true" : "false", index % 4 == 1 ? SeedIdentity.sysID("change_request", index) : "",
                    ], task.stamp)
        }
    }

    private static func writeTasks(_ seeds: LaterSeeds) throws {
        let steps = ["Reproduce it on a test system", "Ask the vendor", "Compare with last month", "Write the article"]
        let batch = try seeds.batch("problem_task", LaterTask.columns + " problem problem_task_type")
        for index in 0..<50 {
            let task = LaterTask("problem_task", index, of: 50, "PTASK", seeds)
            let problem = SeedIdentity.sysID("problem", index % count)
            try batch.add(
                task.values(
                    steps[index % steps.count], "", state: 3, closed: task.ended, group: "Problem Solving",
                    parent: problem) + [problem, index % 2 == 0 ? "rca" : "general"], task.stamp)
        }
    }
}
