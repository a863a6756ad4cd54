import Notation
import NowWeb
import Rendering

extension ArgumentDefinition {
    static let theme = ArgumentDefinition("theme", .theme, "A theme's name")
}

extension Command {
    static let pageThemeList = Command(
        "page theme list", "List the themes of pages",
        details: "light and dark are built in; own ones are lines of the start-up file.",
        traits: Traits(isRecorded: false, inRecipes: .inspection),
        examples: [Example("page theme list", "every theme, and which one is used")]
    ) { session, context in
        let used = session.settings["theme"].lowercased()
        let own = try session.workbench.startUpFile().themes()
        let built = WebTheme.builtIn.map { ($0, "built in") }
        let rows = (built + own.map { ($0.theme, "made from \($0.base)") }).map { theme, origin in
            [
                Cell(theme.name), Cell(theme.isDark ? "dark" : "light"), Cell(origin), Cell(theme[.brand].hex),
                Cell(theme[.primary].hex), Cell(theme.name.lowercased() == used ? "true" : ""),
            ]
        }
        let columns = ["name", "ground", "origin", "brand", "primary", "used"]
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows)))
    }

    static let pageThemeUse = Command(
        "page theme use", "Show pages in a theme",
        details: """
            It is the setting theme: for this session, unless the start-up file has set theme=NAME. none leaves the terminal its
            own colours; page browse and page shot then take light or dark as the browser prefers.
            """,
        arguments: [.theme],
        traits: Traits(inRecipes: .unsaved("is about this session")),
        examples: [
            Example("page theme use dark", "pages are light on dark"),
            Example("page theme use none", "in the terminal's own colours again"),
        ]
    ) { session, context in
        let name = context.arguments.string("theme") ?? ""
        if name.lowercased() == ThemeName.none {
            session.settings.set("theme", to: nil)
            context.notes.add("Pages are shown in the terminal's own colours.")
            return CommandResult(.none)
        }
        guard let theme = try await session.theme(named: name) else {
            let own = (try? session.workbench.startUpFile().themes()) ?? []
            throw missing(context.arguments, among: WebTheme.builtIn.map(\.name) + own.map(\.theme.name))
        }
        session.settings.set("theme", to: theme.name)
        context.notes.add(
            "Pages are shown in \(theme.name); set theme=\(theme.name) in the start-up file makes it last.")
        return CommandResult(.none)
    }

    static let pageThemeShow = Command(
        "page theme show", "Show a theme's colours",
        details: """
            On a terminal with colours it is a page in that theme, whose table names each colour; formats for programs have
            a row for each.
            """,
        arguments: [
            ArgumentDefinition("theme", .theme, .optional, "A theme's name; without it, the theme that is used")
        ],
        traits: Traits(isRecorded: false, inRecipes: .inspection),
        examples: [
            Example("page theme show dark", "its colours"),
            Example("page theme show dark --format json", "the same for a program"),
        ]
    ) { session, context in
        let name = context.arguments.string("theme") ?? session.settings["theme"]
        let own = try session.workbench.startUpFile().themes()
        let known = WebTheme.builtIn + own.map(\.theme)
        guard let theme = known.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            if name.lowercased() == ThemeName.none {
                throw Problem(
                    .usage, "Pages are shown in the terminal's own colours, which only the terminal knows.",
                    hints: ["page theme show dark"])
            }
            throw missing(context.arguments, among: known.map(\.name))
        }
        let format = session.format(of: context.arguments)
        guard format.isForPrograms else {
            return CommandResult(.page(ThemePage.view(of: theme)))
        }
        let rows = ThemeToken.allCases.map { [Cell($0.rawValue), Cell(theme[$0].hex)] }
        return CommandResult(.table(Table(columns: ["color", "value"].map(Column.init), rows: rows)))
    }

    static let pageThemeNew = Command(
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
        traits: Traits(isRecorded: false, isInStartUpFile: true, inRecipes: .never("changes this machine's themes")),
        examples: [
            Example("page theme new dusk --base dark brand=#5B2A86 primary=#F4A259", "dark with two other colours")
        ]
    ) { session, context in
        var file = try session.workbench.startUpFile()
        let others = try file.themes()
        let theme = try OwnTheme(context.arguments, among: others)
        file.put(theme)
        try session.workbench.save(file)
        let isNew = !others.contains { $0.isCalled(theme.name) }
        context.notes.add(
            "\(isNew ? "There is a theme" : "Changed:") \(theme.name)\(isNew ? " now" : ""). page theme use \(theme.name) shows pages in it."
        )
        return CommandResult(.none)
    }

    static let pageThemeRemove = Command(
        "page theme remove", "Forget a theme of one's own",
        arguments: [.theme],
        traits: Traits(isRecorded: false, inRecipes: .never("changes this machine's themes")),
        examples: [Example("page theme remove dusk", "dusk is no theme any more")]
    ) { session, context in
        let name = context.arguments.string("theme") ?? ""
        var file = try session.workbench.startUpFile()
        let own = try file.themes()
        guard let theme = own.first(where: { $0.isCalled(name) }) else {
            if WebTheme.builtIn.contains(where: { $0.name == name.lowercased() }) {
                throw context.arguments.problem(.usage, "\(name.lowercased()) is built in, and stays.", at: "theme")
            }
            throw missing(context.arguments, among: own.map(\.name))
        }
        file.remove(theme: theme.name)
        try session.workbench.save(file)
        context.notes.add("The theme \(theme.name) is gone: \(theme.line)")
        if theme.isCalled(session.settings["theme"]) {
            session.settings.set("theme", to: nil)
            context.notes.add("Pages are shown in the terminal's own colours.")
        }
        return CommandResult(.none)
    }
}

private func missing(_ arguments: BoundArguments, among names: [String] = []) -> Problem {
    let name = arguments.string("theme") ?? ""
    return arguments.problem(
        .usage, "There is no theme \(name).", at: "theme",
        hints: DidYouMean.hints(for: name, among: names) + ["page theme list"])
}
