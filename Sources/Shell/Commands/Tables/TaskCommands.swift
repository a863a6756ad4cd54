extension ArgumentDefinition {
    static let task = ArgumentDefinition("task", .task, "The task's number or sys_id, whoever it is assigned to")
}

extension FlagDefinition {
    static let tableAPI = FlagDefinition(
        "table-api", "Use the Table API, for instances without the application My Work")
    static let entries = FlagDefinition(
        "limit", short: "n", .number(0...10_000), fallback: "20", "Show at most this many journal entries")
}

extension CommandDefinition {
    static let task = CommandDefinition(
        "task", "List my open tasks by type",
        details: """
            Tasks that are active and assigned to whoever is signed in, as the Task Tracker API of the application My Work
            (x_snc_my_work) tells them. Data formats have a row for each task, with its type. Where that application is not
            installed, --table-api asks the table task for the same. task show, task comments and task comment go on with one
            of them.
            """,
        flags: [.tableAPI],
        value: .answer,
        examples: [
            Example("task", "my open tasks, under their types"),
            Example("task --format csv > tasks.csv", "the same as rows, into a file"),
            Example("task => inc = .[0].number", "the same; the first one's number is kept as {{inc}}"),
        ])

    static let taskShow = CommandDefinition(
        "task show", "Show a task with its journal",
        details: """
            The task is looked for among all of them, whatever its type, and read by the table of its own type. Below it stand
            its comments and work notes, newest first. They are records of sys_journal_field, which most users may not read:
            then what the record itself displays of them is taken apart, and standard error says so.
            """,
        arguments: [.task],
        flags: [
            FlagDefinition(
                "fields", short: "f", .fields, fallback: "those that tell about a task; everything in data formats",
                "Show these fields of the record"),
            .entries,
        ],
        value: .answer,
        examples: [
            Example("task show INC0010021", "a task and what was written on it"),
            Example("task show INC0010021 -f state,assigned_to -n 1", "two fields and the newest entry"),
            Example(
                "task show INC0010021 => last = .journal[0].value", "the same; the newest entry is kept as {{last}}"),
        ])

    static let taskComments = CommandDefinition(
        "task comments", "Show what was written on a task",
        details: """
            Comments and work notes, newest first; where they are read is as in task show, and data formats name it in the
            column source. Times that only a record displays are in the zone of your user on the instance (help times).
            """,
        arguments: [.task],
        flags: [.entries],
        value: .answer,
        examples: [
            Example("task comments INC0010021", "the newest 20 entries"),
            Example("task comments INC0010021 -n 3 --format json", "the newest three, for a program"),
        ])

    static let taskComment = CommandDefinition(
        "task comment", "Add a work note to a task",
        details: """
            What the Task Tracker API calls a comment is a work note: those who work on the task see it, those who asked for it
            do not (table update INC0010021 comments=TEXT writes to them). The task is looked for first, unless its sys_id
            stands in the list that task made just before, since an instance may make a new record of a sys_id that it does not
            know. Without TEXT it is asked for. --table-api writes the same note by the table task, where the application My
            Work is not installed.
            """,
        arguments: [
            .task,
            ArgumentDefinition(
                "text", .word("TEXT"), .optional, "What to add, in quotes; @FILE takes the text of a file"),
        ],
        flags: [.tableAPI, .plan],
        value: .answer,
        examples: [
            Example(#"task comment INC0010021 "On my way""#, "a work note added"),
            Example("task comment INC0010021 @findings.txt", "a file's text added as a work note"),
            Example(#"task comment INC0010021 "On my way" --plan"#, "what that would add; nothing is changed"),
        ])
}
