extension TableDefinition {
    /// Whom something is for.
    static let userCriteria = TableDefinition(
        "user_criteria", label: "User Criteria", plural: "User Criteria", display: "name",
        own: """
            short_description(160) role>>sys_user_role advanced:boolean=false sys_class_name:sys_class_name! \
            sys_domain:domain_id>sys_user_group=global sys_name(255) company>>core_company sys_scope>sys_scope \
            department>>cmn_department group>>sys_user_group active:boolean=true sys_domain_path:domain_path!=/ \
            script(8000) sys_package>sys_package sys_update_name(250) name(100) match_all:boolean=false \
            location>>cmn_location user>>sys_user sys_policy
            """,
        wireOrder: """
            short_description role advanced sys_updated_on sys_class_name sys_id sys_updated_by sys_created_on \
            sys_domain sys_name company sys_scope department sys_created_by group sys_mod_count active \
            sys_domain_path sys_tags script sys_package sys_update_name name match_all location user sys_policy
            """)

    /// Where messages to a user go.
    static let cmnNotifDevice = TableDefinition(
        "cmn_notif_device", label: "Notification Device", plural: "Notification Devices", display: "name",
        own: """
            active:boolean=true service_provider>cmn_notif_service_provider type schedule>cmn_schedule email_address \
            name(100) primary_email:boolean=false phone_number push_app>sys_push_application user>sys_user \
            order:integer
            """,
        wireOrder: """
            sys_mod_count active service_provider sys_updated_on type sys_tags schedule sys_id email_address \
            sys_updated_by sys_created_on name primary_email phone_number push_app user sys_created_by order
            """)

    /// Which roles a group gives its members.
    static let sysGroupHasRole = TableDefinition(
        "sys_group_has_role", label: "Group Role", plural: "Group Roles", indexed: ["group", "role"],
        own: """
            role>sys_user_role inherits:boolean=true granted_by>sys_user_group group>sys_user_group
            """,
        wireOrder: """
            sys_id role sys_updated_by sys_created_on sys_mod_count sys_updated_on sys_tags inherits granted_by \
            sys_created_by group
            """)

    /// Which roles a role brings along.
    static let sysUserRoleContains = TableDefinition(
        "sys_user_role_contains", label: "Contained Role", plural: "Contained Roles", indexed: ["role"],
        own: """
            role>sys_user_role sys_class_name:sys_class_name! sys_package>sys_package contains>sys_user_role \
            sys_update_name(250) sys_name(255) sys_scope>sys_scope sys_policy
            """,
        wireOrder: """
            role sys_mod_count sys_updated_on sys_tags sys_class_name sys_id sys_package contains sys_update_name \
            sys_updated_by sys_created_on sys_name sys_scope sys_created_by sys_policy
            """)

    /// What a user set up.
    static let sysUserPreference = TableDefinition(
        "sys_user_preference", label: "User Preference", plural: "User Preferences",
        display: "name", ordering: .sysID, indexed: ["user"],
        own: """
            system:boolean=false name(100) description(4000) type=string user>sys_user value(4000)
            """,
        wireOrder: """
            sys_id system sys_updated_by sys_created_on name sys_mod_count description sys_updated_on type user \
            value sys_created_by
            """)

    /// Who stands in for whom.
    static let sysUserDelegate = TableDefinition(
        "sys_user_delegate", label: "Delegate", plural: "Delegates",
        own: """
            assignments:boolean=false delegate>sys_user invitations:boolean=false ends:glide_date_time \
            approvals:boolean=true starts:glide_date_time user>sys_user notifications:boolean=false
            """,
        wireOrder: """
            assignments sys_mod_count sys_updated_on sys_tags delegate sys_id sys_updated_by invitations \
            sys_created_on ends approvals starts user notifications sys_created_by
            """)

    /// A kind of group.
    static let sysUserGroupType = TableDefinition(
        "sys_user_group_type", label: "Group Type", plural: "Group Types", display: "name",
        own: """
            name(100) description(4000)
            """,
        wireOrder: """
            sys_id sys_updated_by sys_created_on name sys_mod_count description sys_updated_on sys_tags \
            sys_created_by
            """)

    /// An approval asked of a user.
    static let sysapprovalApprover = TableDefinition(
        "sysapproval_approver", label: "Approval", plural: "Approvals", indexed: ["sysapproval", "approver"],
        own: """
            approval_reason sysapproval>task approval_journal_column document_id:document_id iteration:integer state \
            approval_source group>sys_user_group order:integer approver>sys_user comments:journal_input \
            due_date:glide_date_time approval_column expected_start:glide_date_time source_table
            """,
        choices: ["state": .approvalState],
        defaults: ["state": "not requested"],
        wireOrder: """
            approval_reason sysapproval approval_journal_column sys_updated_on document_id sys_id sys_updated_by \
            sys_created_on iteration state approval_source sys_created_by group order approver comments \
            sys_mod_count due_date approval_column sys_tags expected_start source_table
            """)
}
