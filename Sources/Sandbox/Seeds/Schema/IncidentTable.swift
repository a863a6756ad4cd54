extension TableDefinition {
    /// An interruption of service. Names and order of the columns are those of recorded answers.
    static let incident = TableDefinition(
        "incident", label: "Incident", plural: "Incidents", extends: "task", numberPrefix: "INC", display: "number",
        columns: [
            .init("caused_by", .reference, label: "Caused by Change", to: "change_request"),
            .init("child_incidents", .integer, default: "0"),
            .init("hold_reason", .integer, label: "On hold reason", choices: .holdReason),
            .init("origin_table"),
            .init("resolved_by", .reference, to: "sys_user"),
            .init("calendar_stc", .integer, label: "Resolve time"),
            .init("business_impact", length: 4000),
            .init("rfc", .reference, label: "Change Request", to: "change_request"),
            .init("caller_id", .reference, label: "Caller", to: "sys_user"),
            .init("reopened_time", .dateTime),
            .init("resolved_at", .dateTime, label: "Resolved"),
            .init("subcategory", length: 40, choices: .incidentSubcategory),
            .init("close_code", label: "Resolution code", choices: .incidentCloseCode),
            .init("business_stc", .integer, label: "Business resolve time"),
            .init("cause", length: 4000),
            .init("origin_id", .documentID),
            .init("notify", .integer, default: "1", choices: .notify),
            .init("parent_incident", .reference, to: "incident"),
            .init("reopened_by", .reference, to: "sys_user"),
            .init("incident_state", .integer, default: "1", choices: .incidentState),
            .init("problem_id", .reference, label: "Problem", to: "problem"),
            .init("severity", .integer, default: "3", choices: .severity),
            .init("reopen_count", .integer, default: "0"),
            .init("category", default: "inquiry", choices: .incidentCategory),
        ],
        choices: ["state": .incidentState],
        wireOrder: """
            parent made_sla caused_by watch_list upon_reject sys_updated_on child_incidents hold_reason \
            origin_table task_effective_number approval_history number resolved_by sys_updated_by opened_by \
            user_input sys_created_on sys_domain state route_reason sys_created_by knowledge order calendar_stc \
            closed_at cmdb_ci delivery_plan contract impact active work_notes_list business_service \
            business_impact priority sys_domain_path rfc time_worked expected_start opened_at business_duration \
            group_list work_end caller_id reopened_time resolved_at approval_set subcategory work_notes \
            universal_request short_description close_code correlation_display delivery_task work_start \
            assignment_group additional_assignee_list business_stc cause description origin_id calendar_duration \
            close_notes notify service_offering sys_class_name closed_by follow_up parent_incident sys_id \
            contact_type reopened_by incident_state urgency problem_id company reassignment_count activity_due \
            assigned_to severity comments approval sla_due comments_and_work_notes due_date sys_mod_count \
            reopen_count sys_tags escalation upon_approval correlation_id location category
            """)
}
