extension TableDefinition {
    /// A planned change.
    static let changeRequest = TableDefinition(
        "change_request", label: "Change Request", plural: "Change Requests", extends: "task", numberPrefix: "CHG",
        display: "number",
        columns: [
            .init("reason", choices: .changeReason),
            .init("type", default: "normal", choices: .changeType),
            .init("chg_model_template", .reference, to: "chg_template"),
            .init("test_plan", length: 4000),
            .init("cab_delegate", .reference, label: "CAB delegate", to: "sys_user"),
            .init("requested_by_date", .date),
            .init("phase", default: "requested", choices: .changePhase),
            .init("cab_recommendation", label: "CAB recommendation", length: 4000),
            .init("production_system", .boolean, default: "false"),
            .init("review_date", .date),
            .init("requested_by", .reference, to: "sys_user"),
            .init("change_plan", length: 4000),
            .init("copied_from", .reference, to: "change_request"),
            .init("implementation_plan", length: 4000),
            .init("end_date", .dateTime, label: "Planned end date"),
            .init("outside_maintenance_schedule", .boolean, default: "false"),
            .init("std_change_producer_version", .reference, to: "std_change_producer_version"),
            .init("review_status", .integer, choices: .changeReviewStatus),
            .init("start_date", .dateTime, label: "Planned start date"),
            .init("exclude_from_conflict_detection", .boolean, default: "false"),
            .init("backout_plan", length: 4000),
            .init("conflict_status", default: "Not Run", choices: .conflictStatus),
            .init("on_hold_task"),
            .init("review_comments", length: 4000),
            .init("chg_model", .reference, to: "chg_model"),
            .init("phase_state", default: "open", choices: .changePhaseState),
            .init("cab_date", .date, label: "CAB date"),
            .init("close_code", choices: .changeCloseCode),
            .init("on_hold_reason", length: 4000),
            .init("cab_required", .boolean, label: "CAB required", default: "false"),
            .init("scope"),
            .init("justification", length: 4000),
            .init("on_hold", .boolean, default: "false"),
            .init("cab_date_time", .dateTime, label: "CAB date/time"),
            .init("conflict_last_run", .dateTime),
            .init("unauthorized", .boolean, default: "false"),
            .init("risk", .integer, default: "3", choices: .changeRisk),
            .init("category", default: "other", choices: .changeCategory),
            .init("risk_impact_analysis", length: 4000),
        ],
        choices: ["state": .changeState],
        defaults: ["state": "-5"],
        wireOrder: """
            reason parent watch_list upon_reject sys_updated_on type chg_model_template approval_history \
            test_plan number cab_delegate requested_by_date state sys_created_by knowledge order phase \
            delivery_plan cmdb_ci impact contract active work_notes_list priority sys_domain_path \
            cab_recommendation production_system review_date requested_by group_list business_duration \
            change_plan approval_set copied_from implementation_plan universal_request end_date \
            short_description correlation_display delivery_task work_start outside_maintenance_schedule \
            additional_assignee_list std_change_producer_version service_offering sys_class_name follow_up \
            closed_by review_status reassignment_count start_date assigned_to sla_due comments_and_work_notes \
            escalation upon_approval correlation_id exclude_from_conflict_detection made_sla backout_plan \
            conflict_status task_effective_number sys_updated_by user_input opened_by sys_created_on \
            on_hold_task sys_domain route_reason closed_at review_comments business_service time_worked \
            chg_model expected_start opened_at work_end phase_state cab_date work_notes close_code \
            assignment_group description on_hold_reason calendar_duration close_notes sys_id contact_type \
            cab_required urgency scope company justification activity_due comments approval due_date \
            sys_mod_count on_hold sys_tags cab_date_time conflict_last_run unauthorized risk location category \
            risk_impact_analysis
            """)
}
