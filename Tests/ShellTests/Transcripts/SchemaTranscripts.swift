import Testing

/// The schema commands.
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
            > table names sys_user_group
            name                 label
            sys_user_group       Group
            sys_user_group_type  Group Type
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
            > table list ‹incidnt›
            ! error: There is no table incidnt on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table get ‹incidents› INC0010021
            ! error: There is no table incidents on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table create ‹incidnt› x=1
            ! error: There is no table incidnt on sandbox.
            ! hint: Did you mean incident?
            ! hint: table names
            ? exit 3
            > table list ‹zzzzzz›
            ! error: There is no table zzzzzz on sandbox.
            ! hint: table names
            ? exit 3
            """#),
    ]
}
