import Testing

/// The `help` command.
extension Transcripts {
    static let help = [
        Transcript(
            "Help explains commands, groups and topics",
            #"""
            > help table
            table: Read and change records, and describe tables.

              table list      List records of a table
              table get       Show one record
              table create    Create a record
              table update    Update one record, or all that match a query
              table delete    Delete one record, or all that match a query
              table count     Count records, in total or by group
              table explain   Explain an encoded query in words
              table describe  Show the columns of a table
              table names     List the tables of the instance

            help table list explains one of them.
            > help paths
            paths: How => selects a value of an answer.

              .                         the whole answer
              .number                   a field
              .[0].number               a field of the first record of a list; [-1] is the
                                        last
              .caller_id.display_value  a field of a field
              ."odd name"               a name with other characters than letters, digits, _
                                        and -

            The stored value is kept: the sys_id of a reference, not its display value.
            > help tabel
            ! error: There is no command or topic tabel.
            ! hint: Did you mean help table?
            ? exit 2
            > table get -h
            table get: Show one record.

              table get TABLE RECORD [-f FIELDS] [--display value|display|both]

              table get incident INC0010021
                  an incident by its number
              table get sys_user 'Abel Tuter' -f user_name,email
                  two fields of a user, by display value
              table get incident INC0010021 => caller = .caller_id
                  an incident; its caller's sys_id is kept

            A record is named by number, sys_id or display value. If several records have
            the name, they are listed and the command fails.

              TABLE   The table's name, such as incident
              RECORD  A number, a sys_id or a display value

              -f, --fields FIELDS         Show these fields; caller_id.name follows a
                                          reference (default: a fixed list per table; all in
                                          data formats)
                  --display value|display|both
                                          Show stored values, displayed values, or both
                                          (default: display in columns, line and markdown,
                                          else value)
            > help table frobnicate
            ! error: There is no command or topic table frobnicate.
            ! hint: help
            ? exit 2
            """#)
    ]
}
