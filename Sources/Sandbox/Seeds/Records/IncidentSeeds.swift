import Database
import ExchangeModel

/// Incidents and their journals.
enum IncidentSeeds {
    /// How many incidents there are, INC0010001 onwards.
    static let count = 200

    static func write(_ world: inout SeedWorld, _ store: RecordStore) throws {
        let batch = try SeedBatch(
            "incident",
            """
            sys_id number task_effective_number short_description description category subcategory state \
            incident_state active impact urgency priority severity caller_id opened_by opened_at assigned_to \
            assignment_group cmdb_ci location company contact_type hold_reason resolved_at resolved_by closed_at \
            closed_by close_code close_notes business_stc calendar_stc business_duration calendar_duration \
            reassignment_count due_date watch_list
            """,
            store: store)
        var journal = try JournalSeeds(store: store)
        for index in 1...count {
            let number = RecordStore.number("INC", 10_000 + index)
            if index == 21 {
                try writeKnown(batch, &world, number)
                continue
            }
            let story =
                index % 17 == 9
                ? IncidentStory.odd[index / 17 % IncidentStory.odd.count] : world.random.pick(IncidentStory.all)
            let hours = (count - index) * 20 + world.random.below(18)
            try writeOne(batch, &journal, &world, number: number, story: story, hours: hours + 1)
        }
        try store.connection.run("INSERT INTO sandbox_counter VALUES ('INC', ?)", [.integer(10_000 + count)])
    }

    private static func writeOne(
        _ batch: SeedBatch, _ journal: inout JournalSeeds, _ world: inout SeedWorld, number: String,
        story: IncidentStory, hours: Int
    ) throws {
        let sysID = world.random.sysID()
        let caller = world.people[7 + world.random.below(world.people.count - 9)]
        let opened = world.before(hours: hours)
        // The older an incident is, the likelier it is over.
        let draw = world.random.below(100)
        let state =
            hours > 1500
            ? (draw < 88 ? 7 : draw < 93 ? 8 : 3)
            : hours > 300
                ? (draw < 35 ? 7 : draw < 70 ? 6 : draw < 90 ? 2 : 3)
                : (draw < 45 ? 1 : draw < 85 ? 2 : draw < 92 ? 3 : 6)
        let impact = 1 + min(world.random.below(7) / 2, 2)
        let urgency = 1 + min(world.random.below(7) / 2, 2)
        let isOver = state >= 7
        let agent = state == 1 && draw % 3 != 0 ? nil : world.random.pick(world.agents)
        let effort = Int64(600 + world.random.below(90_000))
        let resolved = state == 6 || state == 7 ? opened.advanced(bySeconds: effort) : nil
        let closed = isOver ? (resolved ?? opened).advanced(bySeconds: Int64(3600 + world.random.below(250_000))) : nil
        let last =
            closed ?? resolved ?? opened.advanced(bySeconds: agent == nil ? 0 : Int64(world.random.below(hours * 1800)))
        var stamp = SeedBatch.Stamp(opened)
        (stamp.createdBy, stamp.updated, stamp.updatedBy) = (caller.userName, last, agent?.userName ?? caller.userName)
        stamp.changes = agent == nil ? 0 : 1 + world.random.below(9)
        let short = SeedText.fill(story.short, &world)
        let item = world.random.pick(world.items)
        try batch.add(
            [
                sysID, number, number, short, story.text, story.category, story.subcategory,
                String(state), String(state),
                isOver ? "false" : "true", String(impact), String(urgency), String(min(impact + urgency - 1, 5)),
                String(impact),
                caller.sysID, caller.sysID, opened.glideText, agent?.sysID ?? "", world.groups[story.group] ?? "",
                draw % 4 == 0 ? "" : item.sysID, caller.location, caller.company,
                ["self-service", "email", "phone", "chat", ""][draw % 5],
                state == 3 ? String([1, 3, 4, 5][draw % 4]) : "",
                resolved?.glideText ?? "", resolved == nil ? "" : agent?.sysID ?? "", closed?.glideText ?? "",
                closed == nil ? "" : agent?.sysID ?? "",
                resolved == nil
                    ? "" : ["Solved (Permanently)", "Solved (Work Around)", "Closed/Resolved by Caller"][draw % 3],
                resolved == nil ? "" : SeedText.solutions[draw % SeedText.solutions.count],
                resolved == nil ? "" : String(effort / 3),
                resolved == nil ? "" : String(effort), resolved == nil ? "" : Timestamp(seconds: effort / 3).glideText,
                resolved == nil ? "" : Timestamp(seconds: effort).glideText, String(draw % 4),
                draw % 6 == 0 ? opened.advanced(bySeconds: 432_000).glideText : "",
                draw % 10 == 0 ? caller.sysID + "," + world.people[2].sysID : "",
            ], stamp)
        guard let agent, draw % 2 == 0 else { return }
        try journal.write("incident", sysID, by: caller, agent, from: opened, to: last, &world)
    }

    /// The incident of the sample application's transcript.
    private static func writeKnown(_ batch: SeedBatch, _ world: inout SeedWorld, _ number: String) throws {
        let opened = Timestamp(
            seconds: CivilTime(year: 2015, month: 10, day: 14, hour: 7, minute: 45, second: 55).secondsSince1970)
        var stamp = SeedBatch.Stamp(opened)
        stamp.createdBy = "abel.tuter"
        let john = world.people[1], abel = world.people[2]
        var values = [
            "061c92d26f030200d7aecd9c5d3ee4f8", number, number, "my computer doesn't work",
            "It does not start any more.", "hardware", "",
            "2", "2", "true", "2", "2", "3", "3", abel.sysID, abel.sysID, opened.glideText, john.sysID,
            world.groups["Hardware"] ?? "",
            world.items[19].sysID, abel.location, abel.company, "phone",
        ]
        values += Array(repeating: "", count: 11) + ["1", "", ""]
        try batch.add(values, stamp)
    }
}
