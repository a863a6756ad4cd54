extension CommandDefinition {
    static let graphqlDescribe = CommandDefinition(
        "graphql describe", "Show what a document may ask of a table",
        details: """
            For a table: the fields of its records with their types, what stands beside the records, the arguments it takes,
            and its mutations. A type names what may be asked of a column; ReferenceFieldType_TABLE has a _reference with the
            fields of that table, ChoiceListFieldType has _choices. COLUMN shows them. Without a table: what a document begins
            with.
            """,
        arguments: [
            ArgumentDefinition("table", .table, .optional, "The table's name, such as incident"),
            ArgumentDefinition("column", .fields, .optional, "A column of it"),
        ],
        value: .answer,
        examples: [
            Example("graphql describe incident", "what may be asked of incidents"),
            Example("graphql describe incident caller_id", "what may be asked of a reference"),
            Example("graphql describe", "what a document begins with"),
        ])

    static let graphqlFormat = CommandDefinition(
        "graphql format", "Lay a GraphQL document out",
        details: "Comments stay where they are. Nothing is sent, and no variable is needed.",
        arguments: [ArgumentDefinition("document", .document, "The document, or @FILE")],
        value: .answer,
        examples: [
            Example(
                "graphql format { GlideRecord_Query { incident { _results { number { value } } } } }",
                "the document, an item a line"),
            Example("graphql format @articles.graphql", "a file's document"),
        ])

    static let graphqlFrom = CommandDefinition(
        "graphql from", "Write a table command as a GraphQL document",
        details: """
            The table command stands there as it is typed, flags included; it is not run. The conditions of a query and
            --order become queryConditions, -n and --offset pagination, a dot-walk goes through _reference. Labels of
            choices and names of records become stored values. Without -f the usual fields of the table are named, with
            --format json or another data format all of them. Pasted behind graphql, the document runs.
            """,
        arguments: [
            ArgumentDefinition(
                "command", .tableCommand, .repeatedAtLeastOnce, "A table list, get, count, create, update or delete")
        ],
        value: .answer,
        examples: [
            Example(
                "graphql from table list incident -q active=true -f number,caller_id.name -n 5",
                "the document that lists five active incidents with their callers"),
            Example("graphql from table get incident INC0010021", "the document that asks for one incident"),
            Example(
                #"graphql from table update incident INC0010021 state="On Hold""#,
                "the mutation that puts an incident on hold; nothing is changed"),
        ])
}
