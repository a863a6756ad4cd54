extension TableDefinition {
    /// How two configuration items hang together.
    static let cmdbRelCI = TableDefinition(
        "cmdb_rel_ci", label: "CI Relationship", plural: "CI Relationships", indexed: ["parent", "child"],
        own: """
            parent>cmdb_ci connection_strength type>cmdb_rel_type port:integer percent_outage:integer child>cmdb_ci
            """,
        wireOrder: """
            parent connection_strength sys_mod_count sys_updated_on type sys_tags sys_id sys_updated_by port \
            sys_created_on percent_outage sys_created_by child
            """)

    /// The ways in which configuration items hang together.
    static let cmdbRelType = TableDefinition(
        "cmdb_rel_type", label: "CI Relation Type", plural: "CI Relation Types", display: "name",
        own: """
            child_descriptor end_point:boolean=false sys_class_name:sys_class_name! sys_package>sys_package \
            sys_update_name(250) name(100) sys_name(255) sys_scope>sys_scope parent_descriptor sys_policy
            """,
        wireOrder: """
            child_descriptor end_point sys_mod_count sys_updated_on sys_tags sys_class_name sys_id sys_package \
            sys_update_name sys_updated_by sys_created_on name sys_name sys_scope parent_descriptor sys_created_by \
            sys_policy
            """)

    /// Which configuration items a task affects.
    static let taskCI = TableDefinition(
        "task_ci", label: "Affected CI", plural: "Affected CIs", indexed: ["task"],
        own: """
            applied:boolean=false ci_item>cmdb_ci applied_date:glide_date_time task>task xml \
            manual_proposed_change:boolean=false added_from_dynamic_ci>cmdb_ci_query_based_service
            """,
        wireOrder: """
            applied sys_mod_count sys_updated_on sys_tags ci_item applied_date sys_id task sys_updated_by xml \
            sys_created_on sys_created_by manual_proposed_change added_from_dynamic_ci
            """)

    /// When a configuration item was not there.
    static let cmdbCIOutage = TableDefinition(
        "cmdb_ci_outage", label: "Outage", plural: "Outages", numberPrefix: "OUTAGE", display: "number",
        own: """
            short_description(160) cmdb_ci>cmdb_ci type=outage sys_domain_path:domain_path!=/ message(4000) \
            duration:glide_duration number sys_domain:domain_id>sys_user_group=global end:glide_date_time \
            details:html task_number>task begin:glide_date_time
            """,
        choices: ["type": .outageType],
        wireOrder: """
            short_description cmdb_ci sys_mod_count sys_updated_on type sys_domain_path message sys_tags duration \
            sys_id number sys_updated_by sys_created_on sys_domain end details task_number begin sys_created_by
            """)
}
