/// Which fields the form of a table has, in which order, and which lists belong to it.
struct FormLayout {
    struct Section {
        /// Empty for the first.
        let title: String
        let columns: [String]
    }

    struct Related {
        let table: String
        let column: String
        let title: String
    }

    private(set) var sections: [Section]
    let related: [Related]
    /// Columns that must not be left empty.
    let mandatory: Set<String>

    /// The form of a table: its own, that of the table it extends, or one of all columns.
    init(of table: Table) {
        let known = table.lineage.lazy.compactMap { FormLayout.known[$0] }.first
        sections = (known ?? FormLayout.general(table)).map { section in
            Section(
                title: section.0,
                columns: section.1.split(separator: " ").map(String.init).filter { table[$0] != nil })
        }
        if known != nil, let first = sections.first {
            let made = table.columns.filter { $0.definition.attributes["made"] != nil }.map(\.name)
            sections[0] = Section(title: first.title, columns: first.columns + made)
        }
        related = (FormLayout.lists[table.name] ?? []).map { Related(table: $0.0, column: $0.1, title: $0.2) }
        let required = table.columns.filter { $0.definition.attributes["mandatory"] == "true" }.map(\.name)
        mandatory = (FormLayout.wanted[table.name] ?? []).union(required)
    }

    private static let wanted: [String: Set<String>] = [
        "incident": ["caller_id", "short_description"], "problem": ["short_description"],
        "change_request": ["short_description"], "kb_knowledge": ["short_description"],
        "sys_user": ["user_name"], "sys_user_group": ["name"],
    ]

    private static let lists: [String: [(String, String, String)]] = [
        "incident": [
            ("incident", "parent_incident", "Child Incidents"), ("incident_task", "incident", "Incident Tasks"),
            ("task_sla", "task", "Task SLAs"),
        ],
        "problem": [("incident", "problem_id", "Incidents"), ("problem_task", "problem", "Problem Tasks")],
        "change_request": [
            ("change_task", "change_request", "Change Tasks"), ("incident", "rfc", "Incidents Pending Change"),
            ("incident", "caused_by", "Incidents Caused by Change"), ("problem", "rfc", "Problems"),
        ],
        "sc_req_item": [("sc_task", "request_item", "Catalog Tasks")],
        "sc_request": [("sc_req_item", "request", "Requested Items")],
        "sys_user_group": [("sys_user_grmember", "group", "Group Members")],
        "sys_user": [("sys_user_grmember", "user", "Groups")],
        "kb_knowledge_base": [("kb_knowledge", "kb_knowledge_base", "Articles")],
    ]

    private static let notes = ("Notes", "watch_list work_notes_list comments work_notes")

    private static let known: [String: [(String, String)]] = [
        "incident": [
            (
                "",
                """
                number contact_type caller_id state category hold_reason subcategory impact business_service urgency \
                cmdb_ci priority opened_at assignment_group opened_by assigned_to active short_description description
                """
            ), notes,
            ("Related Records", "parent_incident problem_id rfc caused_by"),
            (
                "Resolution Information",
                "knowledge resolved_by close_code resolved_at close_notes"
            ),
        ],
        "problem": [
            (
                "",
                """
                number state category impact subcategory urgency cmdb_ci priority opened_at assignment_group opened_by \
                assigned_to known_error active short_description description
                """
            ), notes,
            ("Analysis Information", "workaround cause_notes fix_notes"),
            ("Resolution Information", "resolution_code resolved_by duplicate_of resolved_at close_notes"),
        ],
        "change_request": [
            (
                "",
                """
                number type requested_by state category phase business_service risk cmdb_ci impact priority \
                assignment_group opened_at assigned_to active short_description description
                """
            ),
            (
                "Planning",
                "justification implementation_plan risk_impact_analysis backout_plan test_plan"
            ),
            ("Schedule", "start_date cab_required end_date cab_date cab_recommendation"), notes,
            ("Closure Information", "close_code closed_at closed_by close_notes"),
        ],
        "task": [
            (
                "",
                """
                number state parent priority cmdb_ci assignment_group opened_at assigned_to opened_by due_date active \
                short_description description
                """
            ), notes, ("Closure Information", "closed_at closed_by close_notes"),
        ],
        "sys_user": [
            (
                "",
                """
                user_name email first_name phone last_name mobile_phone title department manager location active vip \
                time_zone date_format time_format locked_out
                """
            )
        ],
        "sys_user_group": [("", "name manager email parent active description")],
        "kb_knowledge": [
            (
                "",
                """
                number kb_knowledge_base author kb_category workflow_state published valid_to active \
                short_description text
                """
            )
        ],
    ]

    /// What stands for the record, what is its own, and who made it when.
    private static func general(_ table: Table) -> [(String, String)] {
        let own = table.columns.filter {
            !$0.name.hasPrefix("sys_") && $0 !== table.displayColumn && !$0.type.isSecret
                && $0.type != .journalList
        }
        let first = [table.displayColumn?.name].compactMap { $0 } + own.map(\.name)
        return [
            ("", first.joined(separator: " ")),
            ("Record", "sys_created_on sys_created_by sys_updated_on sys_updated_by sys_mod_count"),
        ]
    }
}
