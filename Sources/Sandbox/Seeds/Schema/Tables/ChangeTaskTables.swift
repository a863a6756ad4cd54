extension TableDefinition {
    /// A step of a change.
    static let changeTask = TableDefinition(
        "change_task", label: "Change Task", plural: "Change Tasks",
        extends: "task", numberPrefix: "CTASK", display: "number",
        own: """
            planned_end_date:glide_date_time planned_start_date:glide_date_time close_code on_hold_reason(4000) \
            on_hold:boolean=false change_task_type created_from change_request>change_request
            """,
        choices: ["change_task_type": .changeTaskType, "close_code": .changeCloseCode],
        wireOrder: """
            parent planned_end_date made_sla watch_list upon_reject sys_updated_on task_effective_number \
            approval_history number sys_updated_by user_input opened_by sys_created_on sys_domain state \
            sys_created_by route_reason knowledge order closed_at delivery_plan cmdb_ci impact contract active \
            work_notes_list business_service priority sys_domain_path time_worked expected_start opened_at \
            group_list business_duration work_end planned_start_date approval_set work_notes universal_request \
            short_description close_code correlation_display delivery_task work_start assignment_group \
            additional_assignee_list description on_hold_reason calendar_duration service_offering sys_class_name \
            close_notes follow_up closed_by sys_id contact_type urgency company reassignment_count activity_due \
            assigned_to comments approval sla_due comments_and_work_notes due_date sys_mod_count on_hold sys_tags \
            escalation upon_approval correlation_id change_task_type location created_from change_request
            """)

    /// A step in finding a cause.
    static let problemTask = TableDefinition(
        "problem_task", label: "Problem Task", plural: "Problem Tasks",
        extends: "task", numberPrefix: "PTASK", display: "number",
        own: """
            problem_task_type cause_notes problem>problem other_reason started_at:glide_date_time \
            reopened_at:glide_date_time close_code prb_task_model workaround reopened_by>sys_user \
            vendor>core_company started_by>sys_user reopen_count:integer=0 cause_code fix_notes
            """,
        wireOrder: """
            parent problem_task_type made_sla watch_list upon_reject sys_updated_on cause_notes \
            task_effective_number approval_history number problem sys_updated_by user_input opened_by sys_created_on \
            sys_domain state sys_created_by route_reason knowledge order closed_at delivery_plan cmdb_ci impact \
            contract active work_notes_list business_service other_reason priority sys_domain_path time_worked \
            expected_start opened_at group_list business_duration work_end started_at approval_set work_notes \
            reopened_at universal_request short_description close_code correlation_display delivery_task work_start \
            assignment_group prb_task_model additional_assignee_list description calendar_duration service_offering \
            sys_class_name close_notes workaround follow_up closed_by sys_id contact_type reopened_by urgency vendor \
            company reassignment_count started_by activity_due assigned_to comments approval sla_due \
            comments_and_work_notes due_date sys_mod_count reopen_count sys_tags cause_code escalation upon_approval \
            correlation_id location fix_notes
            """)

    /// A step in restoring a service.
    static let incidentTask = TableDefinition(
        "incident_task", label: "Incident Task", plural: "Incident Tasks",
        extends: "task", numberPrefix: "TASK", display: "number",
        own: """
            incident>incident
            """,
        wireOrder: """
            parent made_sla watch_list upon_reject sys_updated_on task_effective_number approval_history number \
            sys_updated_by user_input opened_by sys_created_on sys_domain state sys_created_by route_reason \
            knowledge order closed_at delivery_plan cmdb_ci impact contract active work_notes_list business_service \
            priority sys_domain_path time_worked expected_start opened_at group_list business_duration work_end \
            approval_set work_notes universal_request short_description correlation_display delivery_task work_start \
            assignment_group additional_assignee_list description calendar_duration service_offering sys_class_name \
            close_notes follow_up closed_by sys_id contact_type urgency company reassignment_count activity_due \
            assigned_to comments approval sla_due comments_and_work_notes due_date sys_mod_count sys_tags escalation \
            upon_approval correlation_id location incident
            """)

    /// A plain ticket.
    static let ticket = TableDefinition(
        "ticket", label: "Ticket", plural: "Tickets", extends: "task", numberPrefix: "TKT", display: "number",
        own: "",
        wireOrder: """
            parent made_sla watch_list upon_reject sys_updated_on task_effective_number approval_history number \
            sys_updated_by user_input opened_by sys_created_on sys_domain state sys_created_by route_reason \
            knowledge order closed_at delivery_plan cmdb_ci impact contract active work_notes_list business_service \
            priority sys_domain_path time_worked expected_start opened_at group_list business_duration work_end \
            approval_set work_notes universal_request short_description correlation_display delivery_task work_start \
            assignment_group additional_assignee_list description calendar_duration service_offering sys_class_name \
            close_notes follow_up closed_by sys_id contact_type urgency company reassignment_count activity_due \
            assigned_to comments approval sla_due comments_and_work_notes due_date sys_mod_count sys_tags escalation \
            upon_approval correlation_id location
            """)

    /// A note of one's own on a board.
    static let vtbTask = TableDefinition(
        "vtb_task", label: "Private Task", plural: "Private Tasks",
        extends: "task", numberPrefix: "VTB", display: "number",
        own: """
            owner>sys_user
            """,
        wireOrder: """
            parent made_sla watch_list upon_reject sys_updated_on task_effective_number approval_history number \
            sys_updated_by user_input opened_by sys_created_on sys_domain state sys_created_by route_reason \
            knowledge order closed_at delivery_plan cmdb_ci impact contract active work_notes_list business_service \
            priority sys_domain_path time_worked expected_start opened_at group_list business_duration work_end \
            approval_set work_notes universal_request short_description correlation_display delivery_task work_start \
            assignment_group additional_assignee_list description calendar_duration service_offering sys_class_name \
            close_notes follow_up closed_by sys_id contact_type urgency company reassignment_count activity_due \
            assigned_to owner comments approval sla_due comments_and_work_notes due_date sys_mod_count sys_tags \
            escalation upon_approval correlation_id location
            """)

    /// An approval asked of a group.
    static let sysapprovalGroup = TableDefinition(
        "sysapproval_group", label: "Group approval", plural: "Group approvals",
        extends: "task", numberPrefix: "GAPRV", display: "number",
        own: """
            admin_override:boolean=false reject_handling approval_user>sys_user wait_for
            """,
        wireOrder: """
            parent made_sla watch_list upon_reject sys_updated_on task_effective_number admin_override \
            approval_history number sys_updated_by user_input opened_by sys_created_on sys_domain state \
            sys_created_by route_reason knowledge order closed_at delivery_plan cmdb_ci impact contract active \
            work_notes_list business_service priority sys_domain_path time_worked expected_start opened_at \
            group_list business_duration work_end approval_set work_notes universal_request short_description \
            correlation_display delivery_task work_start assignment_group additional_assignee_list description \
            calendar_duration service_offering sys_class_name close_notes reject_handling follow_up closed_by sys_id \
            contact_type urgency approval_user company wait_for reassignment_count activity_due assigned_to comments \
            approval sla_due comments_and_work_notes due_date sys_mod_count sys_tags escalation upon_approval \
            correlation_id location
            """)
}
