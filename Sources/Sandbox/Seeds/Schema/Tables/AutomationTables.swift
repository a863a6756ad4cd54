extension TableDefinition {
    /// A flow.
    static let sysHubFlow = TableDefinition(
        "sys_hub_flow", label: "Flow", plural: "Flows", extends: "sys_metadata", display: "name",
        own: """
            show_draft_actions:boolean=false sc_callable:boolean=false acls callable_by_client_api:boolean=false \
            natlang type run_with_roles latest_snapshot copied_from_name show_triggered_flows:boolean=false \
            internal_name compiler_build sys_domain:domain_id>sys_user_group=global \
            allow_high_security_roles:boolean=false display_name_after_preview master_snapshot \
            pre_compiled:boolean=false version_record generation_source substatus active:boolean=true \
            sys_overrides>sys_hub_flow sys_domain_path:domain_path!=/ version authored_on_release_version:integer \
            updation_source name(100) copied_from status label_cache access description(4000) run_as>sys_user \
            annotation master_snapshot_digest flow_priority remote_trigger_id attributes category
            """,
        wireOrder: """
            show_draft_actions sc_callable acls callable_by_client_api natlang sys_updated_on type run_with_roles \
            latest_snapshot copied_from_name show_triggered_flows internal_name sys_updated_by sys_created_on \
            compiler_build sys_domain sys_name allow_high_security_roles display_name_after_preview master_snapshot \
            sys_created_by pre_compiled version_record generation_source substatus active sys_overrides \
            sys_domain_path version authored_on_release_version updation_source sys_update_name name copied_from \
            status sys_policy label_cache access description run_as sys_class_name sys_id sys_scope annotation \
            sys_mod_count sys_tags master_snapshot_digest sys_package flow_priority remote_trigger_id attributes \
            category
            """)

    /// A call to another system.
    static let sysRestMessage = TableDefinition(
        "sys_rest_message", label: "REST Message", plural: "REST Messages", extends: "sys_metadata", display: "name",
        own: """
            access basic_auth_password:password description(4000) authentication_type oauth2_profile \
            basic_auth_profile use_mutual_auth:boolean=false use_basic_auth:boolean=false basic_auth_user name(100) \
            rest_endpoint:url protocol_name
            """,
        wireOrder: """
            access basic_auth_password description sys_updated_on authentication_type sys_class_name sys_id \
            sys_updated_by oauth2_profile sys_created_on sys_name sys_scope sys_created_by basic_auth_profile \
            sys_mod_count sys_tags use_mutual_auth sys_package sys_update_name use_basic_auth basic_auth_user name \
            rest_endpoint protocol_name sys_policy
            """)

    /// A scripted REST service.
    static let sysWsDefinition = TableDefinition(
        "sys_ws_definition", label: "Scripted REST Service", plural: "Scripted REST APIs",
        extends: "sys_metadata", display: "name",
        own: """
            short_description(160) doc_link:url enforce_acl base_uri service_id default_version \
            is_versioned:boolean=false consumes active:boolean=true consumes_customized:boolean=false name(100) \
            namespace>sys_scope produces produces_customized:boolean=false
            """,
        wireOrder: """
            short_description doc_link sys_updated_on enforce_acl sys_class_name sys_id sys_updated_by \
            sys_created_on base_uri service_id default_version is_versioned sys_name sys_scope sys_created_by \
            consumes sys_mod_count active sys_tags sys_package sys_update_name consumes_customized name namespace \
            produces produces_customized sys_policy
            """)

    /// A scheduled job.
    static let sysauto = TableDefinition(
        "sysauto", label: "Scheduled Job", plural: "Scheduled Jobs", extends: "sys_metadata", display: "name",
        own: """
            conditional:boolean=false advanced:boolean=false run_as_tz entered_time business_calendar run_daysofweek \
            repeat_every entered_run_end run_as>sys_user run_type run_end:glide_date_time run_start:glide_date_time \
            run_dayofmonth:integer run_weekinmonth run_dayofweek:integer upgrade_safe:boolean=false \
            run_time:glide_date_time offset active:boolean=true run_month:integer time_zone condition(1000) \
            offset_type name(100) run_period:glide_duration max_drift entered_run_start
            """,
        wireOrder: """
            conditional advanced run_as_tz entered_time business_calendar run_daysofweek repeat_every \
            entered_run_end run_as run_type sys_updated_on sys_class_name run_end sys_id sys_updated_by \
            sys_created_on run_start sys_name run_dayofmonth run_weekinmonth sys_scope run_dayofweek sys_created_by \
            upgrade_safe run_time offset sys_mod_count active run_month time_zone sys_package condition \
            sys_update_name offset_type name run_period max_drift entered_run_start sys_policy
            """)

    /// A scheduled script.
    static let sysautoScript = TableDefinition(
        "sysauto_script", label: "Scheduled Script Execution", plural: "Scheduled Script Executions",
        extends: "sysauto", display: "name",
        own: """
            script(8000)
            """,
        wireOrder: """
            conditional advanced run_as_tz entered_time business_calendar run_daysofweek repeat_every \
            entered_run_end run_as run_type sys_updated_on sys_class_name run_end sys_id sys_updated_by \
            sys_created_on run_start sys_name run_dayofmonth run_weekinmonth sys_scope run_dayofweek sys_created_by \
            upgrade_safe run_time offset sys_mod_count active run_month time_zone script sys_package condition \
            sys_update_name offset_type name run_period max_drift entered_run_start sys_policy
            """)
}
