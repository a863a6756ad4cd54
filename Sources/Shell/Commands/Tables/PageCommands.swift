extension CommandDefinition {
    static let pageOpen = CommandDefinition(
        "page open", "Show a page of the instance as text",
        details: """
            PAGE is an address of the instance (incident.do?sys_id=…, /sp?id=…, a whole one), or what a page is wanted of: a
            table (its list, or the form of RECORD), a task's number, or the number of a knowledge article. An address in a frame
            (nav_to.do, /now/nav/ui/classic/params/target/…) is opened without the frame, since a terminal shows one page at
            a time.

            The page is laid out for the screen's width: links and fields with their numbers and values, colours by the
            setting theme. Scripts and styles are not run, so that a page which scripts build in the browser is nearly empty
            here; page browse shows it. Markdown is the page as Markdown, and the formats for programs hold its title, links,
            forms and text. Nothing is sent to another host: such an address is told, and not opened.
            """,
        arguments: [
            ArgumentDefinition("target", .page, "An address of the instance, a table, or a number"),
            ArgumentDefinition(
                "record", .record, .optional, "The record of that table: number, sys_id or display value"),
        ],
        flags: [
            FlagDefinition("query", short: "q", .query, "Show the table's list of those that this encoded query finds"),
            FlagDefinition("view", .word("NAME"), "Show the table's form or list in this view"),
            FlagDefinition("new", "Show the table's form for a new record"),
        ],
        rules: [.atMostOne(["record", "query", "new"])],
        value: .answer,
        examples: [
            Example("page open incident INC0010021", "an incident's form"),
            Example("page open 'incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8'", "the same, by its address"),
            Example("page open INC0010021", "the same, by the number alone"),
            Example("page open incident -q active=true^priority=1", "a list"),
            Example("page open KB0010001 --format markdown > article.md", "a knowledge article, into a file"),
            Example("page open incident => first = .links[0].address", "the first link's address kept as {{first}}"),
        ])

    static let pageFollow = CommandDefinition(
        "page follow", "Follow a link of the page",
        arguments: [ArgumentDefinition("link", .link, "The link's number, as the page and page links show it")],
        value: .answer,
        examples: [Example("page follow 3", "where link 3 leads")])

    static let pageBack = CommandDefinition(
        "page back", "Go back to the page before",
        details: "It is asked for anew, as a browser without a cache does: what it shows is how things are now.",
        value: .answer,
        examples: [Example("page back", "the page before")])

    static let pageForward = CommandDefinition(
        "page forward", "Go forward again after page back",
        value: .answer,
        examples: [Example("page forward", "the page that was gone back from")])

    static let pageReload = CommandDefinition(
        "page reload", "Ask for the page once more",
        value: .answer,
        examples: [Example("page reload", "the page as it is now")])
}
