extension TableDefinition {
    /// Groups that work is assigned to. Names and order of the columns are those of recorded answers.
    static let sysUserGroup = TableDefinition(
        "sys_user_group", label: "Group", plural: "Groups", display: "name", ordering: .sysID,
        columns: [
            .init("parent", .reference, to: "sys_user_group"),
            .init("manager", .reference, to: "sys_user"),
            .init("roles", length: 255),
            .init("active", .boolean, default: "true"),
            .init("description", length: 4000),
            .init("source"),
            .init("type"),
            .init("cost_center", .reference, to: "cmn_cost_center"),
            .init("default_assignee", .reference, to: "sys_user"),
            .init("name", length: 100),
            .init("exclude_manager", .boolean, default: "false"),
            .init("email", .email),
            .init("include_members", .boolean, default: "false"),
        ],
        wireOrder: """
            parent manager roles sys_mod_count active description source sys_updated_on sys_tags type sys_id \
            sys_updated_by cost_center default_assignee sys_created_on name exclude_manager email \
            include_members sys_created_by
            """)

    /// Who belongs to which group.
    static let sysUserGrmember = TableDefinition(
        "sys_user_grmember", label: "Group Member", plural: "Group Members", ordering: .sysID,
        indexed: ["user", "group"],
        columns: [
            .init("user", .reference, to: "sys_user"),
            .init("group", .reference, to: "sys_user_group"),
        ],
        wireOrder: """
            sys_id sys_updated_by sys_created_on sys_mod_count sys_updated_on sys_tags user sys_created_by group
            """)

    /// Roles, which access rules ask for.
    static let sysUserRole = TableDefinition(
        "sys_user_role", label: "Role", plural: "Roles", display: "name",
        columns: [
            .init("grantable", .boolean, default: "false"),
            .init("description", length: 4000),
            .init("elevated_privilege", .boolean, default: "false"),
            .init("suffix"),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("scoped_admin", .boolean, default: "false"),
            .init("can_delegate", .boolean, default: "false"),
            .init("includes_roles"),
            .init("sys_package", .reference, to: "sys_package"),
            .init("federated_id"),
            .init("sys_update_name"),
            .init("name", length: 100),
            .init("sys_name", length: 255),
            .init("sys_scope", .reference, to: "sys_scope"),
            .init("assignable_by", .reference, to: "sys_user_role"),
            .init("sys_policy"),
        ],
        wireOrder: """
            grantable sys_mod_count description elevated_privilege sys_updated_on suffix sys_tags sys_class_name \
            scoped_admin can_delegate includes_roles sys_id sys_package federated_id sys_update_name \
            sys_updated_by sys_created_on name sys_name sys_scope assignable_by sys_created_by sys_policy
            """)

    /// Which user has which role.
    static let sysUserHasRole = TableDefinition(
        "sys_user_has_role", label: "User Role", plural: "User Roles",
        indexed: ["user"],
        columns: [
            .init("role", .reference, to: "sys_user_role"),
            .init("inh_map"),
            .init("included_in_role", .reference, to: "sys_user_has_role"),
            .init("included_in_role_instance", .reference, to: "sys_user_role_contains"),
            .init("inh_count", .integer),
            .init("granted_by", .reference, to: "sys_user_group"),
            .init("inherited", .boolean, default: "false"),
            .init("state", default: "active", choices: .roleState),
            .init("user", .reference, to: "sys_user"),
        ],
        wireOrder: """
            role sys_mod_count inh_map included_in_role included_in_role_instance sys_updated_on sys_tags \
            inh_count granted_by sys_id sys_updated_by inherited sys_created_on state user sys_created_by
            """)
}
