extension ArgumentDefinition {
    static let table = ArgumentDefinition("table", .table, "The table's name, such as incident")
    static let record = ArgumentDefinition("record", .record, "A number, a sys_id or a display value")
}

extension FlagDefinition {
    static let plan = FlagDefinition("plan", "Show what would be changed, and change nothing")
    static let keepGoing = FlagDefinition("keep-going", "Go on with the other records when one is refused")
    static let force = FlagDefinition("force", "Send values that their fields cannot hold")
    static let strictQuery = FlagDefinition("strict-query", "Make warnings about the query errors")
    static let rawQuery = FlagDefinition("raw-query", "Send the query as it is typed")
    static let input = FlagDefinition(
        "input", .choice(["value", "display"]), fallback: "value",
        "Take values as they are stored, or let the instance read them as people write them")
}

extension CommandDefinition {
    static let tableList = CommandDefinition(
        "table list", "List records of a table",
        details: """
            -n is a hard limit. If more records match, the total is printed to standard error. --all fetches every record in
            batches and writes each batch at once. Without --order, --all is ordered by sys_id, so that no record is missed
            when others are deleted while it runs; other lists have the instance's order.

            A query may hold the labels of choices and, for references, sys_ids or names; what they are translated to is
            printed. You are warned about conditions that the instance ignores and about values that match nothing.
            """,
        arguments: [.table],
        flags: [
            .query, .strictQuery, .rawQuery, .fields,
            FlagDefinition(
                "limit", short: "n", .number(0...1_000_000_000), fallback: "20", "Show at most this many records"),
            FlagDefinition("offset", .number(0...1_000_000_000), fallback: "0", "Skip this many records first"),
            FlagDefinition("all", "Fetch every record"),
            FlagDefinition("order", .ordering, "Order by these fields; -FIELD descends"),
            .display,
            FlagDefinition("view", .word("VIEW"), "Show the fields of this view"),
        ],
        rules: [
            .atMostOne(["limit", "all"]), .atMostOne(["fields", "view"]), .atMostOne(["strict-query", "raw-query"]),
        ],
        value: .answerUnless("all"),
        examples: [
            Example("table list incident", "the first 20 incidents"),
            Example(
                "table list incident -q active=true^priority=1 -f number,short_description,caller_id.name -n 5",
                "five active incidents of priority 1, with their callers"),
            Example(
                "table list incident -q 'priority=Critical^assigned_to=beth.anglin'",
                "incidents by the label of their priority and the name of their assignee"),
            Example("table list incident --order -sys_created_on,number", "the youngest incidents first"),
            Example("table list sys_user --all --format csv > users.csv", "every user, in a file"),
        ])

    static let tableGet = CommandDefinition(
        "table get", "Show one record",
        details: """
            A record is named by its number, its sys_id or its display value. A name that several records share is an error
            that lists them.
            """,
        arguments: [.table, .record],
        flags: [.fields, .display],
        value: .answer,
        examples: [
            Example("table get incident INC0010021", "an incident by its number"),
            Example("table get sys_user 'Abel Tuter' -f user_name,email", "two fields of a user, by display value"),
            Example("table get incident INC0010021 => caller = .caller_id", "an incident; its caller's sys_id is kept"),
        ])

    static let tableCreate = CommandDefinition(
        "table create", "Create a record",
        details: """
            Every FIELD=VALUE sets a field; FIELD= leaves it empty, and FIELD=@FILE takes the text of a file (quote the @ to
            mean the character). A choice is given by its value or its label, a reference by number, sys_id or display
            value; everything else is the stored value, dates in UTC. With --input display the instance reads all of them as
            people write them, in the user's zone. A field that the table does not have, and a value that would leave its field
            empty, is an error before anything is sent; --force sends such values. What is shown is the record as the instance
            stored it, with a warning for each field that holds something else than was meant.
            """,
        arguments: [
            .table,
            ArgumentDefinition(
                "assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and what it is set to"),
        ],
        flags: [.input, .force, .plan, .fields, .display],
        value: .answer,
        examples: [
            Example(
                #"table create incident short_description="Printer on fire" urgency=2"#, "a new incident"),
            Example(
                #"table create incident short_description="Printer on fire" => inc = .number"#,
                "a new incident; its number is kept as {{inc}}"),
        ])

    static let tableUpdate = CommandDefinition(
        "table update", "Change one record, or all that a query finds",
        details: """
            FIELD=VALUE is as in table create. The record is read first, so that undo can put it back. With -q the records are
            counted first, the first of them shown with what changes, and asked for once; each is then read and written by
            itself, unless it was changed in the meantime. The first refusal ends it; with --keep-going the others are tried.
            """,
        arguments: [
            .table,
            ArgumentDefinition("record", .record, .optional, "A number, a sys_id or a display value"),
            ArgumentDefinition(
                "assignments", .assignment(of: .field), .repeatedAtLeastOnce, "A field and what it is set to"),
        ],
        flags: [.query, .strictQuery, .rawQuery, .input, .force, .plan, .keepGoing, .fields, .display],
        rules: [.exactlyOne(["record", "query"]), .atMostOne(["strict-query", "raw-query"])],
        value: .answer,
        examples: [
            Example("table update incident INC0010021 urgency=1", "one incident made urgent"),
            Example(
                #"table update incident INC0010021 state="On Hold" caller_id="Abel Tuter""#,
                "a state by its label, a caller by name"),
            Example(
                "table update incident -q priority=5^active=true urgency=3",
                "every active incident of priority 5, changed"),
            Example(
                "table update incident -q priority=5 state=3 --plan", "what that would change; nothing is changed"),
        ])

    static let tableDelete = CommandDefinition(
        "table delete", "Delete one record, or all that a query finds",
        details: """
            With -q the records are counted and listed first, and asked for once, as in table update. undo makes them again.
            """,
        arguments: [.table, ArgumentDefinition("record", .record, .optional, "A number, a sys_id or a display value")],
        flags: [.query, .strictQuery, .rawQuery, .plan, .keepGoing],
        rules: [.exactlyOne(["record", "query"]), .atMostOne(["strict-query", "raw-query"])],
        examples: [
            Example("table delete incident INC0010021", "one incident deleted"),
            Example(
                "table delete incident -q short_descriptionSTARTSWITHTest",
                "every incident that begins with Test, deleted"),
        ])

    static let tableCount = CommandDefinition(
        "table count", "Count records, as a whole or in groups",
        details: """
            The instance counts; no record is fetched. With --by there is a line for each combination of values. --having goes
            by what was counted: count, and avg_FIELD, min_FIELD, max_FIELD, sum_FIELD where they are asked for; --order goes by
            these and by the groups.
            """,
        arguments: [.table],
        flags: [
            .query, .strictQuery, .rawQuery,
            FlagDefinition("by", .fields, "Count each combination of these fields' values apart"),
            FlagDefinition("avg", .fields, "Show the averages of these fields"),
            FlagDefinition("min", .fields, "Show the least values of these fields"),
            FlagDefinition("max", .fields, "Show the greatest values of these fields"),
            FlagDefinition("sum", .fields, "Show the sums of these fields"),
            FlagDefinition("having", .word("CONDITIONS"), "Show the groups for which this holds: \"count > 3\""),
            FlagDefinition("order", .ordering, "Order by these columns; -COLUMN descends"),
            .display,
        ],
        rules: [.atMostOne(["strict-query", "raw-query"])],
        value: .answer,
        examples: [
            Example("table count incident -q active=true", "how many incidents are active"),
            Example(
                "table count incident --by priority,state --order -count",
                "how many of each priority and state, most first"),
            Example(
                #"table count incident --by assignment_group --avg reassignment_count --having "count > 3""#,
                "groups with more than three incidents, and how often those were handed on"),
            Example("table count incident => n = .count", "how many there are, kept as {{n}}"),
        ])

    static let tableExplain = CommandDefinition(
        "table explain", "Say in words what an encoded query asks for",
        details: "Names and operators are checked against the columns of the table; no record is asked for.",
        arguments: [.table, ArgumentDefinition("query", .query, "An encoded query")],
        value: .answer,
        examples: [
            Example(
                "table explain incident active=true^priority=1^ORpriority=2^ORDERBYDESCopened_at",
                "what this query means")
        ])

    static let tableDescribe = CommandDefinition(
        "table describe", "Show the columns of a table",
        details:
            "For each column: name, label, type, the table it refers to, whether it must be filled, and its choices.",
        arguments: [.table],
        value: .answer,
        examples: [Example("table describe incident", "the columns of incident")])

    static let tableNames = CommandDefinition(
        "table names", "List the tables of the instance",
        arguments: [ArgumentDefinition("text", .word("TEXT"), .optional, "Only tables whose name or label holds this")],
        value: .answer,
        examples: [
            Example("table names", "every table"),
            Example("table names user", "the tables about users"),
        ])
}
