extension TableDefinition {
    /// A setting of the instance.
    static let sysProperties = TableDefinition(
        "sys_properties", label: "System Property", plural: "System Properties",
        extends: "sys_metadata", display: "name",
        own: """
            is_private:boolean=false ignore_cache:boolean=false description(4000) suffix type=string write_roles \
            name(100) read_roles choices(4000) value(4000)
            """,
        wireOrder: """
            is_private ignore_cache sys_mod_count description sys_updated_on suffix type sys_tags sys_class_name \
            sys_id sys_package sys_update_name sys_updated_by write_roles sys_created_on name read_roles sys_name \
            sys_scope choices value sys_created_by sys_policy
            """)

    /// A value of filters that depends on who asks and when.
    static let sysFilterOptionDynamic = TableDefinition(
        "sys_filter_option_dynamic", label: "Dynamic Filter Option", plural: "Dynamic Filter Options",
        extends: "sys_metadata", display: "label",
        own: """
            roles(255) script_reference_table available_for_ref_qual:boolean=false script_reference_id:document_id \
            table(80) secondary_script order:integer active:boolean=true label(100) script(8000) \
            available_for_filter:boolean=false table_containing_filter available_for_default:boolean=false \
            field_type
            """,
        wireOrder: """
            roles sys_updated_on script_reference_table sys_class_name sys_id available_for_ref_qual sys_updated_by \
            script_reference_id sys_created_on sys_name sys_scope table secondary_script sys_created_by order \
            sys_mod_count active label sys_tags script available_for_filter sys_package sys_update_name \
            table_containing_filter available_for_default field_type sys_policy
            """)

    /// Which columns have choices.
    static let sysChoiceSet = TableDefinition(
        "sys_choice_set", label: "Choice Set", plural: "Choice Sets", extends: "sys_metadata", display: "name",
        own: """
            name(80) element
            """,
        wireOrder: """
            sys_mod_count sys_updated_on sys_tags sys_class_name sys_id sys_package sys_update_name sys_updated_by \
            sys_created_on name sys_name sys_scope sys_created_by element sys_policy
            """)

    /// How records of a table are numbered.
    static let sysNumber = TableDefinition(
        "sys_number", label: "Number", plural: "Numbers", extends: "sys_metadata", display: "category",
        own: """
            prefix number:integer maximum_digits:integer=7 category>sys_db_object@name
            """,
        wireOrder: """
            prefix sys_mod_count sys_updated_on sys_tags sys_class_name number sys_id sys_package sys_update_name \
            sys_updated_by sys_created_on sys_name maximum_digits sys_scope category sys_created_by sys_policy
            """)

    /// How far the numbers of a table are.
    static let sysNumberCounter = TableDefinition(
        "sys_number_counter", label: "Number Counter", plural: "Number Counters",
        own: """
            number:integer table>sys_db_object@name
            """,
        wireOrder: """
            number sys_id sys_updated_by sys_created_on sys_mod_count sys_updated_on sys_tags table sys_created_by
            """)

    /// How a table changes a column that it inherits.
    static let sysDictionaryOverride = TableDefinition(
        "sys_dictionary_override", label: "Dictionary Entry Override", plural: "Dictionary Entry Overrides",
        extends: "sys_metadata",
        own: """
            read_only_override:boolean=false calculation mandatory:boolean=false \
            default_value_override:boolean=false display_override:boolean=false \
            read_only_option_override:boolean=false base_table calculation_override:boolean=false \
            read_only:boolean=false read_only_option dependent element mandatory_override:boolean=false \
            attributes_override:boolean=false default_value dependent_override:boolean=false \
            reference_qual_override:boolean=false name(100) attributes reference_qual
            """,
        wireOrder: """
            read_only_override calculation sys_updated_on mandatory sys_class_name default_value_override \
            display_override sys_id read_only_option_override sys_updated_by base_table calculation_override \
            read_only read_only_option sys_created_on sys_name sys_scope dependent sys_created_by element \
            mandatory_override attributes_override sys_mod_count default_value sys_tags dependent_override \
            sys_package sys_update_name reference_qual_override name attributes reference_qual sys_policy
            """)

    /// A list of related records.
    static let sysRelationship = TableDefinition(
        "sys_relationship", label: "Relationship", plural: "Relationships", extends: "sys_metadata", display: "name",
        own: """
            advanced:boolean=false query_with reference_field basic_query_from simple_reference:boolean=false \
            query_from basic_apply_to insert_callback name(100) apply_to related_list
            """,
        wireOrder: """
            advanced query_with reference_field sys_mod_count sys_updated_on basic_query_from sys_tags \
            sys_class_name sys_id simple_reference sys_package query_from sys_update_name sys_updated_by \
            basic_apply_to insert_callback sys_created_on name apply_to sys_name sys_scope related_list \
            sys_created_by sys_policy
            """)

    /// A language.
    static let sysLanguage = TableDefinition(
        "sys_language", label: "Language", plural: "Languages", display: "name",
        own: """
            active:boolean=true sys_class_name:sys_class_name! display_label sys_package>sys_package \
            sys_update_name(250) text_direction name(100) chart_font:boolean=false sys_name(255) sys_scope>sys_scope \
            id fallback sys_policy
            """,
        wireOrder: """
            sys_mod_count active sys_updated_on sys_tags sys_class_name display_label sys_id sys_package \
            sys_update_name sys_updated_by text_direction sys_created_on name chart_font sys_name sys_scope id \
            fallback sys_created_by sys_policy
            """)
}
