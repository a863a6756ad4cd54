import ExchangeModel

/// How configuration items hang together, what tasks affect, and when things were down.
enum LaterRelations {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "cmdb_rel_type": writeTypes, "cmdb_rel_ci": writeRelations, "task_ci": writeAffected,
        "cmdb_ci_outage": writeOutages,
    ]

    private static let types = [
        ("Depends on", "Used by"), ("Runs on", "Runs"), ("Contains", "Contained by"), ("Hosted on", "Hosts"),
        ("Connects to", "Connected by"), ("Members", "Member of"), ("Virtualized by", "Virtualizes"),
        ("Sends data to", "Receives data from"),
    ]

    private static func writeTypes(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_rel_type", "name parent_descriptor child_descriptor sys_name sys_scope", of: types) {
            _, type in
            let name = type.0 + "::" + type.1
            return [name, type.0, type.1, name, "global"]
        }
    }

    /// Parent class, how many of them there are, type, child class, how many.
    private static let patterns: [(String, Int, Int, String, Int)] = [
        ("cmdb_ci_service", 12, 0, "cmdb_ci_business_app", 8), ("cmdb_ci_business_app", 8, 0, "cmdb_ci_appl", 6),
        ("cmdb_ci_appl", 6, 1, "cmdb_ci_linux_server", 40), ("cmdb_ci_app_server", 10, 1, "cmdb_ci_linux_server", 40),
        ("cmdb_ci_web_server", 10, 1, "cmdb_ci_linux_server", 40),
        ("cmdb_ci_db_instance", 14, 1, "cmdb_ci_linux_server", 40),
        ("cmdb_ci_db_instance", 14, 2, "cmdb_ci_database", 10),
        ("cmdb_ci_app_server", 10, 0, "cmdb_ci_db_instance", 14),
        ("cmdb_ci_linux_server", 40, 4, "cmdb_ci_ip_switch", 24),
        ("cmdb_ci_win_server", 24, 4, "cmdb_ci_ip_switch", 24),
        ("cmdb_ci_ip_switch", 24, 4, "cmdb_ci_ip_router", 12), ("cmdb_ci_cluster", 4, 5, "cmdb_ci_win_server", 24),
        ("cmdb_ci_vm_instance", 28, 6, "cmdb_ci_cluster", 3),
    ]

    private static func writeRelations(_ seeds: LaterSeeds) throws {
        var rows: [(String, Int, String)] = []
        for (parent, parents, type, child, children) in patterns {
            for index in 0..<max(parents, min(children, 24)) {
                rows.append(
                    (
                        SeedIdentity.sysID(parent, index % parents), type,
                        SeedIdentity.sysID(child, (index * 7 + 3) % children)
                    ))
            }
        }
        try seeds.rows("cmdb_rel_ci", "parent type child connection_strength", of: rows, by: "event.collector") {
            _, row in
            [row.0, SeedIdentity.sysID("cmdb_rel_type", row.1), row.2, "always"]
        }
    }

    private static func writeAffected(_ seeds: LaterSeeds) throws {
        try seeds.rows("task_ci", "task ci_item applied", 160, aged: (11_000, 4_300)) { index, _ in
            index % 4 == 0
                ? [
                    SeedIdentity.sysID("change_request", index / 4 % LaterChanges.count),
                    SeedIdentity.sysID("cmdb_ci_linux_server", index % 40), "true",
                ]
                : [
                    SeedIdentity.sysID("incident", index * 2 % LaterIncidents.count),
                    SeedIdentity.sysID("cmdb_ci_service", index % 12), "false",
                ]
        }
    }

    private static func writeOutages(_ seeds: LaterSeeds) throws {
        try seeds.rows("cmdb_ci_outage", "number cmdb_ci type begin end duration task_number short_description", 14) {
            index, world in
            let begin = world.before(hours: 5_000 - index * 300)
            return [
                RecordStore.number("OUTAGE", 9_900 + index), SeedIdentity.sysID("cmdb_ci_service", index % 12),
                ["outage", "degradation", "planned"][index % 3], begin.glideText,
                begin.advanced(bySeconds: 5_400).glideText, "1970-01-01 01:30:00",
                SeedIdentity.sysID("incident", index * 12 + 7),
                ["Nothing answered", "Slow for an hour", "As announced"][index % 3],
            ]
        }
    }
}
