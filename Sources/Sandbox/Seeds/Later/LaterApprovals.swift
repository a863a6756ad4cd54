import ExchangeModel

/// Approvals that tasks wait for.
enum LaterApprovals {
    static let recipes: [String: LaterSeeds.Recipe] = ["sysapproval_approver": write, "sysapproval_group": writeGroups]

    private static let states = ["requested", "approved", "approved", "approved", "rejected", "not_required"]

    private static func write(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sysapproval_approver", "sysapproval approver state source_table document_id due_date approval_source", 150,
            aged: (4_000, 20)
        ) { index, world in
            let isRequest = index % 2 == 0
            let table = isRequest ? "sc_request" : "change_request"
            let task = SeedIdentity.sysID(table, index / 2 % (isRequest ? LaterRequests.requests : LaterChanges.count))
            return [
                task, world.people[46 + [2, 3, 8, 16, 19][index % 5]].sysID, states[index % states.count], table, task,
                world.before(hours: 3_000 - index * 20).glideText, "",
            ]
        }
    }

    private static func writeGroups(_ seeds: LaterSeeds) throws {
        let batch = try seeds.batch("sysapproval_group", LaterTask.columns + " approval wait_for reject_handling")
        for index in 0..<12 {
            let task = LaterTask("sysapproval_group", index, of: 12, "GAPRV", seeds)
            let change = SeedIdentity.sysID("change_request", index)
            try batch.add(
                task.values(
                    "Approve the change", "", state: 3, closed: task.opened, group: "CAB Approval", parent: change)
                    + ["approved", "any", "any"], task.stamp)
        }
    }
}
