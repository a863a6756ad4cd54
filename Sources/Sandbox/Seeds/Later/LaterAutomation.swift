import ExchangeModel

/// Flows, calls to other systems, services of one's own, and what runs by the clock.
enum LaterAutomation {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_hub_flow": writeFlows, "sys_rest_message": writeMessages, "sys_ws_definition": writeServices,
        "sysauto_script": writeJobs, "sys_trigger": writeTriggers,
    ]

    private static let jobs = [
        "Clean the import sets", "Close what was resolved", "Count open incidents", "Remind of approvals", "Load users",
        "Expire articles", "Check certificates", "Rotate logs", "Send the weekly report", "Discover servers",
    ]

    private static func writeFlows(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_hub_flow", "name sys_name internal_name type status active description sys_scope sys_package",
            of: [
                "Order hardware", "Welcome a colleague", "Major incident", "Approve a change", "Renew a licence",
                "Lost badge",
            ]
        ) { index, name in
            [
                name, name, name.lowercased().split(separator: " ").joined(separator: "_"), "flow",
                index == 4 ? "draft" : "published", index == 4 ? "false" : "true", "", "global", "global",
            ]
        }
    }

    private static func writeMessages(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_rest_message", "name sys_name rest_endpoint authentication_type sys_scope sys_package",
            of: ["Weather", "Badge readers", "Chat"]
        ) {
            index, name in
            [name, name, "https://api.example.com/v\(index + 1)", "no_authentication", "global", "global"]
        }
    }

    private static func writeServices(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_ws_definition",
            "name sys_name base_uri service_id active consumes produces namespace sys_scope sys_package",
            of: ["Loans", "Visitors"]
        ) { index, name in
            let scope = SeedIdentity.sysID("sys_app", index)
            return [
                name, name, "/api/" + LaterPackages.applications[index].1 + "/" + name.lowercased(), name.lowercased(),
                "true",
                "application/json", "application/json", scope, scope, scope,
            ]
        }
    }

    private static func writeJobs(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sysauto_script", "name sys_name run_type run_as active run_time script sys_scope sys_package", of: jobs
        ) { index, name in
            [
                name, name, index % 3 == 0 ? "weekly" : "daily", seeds.world.people[0].sysID,
                index == 8 ? "false" : "true",
                "1970-01-01 0\(index):30:00", "// " + name, "global", "global",
            ]
        }
    }

    private static func writeTriggers(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_trigger", "name trigger_type state next_action document document_key priority run_count", jobs.count,
            by: "system"
        ) {
            index, world in
            [
                jobs[index], index % 3 == 0 ? "4" : "3", "0", world.before(hours: -1 - index * 2).glideText,
                "sysauto_script",
                SeedIdentity.sysID("sysauto_script", index), "100", String(200 + index * 37),
            ]
        }
    }
}
