import Database
import ExchangeModel

/// Problems.
enum ProblemSeeds {
    private static let columns =
        """
        sys_id number task_effective_number short_description description category state problem_state active \
        impact urgency priority opened_by opened_at assigned_to assignment_group cmdb_ci known_error cause_notes \
        fix_notes resolved_at closed_at resolution_code
        """

    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch("problem", columns, store: store)
        var journal = try JournalSeeds(store: store)
        let known = [
            (
                CivilTime(year: 2014, month: 2, day: 4, hour: 4, minute: 58, second: 15), "PRB0000011",
                "d7296d02c0a801670085e737da016e70", "Unknown source of outage"
            ),
            (
                CivilTime(year: 2016, month: 3, day: 7, hour: 23, minute: 47, second: 43), "PRB0040010",
                "fb9620914fc212008a5ab895f110c7c4", "Getting NPE stack trace accessing link"
            ),
        ]
        for (time, number, sysID, short) in known {
            let opened = Timestamp(seconds: time.secondsSince1970)
            try batch.add(
                [
                    sysID, number, number, short, "", "software", "102", "102", "true", "2", "2", "3",
                    world.people[0].sysID, opened.glideText,
                    world.people[1].sysID, world.groups["Problem Solving"] ?? "", "", "false", "", "", "", "", "",
                ],
                .init(opened))
        }
        try journal.note(
            "problem", known[0].2, "Monitoring showed nothing in that hour.", by: world.people[1],
            at: Timestamp(seconds: known[0].0.secondsSince1970 + 7200), &world)
        for index in 1...28 where index != 10 {
            let number = RecordStore.number("PRB", 40_000 + index)
            let story = world.random.pick(stories)
            let opened = world.before(hours: (30 - index) * 90)
            let state = [101, 102, 103, 104, 106, 107][world.random.below(6)]
            let agent = world.random.pick(world.agents)
            let over = state >= 106 ? opened.advanced(bySeconds: Int64(90_000 + world.random.below(200_000))) : nil
            let impact = 1 + world.random.below(3), urgency = 1 + world.random.below(3)
            var stamp = SeedBatch.Stamp(opened)
            (stamp.createdBy, stamp.updatedBy, stamp.updated) = (agent.userName, agent.userName, over ?? opened)
            stamp.changes = state - 101
            let sysID = world.random.sysID()
            try batch.add(
                [
                    sysID, number, number, SeedText.fill(story.0, &world), story.1, story.2, String(state),
                    String(state),
                    state == 107 ? "false" : "true", String(impact), String(urgency), String(impact + urgency - 1),
                    agent.sysID,
                    opened.glideText, state == 101 ? "" : agent.sysID, world.groups["Problem Solving"] ?? "",
                    world.random.pick(world.items).sysID, state == 104 ? "true" : "false", state >= 103 ? story.1 : "",
                    over == nil ? "" : "<p>Fixed with the last update.</p>", over?.glideText ?? "",
                    state == 107 ? over?.glideText ?? "" : "",
                    over == nil ? "" : "fix_applied",
                ], stamp)
            if index % 3 == 0 {
                try journal.note(
                    "problem", sysID, world.random.pick(SeedText.notes), by: agent,
                    at: opened.advanced(bySeconds: 5400), &world)
            }
        }
        try store.connection.run("INSERT INTO sandbox_counter VALUES ('PRB', 40028)")
    }

    private static let stories: [(String, String, String)] = [
        ("Wireless in {place} loses clients under load", "The access points share one channel.", "network"),
        ("{app} leaks memory", "Restarts every night hide it.", "software"),
        ("Mail gateway delays messages on Mondays", "A weekly report floods the queue.", "software"),
        ("Batteries of one laptop series swell", "The vendor knows of it.", "hardware"),
        ("Backup window is too short", "The databases have grown.", "database"),
        ("Duplicate users after the directory import", "Names with accents are matched by bytes.", "software"),
        ("Switches in {place} restart by themselves", "The power supply is not redundant.", "network"),
        ("Certificates expire unnoticed", "Nobody owns the list.", "software"),
    ]
}
