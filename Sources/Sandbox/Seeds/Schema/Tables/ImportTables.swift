extension TableDefinition {
    /// Rows that were loaded together.
    static let sysImportSet = TableDefinition(
        "sys_import_set", label: "Import Set", plural: "Import Sets", numberPrefix: "ISET", display: "number",
        own: """
            number short_description(160) table_name(80) mode=asynchronous load_completed:glide_date_time \
            data_source>sys_data_source state=loading schedule_import creation_source
            """,
        choices: ["state": .importSetState],
        wireOrder: """
            number sys_mod_count short_description sys_updated_on table_name sys_tags mode load_completed \
            data_source state sys_id sys_updated_by sys_created_on schedule_import creation_source sys_created_by
            """)

    /// A loaded row; the staging tables extend it.
    static let sysImportSetRow = TableDefinition(
        "sys_import_set_row", label: "Import Set Row", plural: "Import Set Rows", indexed: ["sys_import_set"],
        own: """
            sys_row_error sys_target_table(80) sys_import_state_comment(4000) template_import_log \
            import_set_run>sys_import_set_run sys_class_name:sys_class_name! sys_import_state=pending \
            sys_target_sys_id(32) sys_transform_map>sys_transform_map sys_import_row:integer \
            sys_import_set>sys_import_set
            """,
        choices: ["sys_import_state": .importRowState],
        wireOrder: """
            sys_row_error sys_target_table sys_import_state_comment sys_mod_count template_import_log import_set_run \
            sys_updated_on sys_tags sys_class_name sys_import_state sys_target_sys_id sys_id sys_updated_by \
            sys_created_on sys_transform_map sys_created_by sys_import_row sys_import_set
            """)

    /// The staging table of users.
    static let impUser = TableDefinition(
        "imp_user", label: "User Import", plural: "User Imports", extends: "sys_import_set_row",
        own: """
            department first_name email(100) last_name phone user_id location
            """,
        wireOrder: """
            sys_import_state_comment template_import_log sys_updated_on sys_class_name sys_target_sys_id sys_id \
            sys_updated_by sys_created_on sys_transform_map department first_name email sys_created_by \
            sys_import_row sys_row_error sys_target_table sys_mod_count last_name import_set_run sys_tags \
            sys_import_state phone user_id location sys_import_set
            """)

    /// The staging table of locations.
    static let impLocation = TableDefinition(
        "imp_location", label: "Location Import", plural: "Location Imports", extends: "sys_import_set_row",
        own: """
            zip country city street name(100) state
            """,
        wireOrder: """
            zip country sys_row_error sys_target_table city sys_import_state_comment sys_mod_count \
            template_import_log import_set_run sys_updated_on sys_tags sys_class_name sys_import_state \
            sys_target_sys_id sys_id sys_updated_by street sys_created_on name sys_transform_map state \
            sys_created_by sys_import_row sys_import_set
            """)

    /// The staging table of computers.
    static let impComputer = TableDefinition(
        "imp_computer", label: "Computer Import", plural: "Computer Imports", extends: "sys_import_set_row",
        own: """
            manufacturer cpu_count cpu_type operating_system ram cpu_speed serial_number model_id disk_space \
            name(100)
            """,
        wireOrder: """
            sys_import_state_comment template_import_log sys_updated_on sys_class_name manufacturer cpu_count \
            sys_target_sys_id sys_id sys_updated_by sys_created_on cpu_type operating_system sys_transform_map \
            sys_created_by ram sys_import_row sys_row_error sys_target_table sys_mod_count cpu_speed serial_number \
            model_id import_set_run disk_space sys_tags sys_import_state name sys_import_set
            """)

    /// One transformation of an import set.
    static let sysImportSetRun = TableDefinition(
        "sys_import_set_run", label: "Transform History", plural: "Transform Histories", indexed: ["set"],
        own: """
            ignored:integer set>sys_import_set run_time:glide_duration completed:glide_date_time \
            concurrent_import_set updates:integer multi_import_set skipped:integer number processed:integer \
            total:integer sys_transform_map>sys_transform_map sys_robust_transformer state inserts:integer \
            errors:integer
            """,
        wireOrder: """
            ignored set run_time sys_mod_count completed sys_updated_on concurrent_import_set updates sys_tags \
            multi_import_set skipped number processed sys_id total sys_updated_by sys_created_on sys_transform_map \
            sys_robust_transformer state inserts errors sys_created_by
            """)

    /// From which staging table into which table rows go.
    static let sysTransformMap = TableDefinition(
        "sys_transform_map", label: "Table Transform Map", plural: "Table Transform Maps",
        extends: "sys_metadata", display: "name",
        own: """
            enforce_mandatory_fields active:boolean=true run_script:boolean=false script(8000) \
            create_new_record_on_empty_coalesce_fields:boolean=false copy_empty_fields:boolean=false name(100) \
            target_table(80) source_table(80) run_business_rules:boolean=false order:integer=100
            """,
        wireOrder: """
            enforce_mandatory_fields sys_mod_count active sys_updated_on sys_tags run_script script sys_class_name \
            create_new_record_on_empty_coalesce_fields sys_id sys_package sys_update_name sys_updated_by \
            copy_empty_fields sys_created_on name target_table sys_name sys_scope source_table run_business_rules \
            sys_created_by order sys_policy
            """)

    /// From which column into which column values go.
    static let sysTransformEntry = TableDefinition(
        "sys_transform_entry", label: "Field Map", plural: "Field Maps", extends: "sys_metadata",
        own: """
            source_field choice_action target_table(80) map>sys_transform_map coalesce_case_sensitive:boolean=false \
            coalesce:boolean=false source_script(8000) coalesce_empty_fields:boolean=false reference_value_field \
            target_field date_format source_table(80) use_source_script:boolean=false
            """,
        wireOrder: """
            source_field sys_updated_on sys_class_name sys_id sys_updated_by sys_created_on choice_action \
            target_table sys_name sys_scope map coalesce_case_sensitive sys_created_by coalesce sys_mod_count \
            sys_tags source_script sys_package coalesce_empty_fields reference_value_field sys_update_name \
            target_field date_format source_table use_source_script sys_policy
            """)

    /// Where rows to load come from.
    static let sysDataSource = TableDefinition(
        "sys_data_source", label: "Data Source", plural: "Data Sources", extends: "sys_metadata", display: "name",
        own: """
            file_path import_set_table_label connection_url_parameters sql_statement type table_name jpath_root_node \
            use_batch_import:boolean=false file_retrieval_method scp_password use_last_run_datetime:boolean=false \
            connection_alias>sys_alias import_connection_alias>sys_import_connection_alias limit:integer jdbc_server \
            xpath_root_node request_action>sys_hub_action_type_definition ldap_target>ldap_ou_config offset \
            mid_server>ecc_agent last_run_datetime:glide_date_time query format discard_arrays:boolean=false \
            scp_server sheet_number:integer import_set_table_name glide_keystore:boolean=false connection_url \
            scp_user_name use_integrated_authentication:boolean=false name(100) csv_delimiter \
            use_import_connection_alias:boolean=false sheet_name expand_node_children:boolean=false oracle_sid \
            support_pagination:boolean=false parsing_script last_run_database_field jdbc_user_name data_loader \
            header_row:integer maximum_rows:integer ldapprobe_result_set_rows:integer parallel_loading_script \
            jdbc_password instance_name batch_size:integer database_name zipped:boolean=false \
            connection_override_last_success_time data_in_single_column:boolean=false query_timeout:integer \
            oracle_port scp_authentication database_port ssh_keyfile_path enable_parallel_loading:boolean=false \
            data_stream_connection_alias>sys_alias category data_stream_action>sys_hub_action_type_definition \
            connection_timeout:integer scp_port properties last_success_import_time:glide_date_time
            """,
        wireOrder: """
            file_path import_set_table_label connection_url_parameters sql_statement sys_updated_on type table_name \
            jpath_root_node use_batch_import file_retrieval_method sys_updated_by scp_password use_last_run_datetime \
            connection_alias sys_created_on import_connection_alias limit sys_name jdbc_server xpath_root_node \
            sys_created_by request_action ldap_target offset mid_server last_run_datetime query format \
            discard_arrays scp_server sheet_number import_set_table_name glide_keystore sys_update_name \
            connection_url scp_user_name use_integrated_authentication name csv_delimiter \
            use_import_connection_alias sheet_name expand_node_children oracle_sid support_pagination sys_policy \
            parsing_script last_run_database_field jdbc_user_name data_loader header_row maximum_rows sys_class_name \
            ldapprobe_result_set_rows sys_id parallel_loading_script jdbc_password sys_scope instance_name \
            batch_size database_name zipped connection_override_last_success_time data_in_single_column \
            query_timeout oracle_port sys_mod_count scp_authentication database_port ssh_keyfile_path sys_tags \
            enable_parallel_loading sys_package data_stream_connection_alias category data_stream_action \
            connection_timeout scp_port properties last_success_import_time
            """)
}
