extension CommandDefinition {
    static let pageLinks = CommandDefinition(
        "page links", "List the links of the page",
        details: """
            Addresses of the instance stand from its root on, as page open takes them; those of other hosts stand whole. No
            request is sent.
            """,
        arguments: [
            ArgumentDefinition(
                "text", .word("TEXT"), .optional,
                "Only links whose text or address holds this, in letters of either case")
        ],
        value: .answer,
        examples: [
            Example("page links", "every link with its number"),
            Example("page links knowledge => kb = .[0].address", "those that speak of knowledge; the first is kept"),
        ])

    static let pageSource = CommandDefinition(
        "page source", "Write the page as it came",
        details: "The bytes of the answer, in the page's own character set. No request is sent.",
        examples: [
            Example("page source", "its HTML"),
            Example("page source > page.html", "the same, into a file"),
        ])

    static let pageFind = CommandDefinition(
        "page find", "Find a text in the page",
        details: """
            Lines are those of the page as page open lays it out, counted from its top; letters of either case count as the
            same. No request is sent.
            """,
        arguments: [ArgumentDefinition("text", .word("TEXT"), "The text to find")],
        flags: [
            FlagDefinition(
                "context", short: "C", .number(0...100), fallback: "1", "Show so many lines before and after each")
        ],
        value: .answer,
        examples: [
            Example("page find printer", "the lines that hold it, with their neighbours"),
            Example(#"page find "assigned to" -C 0"#, "the lines alone"),
        ])
}
