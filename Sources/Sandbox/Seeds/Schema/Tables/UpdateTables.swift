extension TableDefinition {
    /// Changes that travel together.
    static let sysUpdateSet = TableDefinition(
        "sys_update_set", label: "Update Set", plural: "Update Sets", display: "name",
        own: """
            base_update_set>sys_update_set parent>sys_update_set origin_sys_id batch_install_plan \
            completed_on:glide_date_time installed_from description(4000) remote_sys_id is_default:boolean=false \
            merged_to>sys_update_set application>sys_scope release_date:glide_date_time name(100) \
            install_date:glide_date_time state completed_by>sys_user
            """,
        choices: ["state": .updateSetState],
        defaults: ["state": "in progress"],
        wireOrder: """
            base_update_set parent origin_sys_id batch_install_plan completed_on installed_from sys_mod_count \
            description remote_sys_id sys_updated_on is_default sys_tags merged_to sys_id sys_updated_by application \
            release_date sys_created_on name install_date state completed_by sys_created_by
            """)

    /// One such change.
    static let sysUpdateXML = TableDefinition(
        "sys_update_xml", label: "Customer Update", plural: "Customer Updates", display: "name",
        own: """
            target_name type update_set>sys_update_set view update_guid_history payload(8000) \
            action=INSERT_OR_UPDATE table(80) comments(4000) replace_on_upgrade:boolean=false sys_recorded_at \
            update_guid application>sys_scope name(250) remote_update_set update_domain payload_hash category
            """,
        wireOrder: """
            target_name sys_updated_on type update_set sys_id view update_guid_history sys_updated_by payload \
            sys_created_on action table sys_created_by comments sys_mod_count replace_on_upgrade sys_tags \
            sys_recorded_at update_guid application name remote_update_set update_domain payload_hash category
            """)
}
