import ExchangeModel

/// Business rules that abort an operation when the record meets a condition.
enum LaterBusinessRules {
    private struct Rule {
        let sysID: String
        let name: String
        let table: String
        var onInsert = false
        var onUpdate = false
        var onDelete = false
        let condition: String
        let description: String
    }

    private static let rules: [Rule] = [
        Rule(
            sysID: "e1ac22b10a0a0b5000e9a0d1a4d37c12", name: "Prevent Recursion", table: "task", onInsert: true,
            onUpdate: true, condition: "parentSAMEASsys_id", description: "A task is not its own parent"),
        Rule(
            sysID: "3f6a1c7b4f4212008a5ab895f110c7a4", name: "Block deletion of active change",
            table: "change_request", onDelete: true, condition: "active=true",
            description: "A change that is under way is cancelled, not deleted"),
        Rule(
            sysID: "7b0d52e64f4212008a5ab895f110c7b1", name: "Abort group member without group",
            table: "sys_user_grmember", onInsert: true, onUpdate: true, condition: "groupISEMPTY^ORuserISEMPTY",
            description: "A membership names a user and a group"),
    ]

    static func write(_ seeds: LaterSeeds) throws {
        let batch = try SeedBatch(
            "sys_script",
            """
            sys_id name sys_name collection when action_insert action_update action_delete abort_action \
            filter_condition description
            """,
            from: LaterSeeds.firstRow(of: "sys_script", in: seeds.store.schema) + LaterSeeds.rowsOfATable / 2,
            store: seeds.store)
        let moment = Timestamp(seconds: CivilTime(year: 2019, month: 4, day: 5, hour: 21).secondsSince1970)
        for rule in rules {
            try batch.add(
                [
                    rule.sysID, rule.name, rule.name, rule.table, "before", String(rule.onInsert),
                    String(rule.onUpdate), String(rule.onDelete), "true", rule.condition, rule.description,
                ], .init(moment))
        }
    }
}
