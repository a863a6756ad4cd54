extension CommandDefinition {
    static let rest = CommandDefinition(
        "rest", "Send a request to any REST API of the instance",
        details: """
            PATH is relative to the instance, and may carry a query; a whole address must be one of this instance. NAME=VALUE
            makes a JSON object of texts the body; --body is for everything else. The body's media type is that of JSON where
            it is JSON, that of a form where it is NAME=VALUE&…, else by the file's ending; --type says otherwise.

            JSON is shown indented, and text as it is. Where a table is asked for (--format columns, line, csv, tsv, yaml or
            markdown) and the answer's result is a record or a list of records, that is what is shown. Bytes that are no text
            go into a file or a pipeline only.

            GET, HEAD and OPTIONS read; so does a POST of GraphQL queries only. Everything else is asked for as any write is.
            Signing in is the session's business: a header that carries a credential is refused.
            """,
        arguments: [
            ArgumentDefinition("method", .method, "GET, HEAD, OPTIONS, POST, PUT, PATCH or DELETE"),
            ArgumentDefinition("path", .path, "Where to, on this instance"),
            ArgumentDefinition(
                "members", .assignment(of: .member), .repeated, "A member of the JSON object that is the body"),
        ],
        flags: [
            FlagDefinition("param", short: "p", .parameter, mayRepeat: true, "Add this to the query, encoded"),
            FlagDefinition("header", short: "H", .header, mayRepeat: true, "Send this header line"),
            FlagDefinition("body", .word("TEXT"), "Send this body; @FILE sends a file's bytes"),
            FlagDefinition("type", .mediaType, "Call the body by this media type"),
            FlagDefinition("include", short: "i", "Show status and header lines as well"),
        ],
        value: .answer,
        examples: [
            Example("rest GET /api/now/table/incident -p sysparm_limit=1", "one incident, as the instance sends it"),
            Example(
                "rest GET /api/now/stats/incident -p sysparm_count=true => n = .result.stats.count",
                "how many incidents there are, kept as {{n}}"),
            Example(
                #"rest POST /api/now/table/incident short_description="Printer on fire" urgency=2"#, "a new incident"),
            Example("rest POST /api/now/v1/batch --body @batch.json -i", "a file's requests, with status and headers"),
        ])
}
