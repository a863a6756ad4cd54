extension CommandDefinition {
    static let history = CommandDefinition(
        "history", "List what was typed",
        arguments: [ArgumentDefinition("text", .word("TEXT"), .optional, "Only lines that hold this")],
        flags: [
            FlagDefinition(
                "limit", short: "n", .number(0...1_000_000_000), fallback: "20", "Show at most this many lines")
        ],
        replay: .skip,
        examples: [
            Example("history", "the last 20 lines"),
            Example("history 'table create' -n 5", "the last five that created records"),
        ])

    static let set = CommandDefinition(
        "set", "Show or change settings and variables",
        details: """
            A name that is no setting is a variable: {{NAME}} is its value from then on. A name that looks like a misspelled
            setting is an error.
            """,
        arguments: [
            ArgumentDefinition("values", .assignment(of: .setting), .repeated, "A setting or variable and its value")
        ],
        flags: [
            FlagDefinition(
                "unset", .setting, mayRepeat: true, "Forget a variable, or take a setting back to its default")
        ],
        examples: [
            Example("set", "every setting and variable"),
            Example("set format=line limit=50", "two settings changed for this session"),
            Example("set caller=abel.tuter", "a variable: {{caller}} is abel.tuter"),
        ])

    static let help = CommandDefinition(
        "help", "Explain a command or a topic",
        arguments: [ArgumentDefinition("topic", .topic, .repeated, "A command's words, or a topic")],
        flags: [FlagDefinition("reference", "Print the whole reference as Markdown")],
        examples: [
            Example("help", "all commands and topics"),
            Example("help table list", "one command"),
            Example("help queries", "a topic"),
        ])

    static let quit = CommandDefinition(
        "quit", "Leave",
        details: "So does the end of input (Ctrl-D on an empty line).",
        replay: .skip,
        examples: [Example("quit", "the end of the session")])
}
