extension TableDefinition {
    /// People and accounts. Names and order of the columns are those of recorded answers.
    static let sysUser = TableDefinition(
        "sys_user", label: "User", plural: "Users", display: "name", ordering: .sysID,
        indexed: ["user_name"],
        columns: [
            .init("calendar_integration", .integer, default: "1", choices: .calendarIntegration),
            .init("country"),
            .init("user_password", .password),
            .init("last_login_time", .dateTime),
            .init("source"),
            .init("building", .reference, to: "cmn_building"),
            .init("web_service_access_only", .boolean, default: "false"),
            .init("notification", .integer, default: "2", choices: .userNotification),
            .init("enable_multifactor_authn", .boolean, default: "false"),
            .init("sys_domain", .domainID, label: "Domain", to: "sys_user_group", default: "global"),
            .init("state"),
            .init("vip", .boolean, label: "VIP", default: "false"),
            .init("zip", label: "Zip / Postal code"),
            .init("home_phone", .phone),
            .init("time_format"),
            .init("last_login", .date),
            .init("default_perspective", .reference, to: "sys_perspective"),
            .init("active", .boolean, default: "true"),
            .init("sys_domain_path", .domainPath, label: "Domain Path", readOnly: true, default: "/"),
            .init("cost_center", .reference, to: "cmn_cost_center"),
            .init("phone", .phone),
            .init("name", length: 100),
            .init("employee_number"),
            .init("password_needs_reset", .boolean, default: "false"),
            .init("gender", choices: .gender),
            .init("city"),
            .init("failed_attempts", .integer, default: "0"),
            .init("user_name", label: "User ID"),
            .init("roles", length: 255),
            .init("title", label: "Title", length: 60),
            .init("sys_class_name", .className, label: "Class", readOnly: true),
            .init("internal_integration_user", .boolean, default: "false"),
            .init("ldap_server", .reference, label: "LDAP server", to: "ldap_server_config"),
            .init("mobile_phone", .phone),
            .init("street", length: 255),
            .init("company", .reference, to: "core_company"),
            .init("department", .reference, to: "cmn_department"),
            .init("first_name"),
            .init("email", .email),
            .init("introduction", length: 255),
            .init("preferred_language", choices: .language),
            .init("manager", .reference, to: "sys_user"),
            .init("locked_out", .boolean, default: "false"),
            .init("last_name"),
            .init("photo"),
            .init("avatar"),
            .init("middle_name"),
            .init("time_zone", choices: .timeZone),
            .init("schedule", .reference, to: "cmn_schedule"),
            .init("date_format"),
            .init("location", .reference, to: "cmn_location"),
        ],
        wireOrder: """
            calendar_integration country user_password last_login_time source sys_updated_on building \
            web_service_access_only notification enable_multifactor_authn sys_updated_by sys_created_on \
            sys_domain state vip sys_created_by zip home_phone time_format last_login default_perspective active \
            sys_domain_path cost_center phone name employee_number password_needs_reset gender city \
            failed_attempts user_name roles title sys_class_name sys_id internal_integration_user ldap_server \
            mobile_phone street company department first_name email introduction preferred_language manager \
            locked_out sys_mod_count last_name photo avatar middle_name sys_tags time_zone schedule date_format \
            location
            """)
}
