import Database
import ExchangeModel

/// Changes and catalog tasks.
enum ChangeSeeds {
    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        try writeChanges(&world, store)
        try writeCatalogTasks(&world, store)
    }

    private static func writeChanges(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch(
            "change_request",
            """
            sys_id number task_effective_number short_description description type category risk state active \
            impact priority requested_by opened_by opened_at assigned_to assignment_group cmdb_ci start_date \
            end_date justification implementation_plan backout_plan test_plan approval close_code closed_at
            """,
            store: store)
        for index in 1...36 {
            let number = RecordStore.number("CHG", 30_000 + index)
            let story = changes[index % changes.count]
            let opened = world.before(hours: (37 - index) * 60)
            let state = index < 22 ? 3 : index % 13 == 0 ? 4 : [-5, -4, -3, -2, -1, 0][world.random.below(6)]
            let agent = world.random.pick(world.agents)
            let begins = opened.advanced(bySeconds: 604_800)
            var stamp = SeedBatch.Stamp(opened)
            (stamp.createdBy, stamp.updatedBy) = (agent.userName, agent.userName)
            stamp.changes = state + 5
            try batch.add(
                [
                    world.random.sysID(), number, number, SeedText.fill(story.0, &world), story.1,
                    ["normal", "standard", "emergency"][index % 7 % 3],
                    story.2, String(2 + index % 3), String(state), state >= 3 ? "false" : "true", "3", "4", agent.sysID,
                    agent.sysID,
                    opened.glideText, state == -5 ? "" : agent.sysID, world.groups["Change Management"] ?? "",
                    world.random.pick(world.items).sysID, begins.glideText, begins.advanced(bySeconds: 7200).glideText,
                    story.1,
                    "1. Announce\n2. Do it\n3. Check", "Restore the last backup.", "Sign in and open three records.",
                    state == -5 ? "not requested" : state == -4 || state == -3 ? "requested" : "approved",
                    state == 3 ? "successful" : "", state >= 3 ? begins.advanced(bySeconds: 9000).glideText : "",
                ], stamp)
        }
        try store.connection.run("INSERT INTO sandbox_counter VALUES ('CHG', 30036)")
    }

    private static func writeCatalogTasks(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch(
            "sc_task",
            """
            sys_id number task_effective_number short_description description state active priority opened_by \
            opened_at assigned_to assignment_group due_date closed_at
            """,
            store: store)
        for index in 1...30 {
            let number = RecordStore.number("SCTASK", 10_000 + index)
            let story = orders[index % orders.count]
            let person = world.random.pick(world.people), agent = world.random.pick(world.agents)
            let opened = world.before(hours: (31 - index) * 40)
            let state = index < 16 ? 3 : [1, 1, 2, 2, -5, 4][world.random.below(6)]
            var stamp = SeedBatch.Stamp(opened)
            stamp.createdBy = person.userName
            stamp.changes = index % 4
            try batch.add(
                [
                    world.random.sysID(), number, number, story.0, "For " + person.name + ": " + story.1, String(state),
                    state == 3 || state == 4 ? "false" : "true", "4", person.sysID, opened.glideText,
                    state == 1 ? "" : agent.sysID,
                    world.groups[story.2] ?? "", opened.advanced(bySeconds: 604_800).glideText,
                    state == 3 || state == 4 ? opened.advanced(bySeconds: 260_000).glideText : "",
                ], stamp)
        }
        try store.connection.run("INSERT INTO sandbox_counter VALUES ('SCTASK', 10030)")
    }

    private static let changes: [(String, String, String)] = [
        ("Update firmware of the switches in {place}", "Fixes restarts under load.", "network"),
        ("Move {app} to new servers", "The old ones run out of warranty.", "software"),
        ("Renew certificates of {app}", "They expire next month.", "software"),
        ("Extend storage of the mail service", "Growth of the last quarter.", "hardware"),
        ("Replace batteries in the server room", "Yearly maintenance.", "hardware"),
        ("Apply operating system patches", "Monthly security updates.", "system software"),
        ("Change routing between Austin and San Diego", "Shorter paths for voice.", "network"),
    ]

    private static let orders: [(String, String, String)] = [
        ("Prepare a laptop", "14 inch, English keyboard", "Hardware"),
        ("Create accounts for a new colleague", "Starts on Monday", "Service Desk"),
        ("Order a headset", "With a cable, please", "Hardware"),
        ("Grant access to a shared folder", "Read and write", "Software"),
        ("Set up a meeting room screen", "Second floor", "Facilities Team"),
        ("Install a drawing program", "Licence is paid", "Software"),
    ]
}
