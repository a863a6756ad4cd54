extension TableDefinition {
    /// Work that a catalog request asks for.
    static let scTask = TableDefinition(
        "sc_task", label: "Catalog Task", plural: "Catalog Tasks", extends: "task", numberPrefix: "SCTASK",
        display: "number",
        columns: [
            .init("sc_catalog", .reference, to: "sc_catalog"),
            .init("calendar_stc", .integer, label: "Resolve time"),
            .init("request", .reference, to: "sc_request"),
            .init("request_item", .reference, to: "sc_req_item"),
            .init("cat_item", .reference, to: "sc_cat_item"),
        ],
        wireOrder: """
            parent made_sla watch_list sc_catalog upon_reject sys_updated_on task_effective_number \
            approval_history number sys_updated_by user_input opened_by sys_created_on sys_domain state \
            sys_created_by route_reason knowledge order calendar_stc closed_at delivery_plan cmdb_ci impact \
            contract active work_notes_list business_service priority sys_domain_path time_worked expected_start \
            opened_at group_list business_duration work_end approval_set work_notes universal_request request \
            short_description correlation_display delivery_task work_start assignment_group \
            additional_assignee_list description calendar_duration service_offering sys_class_name close_notes \
            follow_up closed_by sys_id contact_type urgency company reassignment_count activity_due assigned_to \
            comments approval sla_due comments_and_work_notes due_date sys_mod_count request_item sys_tags \
            cat_item escalation upon_approval correlation_id location
            """)
}
