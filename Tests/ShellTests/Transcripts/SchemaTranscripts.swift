import Testing

/// What is known of tables.
extension Transcripts {
    static let schema = [
        Transcript(
            "The columns of a table fit a terminal", width: 80,
            #"""
            > table describe sys_user_grmember
            name            type                        label
            group           reference(sys_user_group)   Group
            sys_created_by  string(40), read-only       Created by
            sys_created_on  glide_date_time, read-only  Created
            sys_id          GUID, read-only             Sys ID
            sys_mod_count   integer, read-only          Updates
            sys_tags        string(40), read-only       Tags
            sys_updated_by  string(40), read-only       Updated by
            sys_updated_on  glide_date_time, read-only  Updated
            user            reference(sys_user)         User
            > table describe cmn_department --format line | head -n 7
            name:  business_unit
            type:  reference(business_unit)
            label: Business unit

            name:  company
            type:  reference(core_company)
            label: Company
            """#),
        Transcript(
            "Columns that matter to a person are described in little room",
            #"""
            > table describe incident | grep -E '^(name|caller_id|category|number|priority|short_description|sys_created_on) '
            name                      type                                  label
            caller_id                 reference(sys_user)                   Caller
            category                  string(40)                            Category: inquiry=Inquiry / Help, software=Software, hardware=Hardware, network=Network, database=Database
            number                    string(40)                            Number
            priority                  integer                               Priority: 1=1 - Critical, 2=2 - High, 3=3 - Moderate, 4=4 - Low, 5=5 - Planning
            short_description         string(160)                           Short description
            sys_created_on            glide_date_time, read-only            Created
            """#),
        Transcript(
            "Tables are found by name or label",
            #"""
            > table names user
            name                    label
            imp_user                User Import
            sys_user                User
            sys_user_delegate       Delegate
            sys_user_grmember       Group Member
            sys_user_group          Group
            sys_user_group_type     Group Type
            sys_user_has_role       User Role
            sys_user_preference     User Preference
            sys_user_role           Role
            sys_user_role_contains  Contained Role
            user_criteria           User Criteria
            > table names 'configuration item'
            name     label
            cmdb     Base Configuration Item
            cmdb_ci  Configuration Item
            > table names zzz
            name  label
            """#),
        Transcript(
            "A table that does not exist is said, with what was meant",
            #"""
            > table list incidnt
            ! error: There is no table incidnt on sandbox.
            !   table list incidnt
            !              ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table count incidnt
            ! error: There is no table incidnt on sandbox.
            !   table count incidnt
            !               ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table describe incidnt
            ! error: There is no table incidnt on sandbox.
            !   table describe incidnt
            !                  ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table get incidents INC0010021
            ! error: There is no table incidents on sandbox.
            !   table get incidents INC0010021
            !             ^^^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table create incidnt x=1
            ! error: There is no table incidnt on sandbox.
            !   table create incidnt x=1
            !                ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table update incidnt INC1 x=1
            ! error: There is no table incidnt on sandbox.
            !   table update incidnt INC1 x=1
            !                ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table delete sys_usr a.b
            ! error: There is no table sys_usr on sandbox.
            !   table delete sys_usr a.b
            !                ^^^^^^^
            ! hint: Did you mean sys_user?
            ! hint: table names
            ? exit 3
            > table list zzzzzz
            ! error: There is no table zzzzzz on sandbox.
            !   table list zzzzzz
            !              ^^^^^^
            ! hint: table names
            ? exit 3
            > table list incidnt --format json
            ! {
            !   "error": {
            !     "kind": "refused",
            !     "exit": 3,
            !     "message": "There is no table incidnt on sandbox.",
            !     "source": {
            !       "text": "table list incidnt --format json",
            !       "start": 11,
            !       "end": 18
            !     },
            !     "notes": [],
            !     "hints": [
            !       "Did you mean incident?",
            !       "table names"
            !     ]
            !   }
            ! }
            ? exit 3
            > table list incidnt --all
            ! error: There is no table incidnt on sandbox.
            !   table list incidnt --all
            !              ^^^^^^^
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            """#),
    ]
}
