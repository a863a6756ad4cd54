extension CommandDefinition {
    static let graphqlFrom = CommandDefinition(
        "graphql from", "Write the GraphQL document that asks what a table command asks",
        details: """
            The table command stands there as it is typed, flags included; it is not run. The conditions of a query and
            --order become queryConditions, -n and --offset pagination, a dot-walk goes through _reference. Labels of
            choices and names of records become stored values. Without -f the usual fields of the table are named, with
            --format json or another data format all of them. Pasted behind graphql, the document runs.
            """,
        arguments: [
            ArgumentDefinition(
                "command", .tableCommand, .repeatedAtLeastOnce, "table list, get, count, create, update or delete")
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
