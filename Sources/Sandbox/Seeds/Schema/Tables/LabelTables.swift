extension TableDefinition {
    /// Labels of tables and columns; derived from the definitions.
    static let sysDocumentation = TableDefinition(
        "sys_documentation", label: "Field Label", plural: "Field Labels", display: "label", indexed: ["name"],
        own: """
            plural(100) language=en label(100) url:url sys_class_name:sys_class_name! help(4000) \
            sys_package>sys_package sys_update_name(250) url_target hint(255) name(80) sys_name(255) \
            sys_scope>sys_scope element(80) sys_policy
            """,
        wireOrder: """
            plural sys_mod_count language label sys_updated_on url sys_class_name help sys_id sys_package \
            sys_update_name sys_updated_by url_target sys_created_on hint name sys_name sys_scope sys_created_by \
            element sys_policy
            """)

    /// The types of columns; derived from the definitions.
    static let sysGlideObject = TableDefinition(
        "sys_glide_object", label: "Field class", plural: "Field classes", display: "label",
        own: """
            use_original_value:boolean=false visible:boolean=false label(100) scalar_type \
            sys_class_name:sys_class_name! sys_package>sys_package sys_update_name(250) name(100) sys_name(255) \
            attributes sys_scope>sys_scope scalar_length:integer class_name sys_policy
            """,
        wireOrder: """
            use_original_value visible sys_mod_count label scalar_type sys_updated_on sys_class_name sys_id \
            sys_package sys_update_name sys_updated_by sys_created_on name sys_name attributes sys_scope \
            scalar_length class_name sys_created_by sys_policy
            """)
}
