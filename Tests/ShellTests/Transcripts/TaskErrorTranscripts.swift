import Testing

/// `task` commands for tasks that are missing or not readable.
extension Transcripts {
    static let taskErrors = [
        Transcript(
            "Who has no role has no tasks", user: "joe.employee",
            #"""
            > task
            ! No open task is assigned to you.
            > task --format csv
            type,number,short_description,sys_created_on,sys_id
            ! No open task is assigned to you.
            > task show ‹PRB0000011›
            ! error: There is no task PRB0000011, or you may not read it.
            ! hint: task lists mine.
            ! hint: table list task lists all.
            ? exit 3
            > task comment ‹PRB0000011› "mine"
            ! error: There is no task PRB0000011, or you may not read it.
            ! hint: task lists mine.
            ! hint: table list task lists all.
            ? exit 3
            """#),
        Transcript(
            "A task that is not there is said under its name",
            #"""
            > task show ‹INC9999999›
            ! error: There is no task INC9999999, or you may not read it.
            ! hint: task lists mine.
            ! hint: table list task lists all.
            ? exit 3
            > task show ‹INC1^active=true›
            ! error: Cannot look up a name that contains ^, which ends a query condition. Use the sys_id.
            ? exit 2
            > task ‹list›
            ! error: task takes no further argument.
            ! hint: help task
            ! hint: Usage: task [--table-api]
            ? exit 2
            > task ‹shwo› INC0010021
            ! error: task takes no further argument.
            ! hint: Did you mean task show?
            ! hint: Usage: task [--table-api]
            ? exit 2
            > task ‹INC0010021›
            ! error: task takes no further argument.
            ! hint 1: task show INC0010021
            ! hint 2: help task
            ! hint: Usage: task [--table-api]
            ? exit 2
            """#),
    ]
}
