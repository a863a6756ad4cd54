/// Views: which columns lists and forms show.
enum LaterViews {
    static let recipes: [String: LaterSeeds.Recipe] = [
        "sys_ui_view": writeViews, "sys_ui_list": writeLists, "sys_ui_list_element": writeListElements,
        "sys_ui_section": writeSections, "sys_ui_element": writeElements,
    ]

    private static let views = [("Default view", ""), ("ess", "ess"), ("Mobile", "mobile"), ("Workspace", "workspace")]

    /// Tables with lists of their own, and the columns of these.
    private static let lists: [(String, [String])] = [
        (
            "incident",
            ["number", "opened_at", "short_description", "caller_id", "priority", "state", "category", "assigned_to"]
        ),
        ("problem", ["number", "short_description", "state", "assigned_to", "known_error"]),
        ("change_request", ["number", "short_description", "type", "state", "start_date", "end_date", "assigned_to"]),
        ("sc_request", ["number", "requested_for", "request_state", "opened_at"]),
        ("sc_req_item", ["number", "cat_item", "request", "requested_for", "stage", "due_date"]),
        ("sys_user", ["user_name", "name", "email", "active", "created"]),
        ("sys_user_group", ["name", "description", "active", "manager"]),
        ("kb_knowledge", ["number", "short_description", "author", "workflow_state", "published"]),
        ("cmdb_ci_server", ["name", "os", "ip_address", "location", "operational_status"]),
    ]

    private static func writeViews(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_ui_view", "title name sys_name sys_scope sys_package", of: views) { _, row in
            [row.0, row.1, row.0, "global", "global"]
        }
    }

    private static func writeLists(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_ui_list", "name view view_name element position sys_name sys_scope sys_package", of: lists)
        { _, row in
            [row.0, SeedIdentity.sysID("sys_ui_view", 0), "", "", "", row.0, "global", "global"]
        }
    }

    private static var elements: [(Int, Int, String)] {
        lists.enumerated().flatMap { list, row in row.1.enumerated().map { (list, $0, $1) } }
    }

    private static func writeListElements(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_ui_list_element", "list_id position element", of: elements) { _, row in
            [SeedIdentity.sysID("sys_ui_list", row.0), String(row.1), row.2]
        }
    }

    private static func writeSections(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_ui_section", "name view view_name caption title sys_name sys_scope sys_package", of: lists)
        { _, row in
            [row.0, SeedIdentity.sysID("sys_ui_view", 0), "", "", "", row.0, "global", "global"]
        }
    }

    private static func writeElements(_ seeds: LaterSeeds) throws {
        try seeds.rows("sys_ui_element", "sys_ui_section position element type", of: elements) { _, row in
            [SeedIdentity.sysID("sys_ui_section", row.0), String(row.1), row.2, ""]
        }
    }
}
