import ExchangeModel

/// What was promised, how tasks did against it, and when people work.
enum LaterAgreements {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "contract_sla": writeDefinitions, "task_sla": writeTasks, "cmn_schedule": writeSchedules,
        "cmn_schedule_span": writeSpans,
    ]

    /// Name, table, hours, condition to start.
    private static let definitions: [(String, String, Int, String)] = [
        ("Priority 1 resolution (4 hours)", "incident", 4, "priority=1^active=true"),
        ("Priority 2 resolution (8 hours)", "incident", 8, "priority=2^active=true"),
        ("Priority 3 resolution (1 day)", "incident", 24, "priority=3^active=true"),
        ("Priority 4 resolution (3 days)", "incident", 72, "priority=4^active=true"),
        ("Priority 5 resolution (5 days)", "incident", 120, "priority=5^active=true"),
        ("Request fulfilment (10 days)", "sc_req_item", 240, "active=true"),
    ]

    private static func writeDefinitions(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "contract_sla",
            "name sys_name collection type duration schedule start_condition stop_condition target active sys_scope",
            of: definitions
        ) { index, row in
            [
                row.0, row.0, row.1, "SLA", Timestamp(seconds: Int64(row.2) * 3_600).glideText,
                SeedIdentity.sysID("cmn_schedule", index < 2 ? 1 : 0), row.3, "active=false", "resolution", "true",
                "global",
            ]
        }
    }

    private static func writeTasks(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch(
            "task_sla",
            """
            task sla stage active has_breached start_time end_time planned_end_time original_breach_time duration \
            business_duration percentage business_percentage schedule time_left
            """)
        for index in 0..<LaterIncidents.count {
            let task = LaterIncidents.task(index, seeds)
            let promise = Int64(definitions[task.priority - 1].2) * 3_600
            let breach = task.opened.advanced(bySeconds: promise)
            let share = Int(task.effort * 100 / promise)
            var stamp = SeedBatch.Stamp(task.opened)
            stamp.createdBy = "system"
            try batch.add(
                [
                    SeedIdentity.sysID("task_sla", index), task.sysID,
                    SeedIdentity.sysID("contract_sla", task.priority - 1),
                    "completed", "false", share > 100 ? "true" : "false", task.opened.glideText, task.ended.glideText,
                    breach.glideText, breach.glideText, Timestamp(seconds: task.effort).glideText,
                    Timestamp(seconds: task.effort / 3).glideText, String(share), String(share / 3),
                    SeedIdentity.sysID("cmn_schedule", task.priority < 3 ? 1 : 0),
                    Timestamp(seconds: max(promise - task.effort, 0)).glideText,
                ], stamp)
        }
    }

    private static func writeSchedules(_ seeds: LaterSeeds) throws {
        let given = [("8-5 weekdays", "US/Pacific"), ("24 x 7", ""), ("9-6 weekdays, Hamburg", "Europe/Berlin")]
        try seeds.rows("cmn_schedule", "name sys_name time_zone type sys_scope", of: given) { _, row in
            [row.0, row.0, row.1, "", "global"]
        }
    }

    private static func writeSpans(_ seeds: LaterSeeds) throws {
        let given = [
            ("Weekdays", "20250106T080000", "20250106T170000", "12345"),
            ("Always", "20250101T000000Z", "20250101T235959Z", "1234567"),
            ("Wochentage", "20250106T090000", "20250106T180000", "12345"),
        ]
        try seeds.rows(
            "cmn_schedule_span",
            "name schedule start_date_time end_date_time repeat_type days_of_week show_as type all_day",
            of: given
        ) { index, row in
            [
                row.0, SeedIdentity.sysID("cmn_schedule", index), row.1, row.2, index == 1 ? "daily" : "weekdays",
                row.3,
                "busy", "", index == 1 ? "true" : "false",
            ]
        }
    }
}
