extension TableDefinition {
    /// A script that runs when records change.
    static let sysScript = TableDefinition(
        "sys_script", label: "Business Rule", plural: "Business Rules", extends: "sys_metadata", display: "name",
        own: """
            client_callable:boolean=false template access action_insert:boolean=false action_update:boolean=false \
            advanced:boolean=false action_delete:boolean=false description(4000) change_fields:boolean=false \
            action_query:boolean=false when=after rest_method_text is_rest:boolean=false rest_service_text \
            sys_domain:domain_id>sys_user_group=global order:integer=100 rest_method rest_service>sys_rest_message \
            add_message:boolean=false active:boolean=true sys_overrides>sys_script collection(80) \
            priority:integer=100 message:html sys_domain_path:domain_path!=/ script(8000) abort_action:boolean=false \
            execute_function:boolean=false filter_condition(1000) condition(1000) rest_variables name(100) \
            role_conditions
            """,
        choices: ["when": .scriptWhen],
        wireOrder: """
            client_callable template access action_insert action_update advanced action_delete description \
            change_fields action_query sys_updated_on when sys_class_name sys_id rest_method_text is_rest \
            sys_updated_by rest_service_text sys_created_on sys_domain sys_name sys_scope sys_created_by order \
            rest_method rest_service add_message sys_mod_count active sys_overrides collection priority message \
            sys_domain_path sys_tags script abort_action execute_function filter_condition sys_package condition \
            sys_update_name rest_variables name role_conditions sys_policy
            """)

    /// A library of scripts.
    static let sysScriptInclude = TableDefinition(
        "sys_script_include", label: "Script Include", plural: "Script Includes",
        extends: "sys_metadata", display: "name",
        own: """
            client_callable:boolean=false access mobile_callable:boolean=false description(4000) active:boolean=true \
            sandbox_callable:boolean=false script(8000) api_name caller_access name(100)
            """,
        wireOrder: """
            client_callable access mobile_callable sys_mod_count description active sys_updated_on sys_tags \
            sandbox_callable script sys_class_name sys_id sys_package sys_update_name sys_updated_by api_name \
            sys_created_on caller_access name sys_name sys_scope sys_created_by sys_policy
            """)

    /// A script of a form.
    static let sysScriptClient = TableDefinition(
        "sys_script_client", label: "Client Script", plural: "Client Scripts",
        extends: "sys_metadata", display: "name",
        own: """
            isolate_script:boolean=false applies_extended:boolean=false description(4000) global:boolean=false type \
            view ui_type sys_domain:domain_id>sys_user_group=global table(80) order:integer active:boolean=true \
            sys_overrides>sys_script_client sys_domain_path:domain_path!=/ script(8000) condition(1000) field \
            name(100) messages
            """,
        wireOrder: """
            isolate_script applies_extended description global sys_updated_on type sys_class_name sys_id view \
            ui_type sys_updated_by sys_created_on sys_domain sys_name sys_scope table sys_created_by order \
            sys_mod_count active sys_overrides sys_domain_path sys_tags script sys_package condition sys_update_name \
            field name messages sys_policy
            """)

    /// What a form shows, asks for and protects.
    static let sysUIPolicy = TableDefinition(
        "sys_ui_policy", label: "UI Policy", plural: "UI Policies",
        extends: "sys_metadata", display: "short_description",
        own: """
            short_description(160) set_values isolate_script:boolean=false description(4000) global:boolean=false \
            view ui_type script_true(8000) sys_domain:domain_id>sys_user_group=global reverse_if_false:boolean=false \
            table(80) order:integer run_scripts:boolean=false sys_overrides>sys_ui_policy active:boolean=true \
            model_id>cmdb_model sys_domain_path:domain_path!=/ script_false(8000) model_table on_load:boolean=false \
            inherit:boolean=false conditions(1000)
            """,
        wireOrder: """
            short_description set_values isolate_script description global sys_updated_on sys_class_name sys_id view \
            ui_type sys_updated_by sys_created_on script_true sys_domain reverse_if_false sys_name sys_scope table \
            sys_created_by order run_scripts sys_mod_count sys_overrides active model_id sys_domain_path sys_tags \
            script_false model_table on_load sys_package sys_update_name inherit conditions sys_policy
            """)

    /// A button.
    static let sysUIAction = TableDefinition(
        "sys_ui_action", label: "UI Action", plural: "UI Actions", extends: "sys_metadata", display: "name",
        own: """
            isolate_script:boolean=false show_update:boolean=false form_style action_name \
            sys_domain:domain_id>sys_user_group=global show_list_icon_only:boolean=false \
            form_menu_button_v2:boolean=false order:integer list_banner_button:boolean=false onclick \
            active:boolean=true sys_overrides>sys_ui_action sys_domain_path:domain_path!=/ script(8000) \
            form_button:boolean=false condition(1000) hint(255) name(100) messages form_button_icon \
            list_save_with_form_button:boolean=false list_button:boolean=false client_script_v2 \
            ui11_compatible:boolean=false form_context_menu:boolean=false list_context_menu:boolean=false \
            list_choice:boolean=false show_form_icon_only:boolean=false form_link:boolean=false list_button_icon \
            client:boolean=false table(80) form_action:boolean=false comments(4000) ui16_compatible:boolean=false \
            show_insert:boolean=false show_multiple_update:boolean=false \
            format_for_configurable_workspace:boolean=false form_button_v2:boolean=false list_action:boolean=false \
            show_query:boolean=false list_link:boolean=false list_style
            """,
        wireOrder: """
            isolate_script sys_updated_on show_update sys_updated_by form_style sys_created_on action_name \
            sys_domain show_list_icon_only form_menu_button_v2 sys_name sys_created_by order list_banner_button \
            onclick active sys_overrides sys_domain_path script form_button condition sys_update_name hint name \
            messages form_button_icon list_save_with_form_button sys_policy list_button client_script_v2 \
            ui11_compatible form_context_menu list_context_menu list_choice show_form_icon_only sys_class_name \
            form_link sys_id list_button_icon client sys_scope table form_action comments sys_mod_count \
            ui16_compatible sys_tags show_insert show_multiple_update sys_package format_for_configurable_workspace \
            form_button_v2 list_action show_query list_link list_style
            """)

    /// Who may do what.
    static let sysSecurityACL = TableDefinition(
        "sys_security_acl", label: "Access Control", plural: "Access Controls",
        extends: "sys_metadata", display: "name",
        own: """
            security_attribute>sys_security_attribute advanced:boolean=false description(4000) \
            admin_overrides:boolean=false controlled_by_refs type applies_to decision_type active:boolean=true \
            script(8000) local_or_existing condition(1000) name(100) operation
            """,
        wireOrder: """
            security_attribute advanced description admin_overrides controlled_by_refs sys_updated_on type \
            sys_class_name sys_id sys_updated_by applies_to decision_type sys_created_on sys_name sys_scope \
            sys_created_by sys_mod_count active sys_tags script local_or_existing sys_package condition \
            sys_update_name name operation sys_policy
            """)
}
