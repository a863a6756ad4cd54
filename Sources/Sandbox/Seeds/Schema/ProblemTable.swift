extension TableDefinition {
    /// The cause behind incidents.
    static let problem = TableDefinition(
        "problem", label: "Problem", plural: "Problems", extends: "task", numberPrefix: "PRB", display: "number",
        columns: [
            .init("fix_communicated_by", .reference, to: "sys_user"),
            .init("major_problem", .boolean, default: "false"),
            .init("primary_known_error_article", .reference, to: "kb_knowledge"),
            .init("known_error", .boolean, default: "false"),
            .init("workaround", .html),
            .init("reopened_by", .reference, to: "sys_user"),
            .init("confirmed_at", .dateTime),
            .init("related_incidents", .integer, default: "0"),
            .init("confirmed_by", .reference, to: "sys_user"),
            .init("first_reported_by_task", .reference, to: "task"),
            .init("cause_notes", .html),
            .init("fix_at", .dateTime),
            .init("resolved_by", .reference, to: "sys_user"),
            .init("rfc", .reference, label: "Change Request", to: "change_request"),
            .init("resolved_at", .dateTime, label: "Resolved"),
            .init("subcategory", length: 40, choices: .problemSubcategory),
            .init("reopened_at", .dateTime),
            .init("fix_by", .reference, to: "sys_user"),
            .init("resolution_code", choices: .problemResolution),
            .init("workaround_communicated_by", .reference, to: "sys_user"),
            .init("review_outcome", .html),
            .init("fix_communicated_at", .dateTime),
            .init("problem_state", .integer, default: "101", choices: .problemState),
            .init("reopen_count", .integer, default: "0"),
            .init("duplicate_of", .reference, to: "problem"),
            .init("workaround_communicated_at", .dateTime),
            .init("category", choices: .problemCategory),
            .init("fix_notes", .html),
            .init("workaround_applied", .boolean, default: "false"),
        ],
        choices: ["state": .problemState],
        defaults: ["state": "101"],
        wireOrder: """
            parent watch_list fix_communicated_by upon_reject sys_updated_on approval_history number state \
            sys_created_by knowledge order major_problem delivery_plan cmdb_ci impact contract active \
            work_notes_list priority sys_domain_path group_list business_duration approval_set \
            primary_known_error_article universal_request short_description correlation_display delivery_task \
            work_start known_error additional_assignee_list service_offering sys_class_name workaround follow_up \
            closed_by reopened_by reassignment_count confirmed_at related_incidents assigned_to sla_due \
            comments_and_work_notes escalation upon_approval confirmed_by correlation_id first_reported_by_task \
            made_sla cause_notes task_effective_number fix_at resolved_by sys_updated_by user_input opened_by \
            sys_created_on sys_domain route_reason closed_at business_service rfc time_worked expected_start \
            opened_at work_end resolved_at subcategory work_notes reopened_at assignment_group description \
            calendar_duration fix_by close_notes sys_id contact_type resolution_code urgency company \
            activity_due workaround_communicated_by review_outcome comments fix_communicated_at approval \
            problem_state due_date sys_mod_count reopen_count duplicate_of sys_tags location \
            workaround_communicated_at category fix_notes workaround_applied
            """)
}
