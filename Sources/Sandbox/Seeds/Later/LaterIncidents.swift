import ExchangeModel

/// Incidents of last year, nearly all over, and their tasks.
enum LaterIncidents {
    static let recipes: [String: LaterSeeds.Recipe] = ["incident": write, "incident_task": writeTasks]

    /// How many there are.
    static let count = 240

    /// The incident in that place.
    static func task(_ index: Int, _ seeds: LaterSeeds) -> LaterTask {
        LaterTask("incident", index, of: count, "INC", seeds)
    }

    private static func write(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "incident",
            LaterTask.columns + """
                 category subcategory incident_state severity caller_id resolved_at resolved_by close_code close_notes \
                business_stc calendar_stc business_duration calendar_duration reassignment_count reopen_count \
                problem_id parent_incident child_incidents made_sla
                """)
        for index in 0..<count {
            var task = task(index, seeds)
            let story = task.world.random.pick(IncidentStory.all)
            let short = SeedText.fill(story.short, &task.world)
            // A few were forgotten.
            let isOpen = index % 60 == 47
            let state = isOpen ? 3 : task.draw % 23 == 5 ? 8 : 7
            let resolved = state == 7 ? task.ended : nil
            let closed = isOpen ? nil : task.ended.advanced(bySeconds: 432_000)
            // One outage in twelve has four others reported beside it.
            let isChild = index % 12 > 7 && index / 12 % 5 == 2
            try batch.add(
                task.values(short, story.text, state: state, closed: closed, group: story.group) + [
                    story.category, story.subcategory, String(state), String(task.impact), task.caller.sysID,
                    resolved?.glideText ?? "", resolved == nil ? "" : task.agent.sysID,
                    resolved == nil
                        ? ""
                        : ["Solved (Permanently)", "Solved Remotely (Permanently)", "Solved (Work Around)"][
                            task.draw % 3],
                    resolved == nil ? "" : SeedText.solutions[task.draw % SeedText.solutions.count],
                    resolved == nil ? "" : String(task.effort / 3), resolved == nil ? "" : String(task.effort),
                    resolved == nil ? "" : Timestamp(seconds: task.effort / 3).glideText,
                    resolved == nil ? "" : Timestamp(seconds: task.effort).glideText, String(task.draw % 4),
                    task.draw % 19 == 0 ? "1" : "0",
                    index % 10 == 3 ? SeedIdentity.sysID("problem", index / 10 % LaterProblems.count) : "",
                    isChild ? SeedIdentity.sysID("incident", index / 12 * 12 + 7) : "",
                    index % 12 == 7 && index / 12 % 5 == 2 ? "4" : "0", task.effort > 250_000 ? "false" : "true",
                ], task.stamp)
        }
    }

    private static func writeTasks(_ seeds: LaterSeeds) throws {
        let steps = ["Ask the caller for a screenshot", "Swap the device", "Check the logs of the last hour"]
        let batch = try seeds.batch("incident_task", LaterTask.columns + " incident")
        for index in 0..<30 {
            let task = LaterTask("incident_task", index, of: 30, "TASK", seeds)
            let incident = SeedIdentity.sysID("incident", index * 9 % count)
            try batch.add(
                task.values(
                    steps[index % steps.count], "", state: 3, closed: task.ended, group: "Service Desk",
                    parent: incident)
                    + [incident], task.stamp)
        }
    }
}
