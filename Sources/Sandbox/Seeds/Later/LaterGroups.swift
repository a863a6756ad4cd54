/// Groups with managers and parents, what they give their members, and roles that bring others along.
enum LaterGroups {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_user_group": writeGroups, "sys_user_grmember": writeMembers, "sys_user_role": writeRoles,
        "sys_user_has_role": writeGrants, "sys_group_has_role": writeGroupRoles,
        "sys_user_role_contains": writeContained, "sys_user_group_type": writeTypes, "user_criteria": writeCriteria,
    ]

    /// Name, purpose, the place of the parent among them, and of the manager among the later users.
    private static let groups: [(String, String, Int, Int)] = [
        ("IT Operations", "Everybody who keeps things running", -1, 1), ("Infrastructure", "What runs below", 0, 4),
        ("Service Operations", "What people see", 0, 3), ("Service Desk Night Shift", "From ten to six", 2, 9),
        ("Network Europe", "Sites in Europe", 1, 12), ("Database Europe", "Databases in Hamburg", 1, 14),
        ("Release Management", "What goes out when", 2, 8), ("Procurement", "Buys what is ordered", -1, 16),
        ("HR Services", "Questions about work", -1, 2), ("Knowledge Authors", "Write and look through articles", 2, 5),
    ]

    /// The sys_id of the later group in that place.
    static func sysID(_ index: Int) -> String { SeedIdentity.sysID("sys_user_group", index) }

    /// The group whose manager was never a record.
    static let danglingManager = 8

    private static func writeGroups(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_user_group", "name description email parent manager type active", of: groups) {
            index, group in
            [
                group.0, group.1,
                group.0.split(separator: " ").joined(separator: ".").lowercased() + "@example.com",
                group.2 < 0 ? "" : sysID(group.2),
                index == danglingManager ? "glide.maint" : LaterPeople.sysID(group.3),
                SeedIdentity.sysID("sys_user_group_type", index % 3), index == 9 ? "false" : "true",
            ]
        }
    }

    private static func writeMembers(_ seeds: LaterSeeds) throws {
        let named = [
            "Service Desk", "Network", "Hardware", "Software", "Database", "Change Management", "Problem Solving",
            "Incident Management",
        ]
        try seeds.rows("sys_user_grmember", "user group", 90, aged: (12_000, 1_000)) { index, world in
            let person = world.people[46 + index % LaterPeople.count]
            let group =
                index / LaterPeople.count == 0
                ? sysID(index % groups.count)
                : world.groups[named[(index + index / LaterPeople.count) % named.count]] ?? ""
            return [person.sysID, group]
        }
    }

    private static let roles: [(String, String)] = [
        ("approver_user", "May approve"), ("change_manager", "Looks after changes"),
        ("problem_manager", "Looks after problems"), ("knowledge_admin", "Looks after knowledge bases"),
        ("catalog", "May edit catalog items"), ("import_admin", "May load and transform data"),
        ("personalize", "May change lists and forms"), ("personalize_dictionary", "May change the dictionary"),
        ("snc_read_only", "May not write"), ("web_service_admin", "Looks after web services"),
        ("security_admin", "May change access rules"), ("sn_cmdb_editor", "May edit configuration items"),
    ]

    private static func writeRoles(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_user_role", "name sys_name description elevated_privilege sys_scope", of: roles) {
            _, role in
            [role.0, role.0, role.1, role.0 == "security_admin" ? "true" : "false", "global"]
        }
    }

    private static let itil = "282bf1fac6112285017366cb5f867469"
    private static let admin = "2831a114c611228501d4ea6c309d626d"

    private static func writeGrants(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_user_has_role", "user role state", 60, aged: (12_000, 1_000)) { index, world in
            let person = world.people[46 + index % LaterPeople.count]
            let isFirst = index < LaterPeople.count
            let agent = world.agents.contains { $0.sysID == person.sysID }
            return [
                person.sysID,
                isFirst && agent ? itil : SeedIdentity.sysID("sys_user_role", (index * 5 + 1) % roles.count), "active",
            ]
        }
    }

    private static func writeGroupRoles(_ seeds: LaterSeeds) throws {
        let named = ["Service Desk", "Network", "Hardware", "Software", "Database", "Problem Solving"]
        try seeds.rows("sys_group_has_role", "group role inherits granted_by", 14) { index, world in
            index < named.count
                ? [world.groups[named[index]] ?? "", itil, "true", ""]
                : [
                    sysID(index - named.count), SeedIdentity.sysID("sys_user_role", index % roles.count), "true",
                    index == 13 ? sysID(0) : "",
                ]
        }
    }

    private static func writeContained(_ seeds: LaterSeeds) throws {
        let pairs = [(admin, 0), (admin, 3), (admin, 6), (admin, 7), (itil, 0), (admin, 9), (admin, 11)]
        try seeds.rows("sys_user_role_contains", "role contains sys_scope", of: pairs) { _, pair in
            [pair.0, SeedIdentity.sysID("sys_user_role", pair.1), "global"]
        }
    }

    private static func writeTypes(_ seeds: LaterSeeds) throws {
        let types = [("itil", "Works on tasks"), ("catalog", "Fulfils requests"), ("security", "Grants roles")]
        try seeds.rows("sys_user_group_type", "name description", of: types) { [$1.0, $1.1] }
    }

    private static func writeCriteria(_ seeds: LaterSeeds) throws {
        let world = seeds.world
        try seeds.rows(
            "user_criteria", "name active group department role", of: ["Any user", "Finance", "Agents", "Desk"]
        ) {
            index, name in
            [
                name, "true", index == 3 ? world.groups["Service Desk"] ?? "" : "",
                index == 1 ? world.departments[1] : "",
                index == 2 ? itil : "",
            ]
        }
    }
}
