extension TableDefinition {
    /// One column of a table; derived from the definitions.
    static let sysDictionary = TableDefinition(
        "sys_dictionary", label: "Dictionary Entry", plural: "Dictionary Entries", display: "column_label",
        indexed: ["name"],
        columns: [
            .init("calculation", length: 4000),
            .init("dynamic_ref_qual", .reference, to: "sys_filter_option_dynamic"),
            .init("choice_field"),
            .init("function_field", .boolean, default: "false"),
            .init("spell_check", .boolean, default: "false"),
            .init("reference_cascade_rule"),
            .init("reference", .reference, to: "sys_db_object", key: "name"),
            .init("read_only", .boolean, default: "false"),
            .init("element_reference", .boolean, default: "false"),
            .init("array_denormalized", .boolean, default: "false"),
            .init("sys_name", length: 255),
            .init("reference_key"),
            .init("reference_qual_condition"),
            .init("xml_view", .boolean, default: "false"),
            .init("dependent"),
            .init("internal_type", .reference, to: "sys_glide_object", key: "name"),
            .init("element"),
            .init("max_length", .integer),
            .init("use_dependent_field", .boolean, default: "false"),
            .init("virtual_type"),
            .init("delete_roles"),
            .init("active", .boolean, default: "true"),
            .init("choice_table"),
            .init("foreign_database"),
            .init("sys_update_name"),
            .init("unique", .boolean, default: "false"),
            .init("name", length: 100),
            .init("dependent_on_field"),
            .init("dynamic_creation", .boolean, default: "false"),
            .init("primary", .boolean, default: "false"),
            .init("sys_policy"),
            .init("next_element"),
            .init("virtual", .boolean, default: "false"),
            .init("widget"),
            .init("use_dynamic_default", .boolean, default: "false"),
            .init("sizeclass", .integer),
            .init("mandatory", .boolean, default: "false"),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("dynamic_default_value", .reference, to: "sys_filter_option_dynamic"),
            .init("write_roles"),
            .init("array", .boolean, default: "false"),
            .init("read_only_option"),
            .init("audit", .boolean, default: "false"),
            .init("read_roles"),
            .init("sys_scope", .reference, to: "sys_scope"),
            .init("dynamic_creation_script"),
            .init("create_roles"),
            .init("defaultsort", .integer),
            .init("column_label", length: 80),
            .init("comments", length: 4000),
            .init("use_reference_qualifier"),
            .init("reference_floats", .boolean, default: "false"),
            .init("display", .boolean, default: "false"),
            .init("default_value", label: "Default value", length: 512),
            .init("staged", .boolean, default: "false"),
            .init("reference_type"),
            .init("sys_package", .reference, to: "sys_package"),
            .init("formula"),
            .init("attributes", length: 1000),
            .init("choice", .integer, default: "0", choices: .choiceKind),
            .init("table_reference", .boolean, default: "false"),
            .init("reference_qual"),
            .init("text_index", .boolean, default: "false"),
            .init("function_definition"),
        ],
        wireOrder: """
            calculation dynamic_ref_qual choice_field function_field sys_updated_on spell_check \
            reference_cascade_rule reference sys_updated_by read_only sys_created_on element_reference \
            array_denormalized sys_name reference_key reference_qual_condition xml_view dependent internal_type \
            sys_created_by element max_length use_dependent_field virtual_type delete_roles active choice_table \
            foreign_database sys_update_name unique name dependent_on_field dynamic_creation primary sys_policy \
            next_element virtual widget use_dynamic_default sizeclass mandatory sys_class_name \
            dynamic_default_value sys_id write_roles array read_only_option audit read_roles sys_scope \
            dynamic_creation_script create_roles defaultsort column_label comments use_reference_qualifier \
            reference_floats display sys_mod_count default_value staged reference_type sys_package formula \
            attributes choice table_reference reference_qual text_index function_definition
            """)

    /// One choice of a column; derived from the definitions.
    static let sysChoice = TableDefinition(
        "sys_choice", label: "Choice", plural: "Choices", display: "label",
        indexed: ["name"],
        columns: [
            .init("dependent_value"),
            .init("synonyms", length: 4000),
            .init("language", default: "en"),
            .init("label", length: 100),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("sequence", .integer),
            .init("inactive", .boolean, default: "false"),
            .init("hint", length: 255),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("name", length: 100),
            .init("value", length: 255),
            .init("element"),
        ],
        wireOrder: """
            dependent_value synonyms sys_mod_count language label sys_updated_on sys_domain_path sys_tags \
            sequence sys_id inactive sys_updated_by sys_created_on hint sys_domain name value sys_created_by \
            element
            """)

    /// One table; derived from the definitions.
    static let sysDBObject = TableDefinition(
        "sys_db_object", label: "Table", plural: "Tables", display: "label",
        indexed: ["name"],
        columns: [
            .init("filter_extension"),
            .init("create_access", .boolean, default: "false"),
            .init("alter_access", .boolean, default: "false"),
            .init("access"),
            .init("live_feed_enabled", .boolean, default: "false"),
            .init("is_df_table", .boolean, default: "false"),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("is_extendable", .boolean, default: "false"),
            .init("user_role", .reference, to: "sys_user_role"),
            .init("delete_access", .boolean, default: "false"),
            .init("create_access_controls", .boolean, default: "false"),
            .init("sys_class_path"),
            .init("client_scripts_access", .boolean, default: "false"),
            .init("caller_access"),
            .init("extension_model"),
            .init("actions_access", .boolean, default: "false"),
            .init("sys_name", length: 255),
            .init("sys_scope", .reference, to: "sys_scope"),
            .init("is_data_interface", .boolean, default: "false"),
            .init("sys_class_code"),
            .init("read_access", .boolean, default: "false"),
            .init("super_class", .reference, to: "sys_db_object"),
            .init("ws_access", .boolean, default: "false"),
            .init("label", length: 100),
            .init("update_access", .boolean, default: "false"),
            .init("sys_package", .reference, to: "sys_package"),
            .init("sys_update_name"),
            .init("scriptable_table", .boolean, default: "false"),
            .init("configuration_access", .boolean, default: "false"),
            .init("name", length: 100),
            .init("number_ref", .reference, to: "sys_number"),
            .init("sys_policy"),
        ],
        wireOrder: """
            filter_extension create_access alter_access access live_feed_enabled is_df_table sys_updated_on \
            sys_class_name is_extendable sys_id user_role delete_access create_access_controls sys_updated_by \
            sys_class_path sys_created_on client_scripts_access caller_access extension_model actions_access \
            sys_name sys_scope is_data_interface sys_created_by sys_class_code read_access super_class \
            sys_mod_count ws_access label update_access sys_package sys_update_name scriptable_table \
            configuration_access name number_ref sys_policy
            """)
}
