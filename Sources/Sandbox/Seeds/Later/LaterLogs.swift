import ExchangeModel

/// What the instance noted: log, audit, history, events.
enum LaterLogs {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "syslog": writeLog, "sys_audit": writeAudit, "sys_history_set": writeHistory, "sysevent": writeEvents,
        "ecc_queue": writeQueue,
    ]

    /// What a log says, by level and source.
    static let lines: [(String, String, String)] = [
        ("0", "Scheduler", "Job finished: Count open incidents"), ("0", "Import", "Rows were read from the file"),
        ("1", "Slow query", "A query took longer than a second"),
        ("0", "Session", "A session ended after half an hour"),
        ("0", "Cache", "The cache was emptied"), ("2", "Mail", "The mail server does not answer"),
        ("0", "Discovery", "A server was found again"), ("-1", "Script", "Here we are"),
        ("1", "Access", "A user without the role asked for a record"),
        ("2", "Script", "Cannot read property of undefined"),
    ]

    private static func writeLog(_ seeds: LaterSeeds) throws {
        try seeds.rows("syslog", "level source message sequence", 1_500, aged: (1_500, 0), by: "system") {
            index, world in
            let line = lines[world.random.below(lines.count)]
            return [line.0, line.1, line.2 + " (" + String(1_000 + world.random.below(9_000)) + ")", String(index)]
        }
    }

    private static func writeAudit(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "sys_audit", "tablename fieldname documentkey oldvalue newvalue reason user record_checkpoint")
        var place = 0
        for index in 0..<LaterIncidents.count {
            let task = LaterIncidents.task(index, seeds)
            let changes = [("state", "1", "2"), ("assigned_to", "", task.agent.sysID), ("state", "2", "7")]
            for (step, change) in changes.enumerated() {
                var stamp = SeedBatch.Stamp(task.opened.advanced(bySeconds: task.effort * Int64(step + 1) / 4))
                stamp.createdBy = task.agent.userName
                try batch.add(
                    [
                        SeedIdentity.sysID("sys_audit", place), "incident", change.0, task.sysID, change.1, change.2,
                        "",
                        task.agent.userName, String(step + 1),
                    ], stamp)
                place += 1
            }
        }
    }

    private static func writeHistory(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_history_set", "id table updates language", 120, aged: (9_000, 4_000), by: "system") {
            index, _ in
            [SeedIdentity.sysID("incident", index * 3), "incident", "3", "en"]
        }
    }

    private static func writeEvents(_ seeds: LaterSeeds) throws {
        let names = ["incident.updated", "login", "user.view", "attachment.uploaded", "login.failed"]
        try seeds.rows(
            "sysevent", "name state table instance parm1 parm2 user_name user_id processed queue processing_duration",
            400,
            aged: (300, 0), by: "system"
        ) { index, world in
            let name = names[index % names.count]
            let person = world.people[index % 60]
            let isIncident = name == "incident.updated"
            return [
                name, index > 390 ? "ready" : index % 97 == 50 ? "error" : "processed",
                isIncident ? "incident" : "sys_user",
                isIncident ? SeedIdentity.sysID("incident", index % LaterIncidents.count) : person.sysID,
                person.userName, "",
                person.userName, person.sysID, index > 390 ? "" : world.before(hours: 300 - index * 3 / 4).glideText,
                "",
                String(world.random.below(90)),
            ]
        }
    }

    private static func writeQueue(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "ecc_queue", "agent topic name source queue state payload sequence", 60, aged: (200, 0), by: "mid.server"
        ) {
            index, _ in
            [
                "mid.server.harbor", index % 3 == 0 ? "Command" : "SSHCommand", "uptime", "10.0.20.\(10 + index / 2)",
                index % 2 == 0 ? "output" : "input", index == 59 ? "ready" : "processed", "<results/>", String(index),
            ]
        }
    }
}
