/// The access rules of the instance. Administrators need none.
extension AccessRule {
    private static let mine =
        "caller_id=javascript:gs.getUserID()^ORopened_by=javascript:gs.getUserID()"

    static let all: [AccessRule] = [
        // Those who work on tasks see all of them but for security incidents, which are their group's alone; everybody
        // else sees what is about him.
        AccessRule(.read, "task", roles: ["itil"]),
        AccessRule(.read, "task", where: "opened_by=javascript:gs.getUserID()"),
        AccessRule(
            .read, "incident", roles: ["itil"],
            where: """
                assignment_group.name!=Security Operations^ORassignment_groupISEMPTY\
                ^ORassignment_groupDYNAMICd6435e965f510100a9ad2572f2b47744
                """),
        AccessRule(.read, "incident", where: mine + "^ORwatch_listLIKEjavascript:gs.getUserID()"),
        AccessRule(.insert, "task", roles: ["itil"]),
        AccessRule(.insert, "incident"),
        AccessRule(.update, "task", roles: ["itil"]),
        AccessRule(.update, "incident", roles: ["itil"]),
        AccessRule(.update, "incident", where: mine + "^active=true"),
        // Journal entries are read through the record they belong to.
        AccessRule(.read, "sys_journal_field", roles: ["admin"]),
        // Logs tell what stands in records of every table, and so do the bytes of attachments.
        AccessRule(.read, "sys_audit", roles: ["admin"]),
        AccessRule(.read, "sys_history_set", roles: ["admin"]),
        AccessRule(.read, "syslog", roles: ["admin"]),
        AccessRule(.read, "sysevent", roles: ["admin"]),
        AccessRule(.read, "ecc_queue", roles: ["admin"]),
        AccessRule(.read, "sys_attachment_doc", roles: ["admin"]),
        AccessRule(.read, "sys_email", roles: ["itil"]),
        AccessRule(.insert, "kb_knowledge", roles: ["itil", "knowledge"]),
        AccessRule(.update, "kb_knowledge", roles: ["itil", "knowledge"]),
        AccessRule(.insert, "cmdb", roles: ["itil", "asset"]),
        AccessRule(.update, "cmdb", roles: ["itil", "asset"]),
    ]

    /// Tables that are closed to REST as a whole, with the roles that open them.
    static let closedTables: [String: Set<String>] = [
        "sys_dictionary": ["personalize_dictionary", "personalize_read_dictionary"],
        "sys_db_object": ["personalize_dictionary", "personalize_read_dictionary"],
        "sys_documentation": ["personalize_dictionary", "personalize_read_dictionary"],
        "sys_glide_object": ["personalize_dictionary", "personalize_read_dictionary"],
        "sys_user_has_role": ["user_admin"],
        "sys_script": ["business_rule_admin"],
        "oauth_entity": ["oauth_admin"],
        "oauth_jwt": ["oauth_admin"],
        "jwt_verifier_map": ["oauth_admin"],
        "sys_certificate": ["oauth_admin"],
        "api_key": ["api_service_admin"],
    ]
}

extension ColumnRule {
    static let all: [ColumnRule] = [
        ColumnRule(.read, "task", roles: ["itil"], ["work_notes", "comments_and_work_notes", "work_notes_list"]),
        ColumnRule(
            .read, "sys_user", roles: ["user_admin"],
            ["failed_attempts", "last_login", "last_login_time", "enable_multifactor_authn", "source"]),
        ColumnRule(
            .read, "sys_user", roles: ["itil"],
            ["phone", "mobile_phone", "home_phone", "employee_number", "cost_center"]),
        ColumnRule(
            .update, "task", roles: ["itil"],
            [
                "work_notes", "work_notes_list", "assigned_to", "assignment_group", "state", "priority", "active",
                "close_notes", "closed_at", "closed_by", "opened_at", "opened_by", "number", "approval",
            ]),
        ColumnRule(
            .update, "incident", roles: ["itil"],
            ["incident_state", "close_code", "resolved_at", "resolved_by", "problem_id", "severity", "hold_reason"]),
    ]
}
