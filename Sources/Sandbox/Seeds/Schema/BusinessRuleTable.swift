extension TableDefinition {
    /// Business rules. The sandbox follows those that abort; it runs no script.
    static let sysScript = TableDefinition(
        "sys_script", label: "Business Rule", plural: "Business Rules", display: "name", indexed: ["collection"],
        columns: [
            .init("client_callable", .boolean, default: "false"),
            .init("template", length: 4000),
            .init("access", default: "package_private"),
            .init("action_insert", .boolean, label: "Insert", default: "false"),
            .init("action_update", .boolean, label: "Update", default: "false"),
            .init("advanced", .boolean, default: "false"),
            .init("action_delete", .boolean, label: "Delete", default: "false"),
            .init("description", length: 4000),
            .init("action_query", .boolean, label: "Query", default: "false"),
            .init("when", default: "before", choices: .businessRuleMoment),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("sys_name", length: 255),
            .init("sys_scope", .reference, to: "sys_scope"),
            .init("order", .integer, label: "Order", default: "100"),
            .init("add_message", .boolean, default: "false"),
            .init("active", .boolean, default: "true"),
            .init("collection", label: "Table", length: 80),
            .init("priority", .integer, default: "100"),
            .init("message", .html, length: 4000),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("script", length: 8000),
            .init("abort_action", .boolean, default: "false"),
            .init("filter_condition", label: "Filter Conditions", length: 4000),
            .init("sys_package", .reference, to: "sys_package"),
            .init("condition", length: 254),
            .init("sys_update_name", length: 250),
            .init("name", length: 40),
            .init("role_conditions", .list, to: "sys_user_role"),
            .init("sys_policy"),
        ],
        wireOrder: """
            client_callable template access action_insert action_update advanced action_delete description \
            action_query sys_updated_on when sys_class_name sys_id sys_updated_by sys_created_on sys_domain sys_name \
            sys_scope sys_created_by order add_message sys_mod_count active collection priority message \
            sys_domain_path sys_tags script abort_action filter_condition sys_package condition sys_update_name name \
            role_conditions sys_policy
            """)
}

extension [Choice] {
    static let businessRuleMoment: [Choice] = [
        .init("before", "before"), .init("after", "after"), .init("async", "async"),
        .init("before_display", "display"),
    ]
}
