import ExchangeModel

/// What tasks of every class have in common: a number, people, and a place in time. It follows from class and place.
struct LaterTask {
    let sysID: String
    let number: String
    let caller: SeedWorld.Person
    let agent: SeedWorld.Person
    let opened: Timestamp
    /// How many hours ago that was.
    let hours: Int
    /// A number from 0 to 99 for whatever is decided by chance.
    let draw: Int
    /// How many seconds it took.
    let effort: Int64
    let impact: Int
    let urgency: Int
    var world: SeedWorld
    let stamp: SeedBatch.Stamp

    /// The columns that `values` gives.
    static let columns = """
        number task_effective_number short_description description state active impact urgency priority opened_by \
        opened_at assigned_to assignment_group closed_at closed_by parent location company contact_type cmdb_ci
        """

    /// Numbers end before those of the first records: the highest is that of `last`.
    init(
        _ table: String, _ index: Int, of count: Int, _ prefix: String, last: Int = 10_000,
        aged ages: (oldest: Int, newest: Int) = (12_000, 4_200), _ seeds: LaterSeeds
    ) {
        var world = seeds.world(for: table, index)
        sysID = SeedIdentity.sysID(table, index)
        number = RecordStore.number(prefix, last - count + 1 + index)
        // From the eighth on they are people who report; before that they are those who sign in.
        caller = world.people[7 + world.random.below(world.people.count - 11)]
        agent = world.random.pick(world.agents)
        hours = ages.oldest - (ages.oldest - ages.newest) * index / count
        opened = world.before(hours: hours)
        draw = world.random.below(100)
        effort = Int64(1_200 + world.random.below(400_000))
        impact = 1 + min(world.random.below(7) / 2, 2)
        urgency = 1 + min(world.random.below(7) / 2, 2)
        var stamp = SeedBatch.Stamp(opened)
        (stamp.createdBy, stamp.updatedBy) = (caller.userName, agent.userName)
        stamp.updated = opened.advanced(bySeconds: effort)
        stamp.changes = 1 + draw % 7
        self.stamp = stamp
        self.world = world
    }

    /// When it was done with.
    var ended: Timestamp { opened.advanced(bySeconds: effort) }
    var priority: Int { min(impact + urgency - 1, 5) }

    /// The values of `columns`, the sys_id before them. A task without a time of closing is active.
    func values(
        _ short: String, _ text: String, state: Int, closed: Timestamp?, group: String, parent: String = "",
        item: String? = nil
    ) -> [String] {
        [
            sysID, number, number, short, text, String(state), closed == nil ? "true" : "false", String(impact),
            String(urgency), String(priority), caller.sysID, opened.glideText, agent.sysID,
            world.groups[group] ?? group,
            closed?.glideText ?? "", closed == nil ? "" : agent.sysID, parent, caller.location, caller.company,
            ["self-service", "email", "phone", "chat", "walk-in", ""][draw % 6],
            item ?? (draw % 4 == 0 ? "" : world.items[draw % world.items.count].sysID),
        ]
    }
}
