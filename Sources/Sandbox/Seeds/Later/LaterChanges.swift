import ExchangeModel

/// Changes of last year, their steps, and tickets and notes beside them.
enum LaterChanges {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "change_request": write, "change_task": writeTasks, "ticket": writeTickets, "vtb_task": writeNotes,
    ]

    /// How many changes there are.
    static let count = 60

    /// The change in that place.
    static func task(_ index: Int, _ seeds: LaterSeeds) -> LaterTask {
        LaterTask("change_request", index, of: count, "CHG", last: 29_990, seeds)
    }

    private static let stories: [(String, String, String)] = [
        ("Replace the core switch in {place}", "It is out of support.", "network"),
        ("Update {app} to the next release", "Fixes of the last quarter.", "application software"),
        ("Add disks to the mail servers", "Nine tenths are in use.", "hardware"),
        ("Rotate the keys of {app}", "Once a year.", "software"),
        ("Move backups to a new store", "The old one is slow.", "system software"),
        ("Open a new wireless network in {place}", "For visitors.", "network"),
    ]

    private static func write(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "change_request",
            LaterTask.columns + """
                 type category risk requested_by start_date end_date justification implementation_plan backout_plan \
                test_plan approval close_code reason
                """)
        for index in 0..<count {
            var task = task(index, seeds)
            let story = stories[index % stories.count]
            let begins = task.opened.advanced(bySeconds: 864_000)
            let isCanceled = index % 17 == 11
            try batch.add(
                task.values(
                    SeedText.fill(story.0, &task.world), story.1, state: isCanceled ? 4 : 3,
                    closed: begins.advanced(bySeconds: 10_800), group: "Change Management") + [
                        ["normal", "standard", "normal", "emergency"][index % 4], story.2, String(2 + index % 3),
                        task.caller.sysID, begins.glideText, begins.advanced(bySeconds: 7_200).glideText, story.1,
                        "1. Tell people\n2. Do it\n3. Look at it", "Put the old one back.",
                        "Sign in and open a record.",
                        isCanceled ? "rejected" : "approved",
                        isCanceled ? "" : ["successful", "successful", "successful_issues"][index % 3],
                        ["upgrade", "fix", "maintenance", "new"][index % 4],
                    ], task.stamp)
        }
    }

    private static func writeTasks(_ seeds: LaterSeeds) throws {
        let steps = [
            ("planning", "Agree on the window"), ("implementation", "Carry it out"), ("testing", "Try it"),
            ("review", "Write down what happened"),
        ]
        let batch = try seeds.batch(
            "change_task",
            LaterTask.columns + " change_request change_task_type planned_start_date planned_end_date close_code order")
        for index in 0..<140 {
            let task = LaterTask("change_task", index, of: 140, "CTASK", seeds)
            let change = SeedIdentity.sysID("change_request", index / 4)
            let step = steps[index % 4]
            try batch.add(
                task.values(
                    step.1, "", state: 3, closed: task.ended, group: "Change Management", parent: change) + [
                        change, step.0, task.opened.glideText, task.ended.glideText, "successful",
                        String((index % 4 + 1) * 100),
                    ], task.stamp)
        }
    }

    private static func writeTickets(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("ticket", LaterTask.columns)
        for index in 0..<10 {
            let task = LaterTask("ticket", index, of: 10, "TKT", seeds)
            try batch.add(
                task.values(
                    ["A question about badges", "A lamp flickers", "Chairs for the meeting room"][index % 3], "",
                    state: 3,
                    closed: task.ended, group: "Facilities Team"), task.stamp)
        }
    }

    private static func writeNotes(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("vtb_task", LaterTask.columns + " owner")
        for index in 0..<8 {
            let task = LaterTask("vtb_task", index, of: 8, "VTB", seeds)
            try batch.add(
                task.values(
                    ["Read about the new release", "Tidy up my lists"][index % 2], "", state: 3, closed: task.ended,
                    group: "", item: "") + [task.agent.sysID], task.stamp)
        }
    }
}
