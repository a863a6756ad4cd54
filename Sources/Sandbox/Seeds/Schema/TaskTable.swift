extension TableDefinition {
    /// The base of all work: a record of a table below it is visible here too, with its `sys_class_name`.
    static let task = TableDefinition(
        "task", label: "Task", plural: "Tasks", numberPrefix: "TASK", display: "number",
        indexed: ["number", "assigned_to", "caller_id"],
        columns: [
            .init("parent", .reference, to: "task"),
            .init("made_sla", .boolean, label: "Made SLA", default: "true"),
            .init("watch_list", .list, to: "sys_user"),
            .init("upon_reject", default: "cancel", choices: .uponReject),
            .init("task_effective_number", readOnly: true),
            .init("approval_history", .journalList),
            .init("number", label: "Number"),
            .init("user_input", length: 4000),
            .init("opened_by", .reference, to: "sys_user"),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("state", .integer, default: "1", choices: .taskState),
            .init("route_reason"),
            .init("knowledge", .boolean, default: "false"),
            .init("order", .integer, label: "Order"),
            .init("closed_at", .dateTime, label: "Closed"),
            .init("delivery_plan", .reference, to: "sc_cat_item_delivery_plan"),
            .init("cmdb_ci", .reference, label: "Configuration item", to: "cmdb_ci"),
            .init("impact", .integer, default: "3", choices: .impact),
            .init("contract", .reference, to: "ast_contract"),
            .init("active", .boolean, default: "true"),
            .init("work_notes_list", .list, to: "sys_user"),
            .init("business_service", .reference, to: "cmdb_ci_service"),
            .init("priority", .integer, default: "4", choices: .priority),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("time_worked", .timer),
            .init("expected_start", .dateTime),
            .init("opened_at", .dateTime, label: "Opened"),
            .init("group_list", .list, to: "sys_user_group"),
            .init("business_duration", .duration, label: "Business duration"),
            .init("work_end", .dateTime),
            .init("approval_set", .dateTime),
            .init("work_notes", .journalInput),
            .init("universal_request", .reference, to: "task"),
            .init("short_description", length: 160),
            .init("correlation_display", length: 100),
            .init("delivery_task", .reference, to: "sc_cat_item_delivery_task"),
            .init("work_start", .dateTime),
            .init("assignment_group", .reference, to: "sys_user_group"),
            .init("additional_assignee_list", .list, to: "sys_user"),
            .init("description", length: 4000),
            .init("calendar_duration", .duration, label: "Duration"),
            .init("service_offering", .reference, to: "service_offering"),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("close_notes", length: 4000),
            .init("follow_up", .dateTime),
            .init("closed_by", .reference, to: "sys_user"),
            .init("contact_type", label: "Channel", choices: .contactType),
            .init("urgency", .integer, default: "3", choices: .urgency),
            .init("company", .reference, to: "core_company"),
            .init("reassignment_count", .integer, default: "0"),
            .init("activity_due", .dateTime),
            .init("assigned_to", .reference, to: "sys_user"),
            .init("comments", .journalInput, label: "Additional comments"),
            .init("approval", default: "not requested", choices: .approval),
            .init("sla_due", .dateTime, label: "SLA due"),
            .init("comments_and_work_notes", .journalList, label: "Comments and Work notes"),
            .init("due_date", .dateTime),
            .init("escalation", .integer, default: "0", choices: .escalation),
            .init("upon_approval", default: "proceed", choices: .uponApproval),
            .init("correlation_id", length: 100),
            .init("location", .reference, to: "cmn_location"),
        ],
        wireOrder: """
            parent made_sla watch_list upon_reject sys_updated_on task_effective_number approval_history number \
            sys_updated_by user_input opened_by sys_created_on sys_domain state sys_created_by route_reason \
            knowledge order closed_at delivery_plan cmdb_ci impact contract active work_notes_list \
            business_service priority sys_domain_path time_worked expected_start opened_at group_list \
            business_duration work_end approval_set work_notes universal_request short_description \
            correlation_display delivery_task work_start assignment_group additional_assignee_list description \
            calendar_duration service_offering sys_class_name close_notes follow_up closed_by sys_id \
            contact_type urgency company reassignment_count activity_due assigned_to comments approval sla_due \
            comments_and_work_notes due_date sys_mod_count sys_tags escalation upon_approval correlation_id \
            location
            """)
}
