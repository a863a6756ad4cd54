extension TableDefinition {
    /// What somebody ordered at once: one or more requested items.
    static let scRequest = TableDefinition(
        "sc_request", label: "Request", plural: "Requests", extends: "task", numberPrefix: "REQ", display: "number",
        own: """
            delivery_address(4000) requested_for>sys_user price:decimal=0 calendar_stc:integer \
            special_instructions(4000) requested_date:glide_date_time request_state=requested stage=requested
            """,
        choices: ["request_state": .requestState],
        wireOrder: """
            parent delivery_address made_sla watch_list upon_reject requested_for sys_updated_on \
            task_effective_number approval_history number sys_updated_by user_input opened_by price sys_created_on \
            sys_domain state sys_created_by route_reason knowledge order calendar_stc special_instructions closed_at \
            delivery_plan cmdb_ci impact contract active work_notes_list business_service priority sys_domain_path \
            time_worked expected_start opened_at group_list business_duration work_end approval_set work_notes \
            universal_request short_description correlation_display delivery_task work_start assignment_group \
            additional_assignee_list description calendar_duration service_offering sys_class_name close_notes \
            follow_up closed_by sys_id contact_type urgency requested_date company reassignment_count activity_due \
            assigned_to comments approval sla_due comments_and_work_notes due_date sys_mod_count sys_tags \
            request_state stage escalation upon_approval correlation_id location
            """)

    /// One item of a request.
    static let scReqItem = TableDefinition(
        "sc_req_item", label: "Requested Item", plural: "Requested Items",
        extends: "task", numberPrefix: "RITM", display: "number",
        own: """
            sc_catalog>sc_catalog requested_for>sys_user price:decimal=0 recurring_frequency \
            backordered:boolean=false configuration_item>cmdb_ci order_guide>sc_cat_item_guide request>sc_request \
            quantity:integer=1 recurring_price:decimal=0 billable:boolean=false cat_item>sc_cat_item \
            stage=waiting_for_approval estimated_delivery:glide_date_time
            """,
        choices: ["stage": .itemStage],
        wireOrder: """
            parent made_sla watch_list sc_catalog upon_reject requested_for sys_updated_on task_effective_number \
            approval_history number sys_updated_by user_input opened_by price sys_created_on recurring_frequency \
            sys_domain state sys_created_by route_reason knowledge order closed_at delivery_plan cmdb_ci backordered \
            impact contract active work_notes_list business_service priority sys_domain_path time_worked \
            expected_start opened_at group_list business_duration configuration_item work_end approval_set \
            work_notes order_guide universal_request request short_description correlation_display delivery_task \
            work_start assignment_group additional_assignee_list description calendar_duration service_offering \
            sys_class_name close_notes follow_up closed_by sys_id contact_type urgency company reassignment_count \
            activity_due assigned_to quantity comments approval sla_due comments_and_work_notes due_date \
            sys_mod_count recurring_price sys_tags billable cat_item stage escalation upon_approval correlation_id \
            location estimated_delivery
            """)
}
