extension TableDefinition {
    /// A menu of the navigator.
    static let sysAppApplication = TableDefinition(
        "sys_app_application", label: "Application Menu", plural: "Application Menus",
        extends: "sys_metadata", display: "title",
        own: """
            roles(255) description(4000) device_type title(100) sys_domain:domain_id>sys_user_group=global view_name \
            order:integer active:boolean=true sys_overrides>sys_app_application sys_domain_path:domain_path!=/ \
            hint(255) name(100) category
            """,
        wireOrder: """
            roles description device_type sys_updated_on title sys_class_name sys_id sys_updated_by sys_created_on \
            sys_domain sys_name sys_scope sys_created_by view_name order sys_mod_count active sys_overrides \
            sys_domain_path sys_tags sys_package sys_update_name hint name category sys_policy
            """)

    /// An entry of such a menu.
    static let sysAppModule = TableDefinition(
        "sys_app_module", label: "Module", plural: "Modules", extends: "sys_metadata", display: "title",
        own: """
            mobile_view_name roles(255) timeline_page>cmn_timeline_page screen device_type title(100) \
            override_menu_roles:boolean=false assessment>asmt_assessment_instance require_confirmation:boolean=false \
            ux_list>sys_ux_list sys_domain:domain_id>sys_user_group=global view_name order:integer \
            uncancelable:boolean=false image window_name query active:boolean=true sys_overrides>sys_app_module \
            sys_domain_path:domain_path!=/ filter(1000) link_type route application>sys_app_application hint(255) \
            name(100) report map_page>cmn_map_page mobile_title homepage>sys_portal_page
            """,
        wireOrder: """
            mobile_view_name roles timeline_page screen device_type sys_updated_on title override_menu_roles \
            sys_class_name sys_id assessment sys_updated_by require_confirmation ux_list sys_created_on sys_domain \
            sys_name sys_scope sys_created_by view_name order uncancelable image window_name query sys_mod_count \
            active sys_overrides sys_domain_path sys_tags filter link_type sys_package route sys_update_name \
            application hint name report map_page mobile_title homepage sys_policy
            """)

    /// A theme of pages.
    static let sysUxTheme = TableDefinition(
        "sys_ux_theme", label: "UX Theme", plural: "UX Themes", extends: "sys_metadata", display: "name",
        own: """
            parent>sys_ux_theme description(4000) active:boolean=true sys_overrides>sys_ux_theme \
            sys_domain_path:domain_path!=/ sys_domain:domain_id>sys_user_group=global name(100) theme:boolean=false
            """,
        wireOrder: """
            parent sys_mod_count description active sys_overrides sys_updated_on sys_domain_path sys_tags \
            sys_class_name sys_id sys_package sys_update_name sys_updated_by sys_created_on sys_domain name sys_name \
            theme sys_scope sys_created_by sys_policy
            """)

    /// A style that themes are made of.
    static let sysUxStyle = TableDefinition(
        "sys_ux_style", label: "UX Style", plural: "UX Styles", extends: "sys_metadata", display: "name",
        own: """
            sys_overrides>sys_ux_style type sys_domain_path:domain_path!=/ \
            sys_domain:domain_id>sys_user_group=global name(100) style>sys_ux_style
            """,
        wireOrder: """
            sys_mod_count sys_overrides sys_updated_on type sys_domain_path sys_tags sys_class_name sys_id \
            sys_package sys_update_name sys_updated_by sys_created_on sys_domain name sys_name style sys_scope \
            sys_created_by sys_policy
            """)

    /// A tag that users give.
    static let label = TableDefinition(
        "label", label: "Tag", plural: "Tags", display: "name",
        own: """
            short_description(160) color roles(255) icon global:boolean=false type sys_class_name:sys_class_name! \
            max_entries:integer home_page navigation viewable_by sys_default:boolean=false order:integer \
            owner>sys_user active:boolean=true user_list>>sys_user group_list>>sys_user_group background_color \
            name(100)
            """,
        wireOrder: """
            short_description color roles icon global sys_updated_on type sys_class_name max_entries home_page \
            sys_id navigation sys_updated_by sys_created_on viewable_by sys_default sys_created_by order owner \
            sys_mod_count active user_list sys_tags group_list background_color name
            """)

    /// What carries a tag.
    static let labelEntry = TableDefinition(
        "label_entry", label: "Label Entry", plural: "Label Entries", display: "title", indexed: ["table_key"],
        own: """
            auto comments(4000) read:boolean=false notify_onchange:boolean=false label>label title(100) url:url \
            table_key(32) id_display notify_when id_type reference_count:integer notify_script table(80) view_name
            """,
        wireOrder: """
            auto comments read sys_mod_count notify_onchange label sys_updated_on title sys_tags url table_key \
            id_display sys_id notify_when sys_updated_by sys_created_on id_type reference_count notify_script table \
            sys_created_by view_name
            """)
}
