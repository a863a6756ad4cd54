extension TableDefinition {
    /// The base of everything that makes up an application.
    static let sysMetadata = TableDefinition(
        "sys_metadata", label: "Application File", plural: "Application Files",
        display: "sys_name", indexed: ["name"],
        own: """
            sys_package>sys_package sys_update_name(250) sys_name(255) sys_scope>sys_scope \
            sys_class_name:sys_class_name! sys_policy
            """,
        wireOrder: """
            sys_id sys_package sys_update_name sys_updated_by sys_created_on sys_mod_count sys_name sys_scope \
            sys_updated_on sys_class_name sys_created_by sys_policy
            """)

    /// What applications and plugins are.
    static let sysPackage = TableDefinition(
        "sys_package", label: "Package", plural: "Packages", display: "name",
        own: """
            trackable:boolean=false ide_created active:boolean=true license_model source version license_category \
            sys_class_name:sys_class_name! licensable:boolean=false enforce_license name(100) \
            package_resolver_version package_json
            """,
        wireOrder: """
            trackable ide_created sys_mod_count active license_model source sys_updated_on sys_tags version \
            license_category sys_class_name licensable sys_id sys_updated_by enforce_license sys_created_on name \
            package_resolver_version package_json sys_created_by
            """)

    /// An application and its scope.
    static let sysScope = TableDefinition(
        "sys_scope", label: "Application", plural: "Applications", extends: "sys_package", display: "name",
        own: """
            template short_description(160) private:boolean=false restrict_table_access:boolean=false vendor_prefix \
            vendor>core_company scope(18) logo runtime_access_tracking can_edit_in_studio:boolean=false \
            guided_setup_guid js_level scoped_administration:boolean=false subscription_entitlement license
            """,
        wireOrder: """
            template short_description private restrict_table_access ide_created source sys_updated_on \
            license_category vendor_prefix sys_class_name licensable sys_id sys_updated_by vendor sys_created_on \
            scope logo package_resolver_version package_json sys_created_by runtime_access_tracking trackable \
            can_edit_in_studio guided_setup_guid sys_mod_count js_level active license_model sys_tags version \
            scoped_administration subscription_entitlement license enforce_license name
            """)

    /// An application made on this instance.
    static let sysApp = TableDefinition(
        "sys_app", label: "Custom Application", plural: "Custom Applications", extends: "sys_scope", display: "name",
        own: """
            sys_code license_definition store_url uninstall_blocked:boolean=false user_role>sys_user_role \
            store_correlation_id installed_as_dependency:boolean=false hide_on_ui:boolean=false \
            menu>sys_app_application
            """,
        wireOrder: """
            sys_code template short_description private license_definition restrict_table_access ide_created source \
            sys_updated_on license_category vendor_prefix sys_class_name store_url uninstall_blocked licensable \
            sys_id user_role sys_updated_by vendor sys_created_on scope logo package_resolver_version package_json \
            store_correlation_id installed_as_dependency sys_created_by runtime_access_tracking trackable \
            can_edit_in_studio guided_setup_guid sys_mod_count hide_on_ui js_level active license_model menu \
            sys_tags version scoped_administration subscription_entitlement license enforce_license name
            """)

    /// A plugin.
    static let sysPlugins = TableDefinition(
        "sys_plugins", label: "System Plugin", plural: "System Plugins", extends: "sys_package", display: "name",
        own: """
            parent batch_install_plan install_date:glide_date_time
            """,
        wireOrder: """
            trackable parent batch_install_plan ide_created sys_mod_count active license_model source sys_updated_on \
            sys_tags version license_category sys_class_name licensable sys_id sys_updated_by enforce_license \
            sys_created_on name package_resolver_version package_json install_date sys_created_by
            """)
}
