extension TableDefinition {
    /// A view of forms and lists.
    static let sysUIView = TableDefinition(
        "sys_ui_view", label: "View", plural: "Views", extends: "sys_metadata", display: "title",
        own: """
            hidden:boolean=false roles(255) title(100) name(100) user>sys_user group>sys_user_group
            """,
        wireOrder: """
            hidden roles sys_mod_count sys_updated_on title sys_tags sys_class_name sys_id sys_package \
            sys_update_name sys_updated_by sys_created_on name sys_name sys_scope user sys_created_by group \
            sys_policy
            """)

    /// The columns of a list in a view.
    static let sysUIList = TableDefinition(
        "sys_ui_list", label: "List", plural: "Lists", display: "name",
        own: """
            parent sum sys_class_name:sys_class_name! view>sys_ui_view average_value:boolean=false sys_user>sys_user \
            sys_domain:domain_id>sys_user_group=global sys_name(255) sys_scope>sys_scope relationship view_name \
            element sys_domain_path:domain_path!=/ min_value:boolean=false sys_package>sys_package \
            sys_update_name(250) name(80) position:integer max_value:boolean=false sys_policy
            """,
        wireOrder: """
            parent sum sys_updated_on sys_class_name sys_id view average_value sys_updated_by sys_user \
            sys_created_on sys_domain sys_name sys_scope relationship sys_created_by view_name element sys_mod_count \
            sys_domain_path sys_tags min_value sys_package sys_update_name name position max_value sys_policy
            """)

    /// One column of such a list.
    static let sysUIListElement = TableDefinition(
        "sys_ui_list_element", label: "List Element", plural: "List Elements", indexed: ["list_id"],
        own: """
            list_id>sys_ui_list sum min_value:boolean=false average_value:boolean=false position:integer element \
            max_value:boolean=false
            """,
        wireOrder: """
            list_id sys_mod_count sum sys_updated_on sys_tags min_value sys_id average_value sys_updated_by \
            sys_created_on position sys_created_by element max_value
            """)

    /// A part of a form in a view.
    static let sysUISection = TableDefinition(
        "sys_ui_section", label: "Form Section", plural: "Form Sections",
        own: """
            roles(255) caption sys_overrides>sys_ui_section title(100) sys_domain_path:domain_path!=/ \
            sys_class_name:sys_class_name! sys_package>sys_package view>sys_ui_view sys_update_name(250) \
            sys_user>sys_user sys_domain:domain_id>sys_user_group=global name(100) header:boolean sys_name(255) \
            sys_scope>sys_scope view_name sys_policy
            """,
        wireOrder: """
            roles sys_mod_count caption sys_overrides sys_updated_on title sys_domain_path sys_tags sys_class_name \
            sys_id sys_package view sys_update_name sys_updated_by sys_user sys_created_on sys_domain name header \
            sys_name sys_scope sys_created_by view_name sys_policy
            """)

    /// One column of such a part.
    static let sysUIElement = TableDefinition(
        "sys_ui_element", label: "Form Element", plural: "Form Elements", indexed: ["sys_ui_section"],
        own: """
            sys_ui_formatter type sys_ui_section>sys_ui_section sys_user>sys_user position:integer element
            """,
        wireOrder: """
            sys_ui_formatter sys_mod_count sys_updated_on type sys_tags sys_ui_section sys_id sys_updated_by \
            sys_user sys_created_on position sys_created_by element
            """)

    /// A sentence of the user interface in one language.
    static let sysUIMessage = TableDefinition(
        "sys_ui_message", label: "Message", plural: "Messages", display: "key",
        own: """
            code commented_message language=en message(4000) sys_class_name:sys_class_name! sys_package>sys_package \
            sys_update_name(250) application>sys_scope sys_name(255) sys_scope>sys_scope key(255) sys_policy
            """,
        wireOrder: """
            code commented_message sys_mod_count language sys_updated_on message sys_tags sys_class_name sys_id \
            sys_package sys_update_name sys_updated_by application sys_created_on sys_name sys_scope key \
            sys_created_by sys_policy
            """)
}
