/// What applications are made of: rules, scripts, buttons, policies and access rules. The sandbox runs none of the
/// scripts; it follows the rules that abort.
enum LaterScripts {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_script": writeRules, "sys_script_include": writeIncludes, "sys_script_client": writeClientScripts,
        "sys_ui_policy": writePolicies, "sys_ui_action": writeActions, "sys_security_acl": writeAccessRules,
    ]

    private static let tables = [
        "incident", "problem", "change_request", "sc_request", "sc_req_item", "sc_task", "kb_knowledge", "sys_user",
        "cmdb_ci",
    ]

    private static func writeRules(_ seeds: LaterSeeds) throws {
        let purposes = ["Set the priority", "Stamp the closing", "Tell the watchers", "Keep the parent in step"]
        try seeds.rows(
            "sys_script",
            "name sys_name collection when order action_insert action_update active advanced script sys_scope sys_package",
            36
        ) { index, _ in
            let name = purposes[index % 4] + " (" + tables[index / 4] + ")"
            return [
                name, name, tables[index / 4], ["before", "before", "async", "after"][index % 4],
                String(100 * (1 + index % 3)),
                "true", index % 4 == 3 ? "false" : "true", index == 17 ? "false" : "true", "true",
                "// " + purposes[index % 4] + ".", "global", "global",
            ]
        }
    }

    private static func writeIncludes(_ seeds: LaterSeeds) throws {
        let names = [
            "PriorityTable", "ShiftCalendar", "GroupFinder", "BadgeNumbers", "LoanPeriods", "VisitorMail", "SitePlans",
            "CostShares",
        ]
        try seeds.rows(
            "sys_script_include",
            "name sys_name api_name description client_callable active script access sys_scope sys_package", of: names
        ) { index, name in
            [
                name, name, "global." + name, "A library", index % 3 == 0 ? "true" : "false", "true",
                "var \(name) = {};", "package_private", "global", "global",
            ]
        }
    }

    private static func writeClientScripts(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_script_client", "name sys_name table type field active global script sys_scope sys_package", 18
        ) { index, _ in
            let table = tables[index % tables.count]
            let isChange = index % 2 == 0
            let name = (isChange ? "When it changes: " : "When it opens: ") + table
            return [
                name, name, table, isChange ? "onChange" : "onLoad", isChange ? "state" : "", "true", "true",
                "function on() {}", "global", "global",
            ]
        }
    }

    private static func writePolicies(_ seeds: LaterSeeds) throws {
        try seeds.rows(
            "sys_ui_policy",
            "short_description sys_name table conditions active global on_load reverse_if_false order sys_scope sys_package",
            14
        ) { index, _ in
            let text = ["Close notes are asked for at the end", "What is closed is read only"][index % 2]
            return [
                text, text, tables[index % tables.count], "active=false^EQ", "true", "true", "true", "true", "100",
                "global",
                "global",
            ]
        }
    }

    private static func writeActions(_ seeds: LaterSeeds) throws {
        let names = [("Resolve", "resolve"), ("Close", "close"), ("Assign to me", "assign_to_me"), ("Copy", "copy")]
        try seeds.rows(
            "sys_ui_action",
            "name sys_name action_name table form_button form_action list_choice active order script sys_scope sys_package",
            36
        ) { index, _ in
            let (name, action) = names[index % 4]
            return [
                name, name, action, tables[index / 4], index % 4 < 2 ? "true" : "false", "true",
                index % 4 == 2 ? "true" : "false",
                "true", String(100 + index % 4), "// " + name, "global", "global",
            ]
        }
    }

    private static func writeAccessRules(_ seeds: LaterSeeds) throws {
        let operations = ["read", "write", "create", "delete"]
        let (first, further) = seeds.tableNames
        let columns = "name sys_name operation type active admin_overrides advanced description sys_scope sys_package"
        func values(_ name: String, _ index: Int) -> [String] {
            [
                name, name, operations[index % 4], "record", "true", "true", "false",
                "Who may \(operations[index % 4]) records of \(name)", "global", "global",
            ]
        }
        try seeds.rows("sys_security_acl", columns, first.count * 4) { index, _ in values(first[index / 4], index) }
        let rules = further.flatMap { name in operations.map { _ in name } }
        try seeds.further("sys_security_acl", columns, behind: first.count * 4, of: rules) { index, name in
            values(name, index)
        }
    }
}
