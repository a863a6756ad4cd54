extension ArgumentDefinition {
    static let theme = ArgumentDefinition("theme", .theme, "A theme's name")
}

extension CommandDefinition {
    static let pageThemeList = CommandDefinition(
        "page theme list", "List the themes of pages",
        details: "light and dark are built in; own ones are lines of the start-up file.",
        replay: .skip,
        examples: [Example("page theme list", "every theme, and which one is used")])

    static let pageThemeUse = CommandDefinition(
        "page theme use", "Show pages in a theme",
        details: """
            It is the setting theme: for this session, unless the start-up file has set theme=NAME. none leaves the terminal its
            own colours; page browse and page shot then take light or dark as the browser prefers.
            """,
        arguments: [.theme],
        examples: [
            Example("page theme use dark", "pages are light on dark"),
            Example("page theme use none", "in the terminal's own colours again"),
        ])

    static let pageThemeShow = CommandDefinition(
        "page theme show", "Show a theme's colours",
        details: """
            On a terminal with colours it is a page in that theme, whose table names each colour; formats for programs have
            a row for each.
            """,
        arguments: [
            ArgumentDefinition("theme", .theme, .optional, "A theme's name; without it, the theme that is used")
        ],
        replay: .skip,
        examples: [
            Example("page theme show dark", "its colours"),
            Example("page theme show dark --format json", "the same for a program"),
        ])

    static let pageThemeNew = CommandDefinition(
        "page theme new", "Make a theme",
        details: """
            Colours go by the names that the mobile SDK gives them; page theme show lists them. What is not named is as in
            the theme it is made from. It becomes a line of the start-up file, in the place of an own theme of that name.
            """,
        arguments: [
            ArgumentDefinition("name", .word("NAME"), "What it is to be called"),
            ArgumentDefinition("colors", .assignment(of: .color), .repeated, "A colour by its name: #RGB or #RRGGBB"),
        ],
        flags: [FlagDefinition("base", .theme, fallback: "light", "Take what is not named from this theme")],
        replay: .skip,
        examples: [
            Example("page theme new dusk --base dark brand=#5B2A86 primary=#F4A259", "dark with two other colours")
        ])

    static let pageThemeRemove = CommandDefinition(
        "page theme remove", "Forget a theme of one's own",
        arguments: [.theme],
        replay: .skip,
        examples: [Example("page theme remove dusk", "dusk is no theme any more")])
}
