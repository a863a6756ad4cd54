extension TableDefinition {
    /// What was promised: how soon a task must get somewhere.
    static let contractSLA = TableDefinition(
        "contract_sla", label: "SLA Definition", plural: "SLA Definitions", display: "name",
        labels: ["collection": "Table"],
        own: """
            schedule_source=sla_definition retroactive_pause:boolean=false relative_duration_works_on \
            set_start_to:glide_date_time timezone when_to_cancel type=SLA pause_condition(1000) \
            sys_class_name:sys_class_name! duration:glide_duration cancel_condition vendor>core_company \
            sys_domain:domain_id>sys_user_group=global resume_condition reset_condition sys_name(255) \
            sys_scope>sys_scope reset_action flow>sys_hub_flow_base stop_condition(1000) start_condition(1000) \
            schedule_source_field workflow>wf_workflow duration_type>cmn_relative_duration active:boolean=true \
            sys_overrides>contract_sla adv_condition_type collection(80)=incident sys_domain_path:domain_path!=/ \
            target schedule>cmn_schedule sys_package>sys_package sys_update_name(250) timezone_source name(100) \
            retroactive:boolean=false enable_logging:boolean=false condition_class>sla_condition_class \
            when_to_resume sys_policy
            """,
        wireOrder: """
            schedule_source retroactive_pause relative_duration_works_on set_start_to timezone when_to_cancel \
            sys_updated_on type pause_condition sys_class_name duration sys_id sys_updated_by cancel_condition \
            vendor sys_created_on sys_domain resume_condition reset_condition sys_name sys_scope reset_action flow \
            sys_created_by stop_condition start_condition schedule_source_field workflow duration_type sys_mod_count \
            active sys_overrides adv_condition_type collection sys_domain_path sys_tags target schedule sys_package \
            sys_update_name timezone_source name retroactive enable_logging condition_class when_to_resume \
            sys_policy
            """)

    /// How one task does against a promise.
    static let taskSLA = TableDefinition(
        "task_sla", label: "Task SLA", plural: "Task SLAs", indexed: ["task"],
        own: """
            pause_duration:glide_duration pause_time:glide_date_time timezone business_time_left:glide_duration \
            duration:glide_duration time_left:glide_duration percentage:integer original_breach_time:glide_date_time \
            business_percentage:decimal end_time:glide_date_time active:boolean=true sla>contract_sla \
            business_pause_duration:glide_duration start_time:glide_date_time schedule>cmn_schedule task>task \
            business_duration:glide_duration stage=in_progress planned_end_time:glide_date_time \
            has_breached:boolean=false
            """,
        choices: ["stage": .slaStage],
        wireOrder: """
            pause_duration pause_time timezone sys_updated_on business_time_left duration sys_id time_left \
            sys_updated_by sys_created_on percentage original_breach_time sys_created_by business_percentage \
            end_time sys_mod_count active sla business_pause_duration sys_tags start_time schedule task \
            business_duration stage planned_end_time has_breached
            """)

    /// When people work.
    static let cmnSchedule = TableDefinition(
        "cmn_schedule", label: "Schedule", plural: "Schedules", display: "name",
        own: """
            parent>cmn_schedule cal_type document description(4000) type document_key:document_id \
            sys_class_name:sys_class_name! read_only:boolean=false plural_label \
            sys_domain:domain_id>sys_user_group=global sys_name(255) sys_scope>sys_scope \
            is_legacy_schedule:boolean=false label(100) calendar_name time_zone sys_domain_path:domain_path!=/ \
            sys_package>sys_package sys_update_name(250) name(100) sys_policy
            """,
        wireOrder: """
            parent cal_type document description sys_updated_on type document_key sys_class_name sys_id \
            sys_updated_by read_only plural_label sys_created_on sys_domain sys_name sys_scope sys_created_by \
            sys_mod_count is_legacy_schedule label sys_tags calendar_name time_zone sys_domain_path sys_package \
            sys_update_name name sys_policy
            """)

    /// A stretch of time in a schedule.
    static let cmnScheduleSpan = TableDefinition(
        "cmn_schedule_span", label: "Schedule Entry", plural: "Schedule Entries", display: "name",
        own: """
            parent>cmn_schedule_span span_name notes monthly_type index3:integer index2:integer index5:integer \
            repeat_count:integer index4:integer show_as type index7:integer index6:integer \
            sys_class_name:sys_class_name! index9:integer index8:integer days_of_week end_date_time float_week \
            float_day all_day:boolean=false end yearly_type calendar override_start_date:integer repeat_type \
            repeat_until:integer start counter:integer schedule>cmn_schedule month index1:integer index0:integer \
            name(100) start_date_time
            """,
        wireOrder: """
            parent span_name notes monthly_type index3 index2 index5 repeat_count index4 sys_updated_on show_as type \
            index7 index6 sys_class_name index9 index8 days_of_week sys_id end_date_time float_week sys_updated_by \
            float_day sys_created_on all_day end yearly_type sys_created_by calendar override_start_date repeat_type \
            repeat_until start sys_mod_count counter sys_tags schedule month index1 index0 name start_date_time
            """)
}
