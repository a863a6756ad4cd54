import Notation
import NowWeb
import Rendering

extension ArgumentDefinition {
    static let theme = ArgumentDefinition("theme", .theme, "A theme's name")
}

extension Command {
    static let pageThemeList = Command(
        "page theme list", "List page themes",
        details: "light and dark are built in; custom themes are lines of the start-up file.",
        traits: Traits(isRecorded: false),
        examples: [Example("page theme list", "every theme, and which one is used")]
    ) { session, context in
        let used = session.settings["theme"].lowercased()
        let own = try session.host.files.startUpFile().themes()
        let built = WebTheme.builtIn.map { ($0, "built in") }
        let rows = (built + own.map { ($0.theme, "made from \($0.base)") }).map { theme, origin in
            [
                Cell(theme.name), Cell(theme.isDark ? "dark" : "light"), Cell(origin), Cell(theme[.brand].hex),
                Cell(theme[.primary].hex), Cell(theme.name.lowercased() == used ? "true" : ""),
            ]
        }
        let columns = ["name", "ground", "origin", "brand", "primary", "used"]
        return CommandResult(.table(Table(columns, rows)))
    }

    static let pageThemeUse = Command(
        "page theme use", "Choose the theme for pages",
        details: """
            Changes the setting theme for this session; put set theme=NAME in the start-up file to keep it. none
            uses the terminal's own colors; page browse and page shot then follow the browser's preference.
            """,
        arguments: [.theme],
        traits: Traits(inRecipes: .unsaved("is about this session")),
        examples: [
            Example("page theme use dark", "the dark theme"),
            Example("page theme use none", "the terminal's own colors"),
        ]
    ) { session, context in
        let name = context.arguments.string("theme") ?? ""
        if name.lowercased() == ThemeName.none {
            session.settings.set("theme", to: nil)
            context.notes.add("Pages are shown in the terminal's own colors.")
            return CommandResult(.none)
        }
        guard let theme = try await session.theme(named: name) else {
            let own = (try? session.host.files.startUpFile().themes()) ?? []
            throw missing(context.arguments, among: WebTheme.builtIn.map(\.name) + own.map(\.theme.name))
        }
        session.settings.set("theme", to: theme.name)
        context.notes.add(
            "Pages are shown in \(theme.name); set theme=\(theme.name) in the start-up file makes it last.")
        return CommandResult(.none)
    }

    static let pageThemeShow = Command(
        "page theme show", "Show the colors of a theme",
        details: """
            On a color terminal, shows a sample page and a table of the colors. Data formats print a row for each
            color.
            """,
        arguments: [
            ArgumentDefinition("theme", .theme, .optional, "A theme's name; default: the current theme")
        ],
        traits: Traits(isRecorded: false),
        examples: [
            Example("page theme show dark", "the colors of the theme dark"),
            Example("page theme show dark --format json", "the same for a program"),
        ]
    ) { session, context in
        let name = context.arguments.string("theme") ?? session.settings["theme"]
        let own = try session.host.files.startUpFile().themes()
        let known = WebTheme.builtIn + own.map(\.theme)
        guard let theme = known.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            if name.lowercased() == ThemeName.none {
                throw Problem(
                    .usage, "Pages are shown in the terminal's own colors, which only the terminal knows.",
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
        "page theme new", "Create or change a theme",
        details: """
            Color names are those of the mobile SDK; page theme show lists them. Colors you omit come from the base
            theme. The theme is saved in the start-up file and replaces a custom theme of the same name.
            """,
        arguments: [
            ArgumentDefinition("name", .word("NAME"), "The name of the theme"),
            ArgumentDefinition("colors", .assignment(of: .color), .repeated, "A color, as #RGB or #RRGGBB"),
        ],
        flags: [FlagDefinition("base", .theme, fallback: "light", "Base the theme on this one")],
        traits: Traits(isRecorded: false, isInStartUpFile: true, inRecipes: .never("changes this machine's themes")),
        examples: [
            Example("page theme new dusk --base dark brand=#5B2A86 primary=#F4A259", "dark, with two other colors")
        ]
    ) { session, context in
        var file = try session.host.files.startUpFile()
        let others = try file.themes()
        let theme = try CustomTheme(context.arguments, among: others)
        file.put(theme)
        try session.host.files.save(file)
        let isNew = !others.contains { $0.hasName(theme.name) }
        context.notes.add(
            "\(isNew ? "There is a theme" : "Changed:") \(theme.name)\(isNew ? " now" : ""). page theme use \(theme.name) shows pages in it."
        )
        return CommandResult(.none)
    }

    static let pageThemeRemove = Command(
        "page theme remove", "Delete a custom theme",
        arguments: [.theme],
        traits: Traits(isRecorded: false, inRecipes: .never("changes this machine's themes")),
        examples: [Example("page theme remove dusk", "the theme dusk, deleted")]
    ) { session, context in
        let name = context.arguments.string("theme") ?? ""
        var file = try session.host.files.startUpFile()
        let own = try file.themes()
        guard let theme = own.first(where: { $0.hasName(name) }) else {
            if WebTheme.builtIn.contains(where: { $0.name == name.lowercased() }) {
                throw context.arguments.problem(
                    .usage, "\(name.lowercased()) is built in and cannot be deleted.", at: "theme")
            }
            throw missing(context.arguments, among: own.map(\.name))
        }
        file.remove(theme: theme.name)
        try session.host.files.save(file)
        context.notes.add("The theme \(theme.name) is gone: \(theme.line)")
        if theme.hasName(session.settings["theme"]) {
            session.settings.set("theme", to: nil)
            context.notes.add("Pages are shown in the terminal's own colors.")
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

/// Names of themes and their colors, and the notation of colors.
enum ThemeName {
    static let none = "none"
    static let rule = "A theme's name holds letters, digits, _, - and . only, and begins with a letter or a digit."

    static func invalidValue(inColor name: String, at span: Range<Int>, value: BoundValue) -> ValueCheck.InvalidValue? {
        guard ThemeToken(named: name) != nil else {
            let near = DidYouMean.hints(for: name, among: ThemeToken.allCases.map(\.rawValue))
            return ValueCheck.InvalidValue(
                message: "A theme has no color \(name).", span: span,
                hints: near + ["page theme show light lists the names."])
        }
        guard let color = NowColor(hex: value.text) else {
            return ValueCheck.InvalidValue(message: "Invalid color; write #RGB or #RRGGBB.", span: value.span)
        }
        guard color.alpha < 1 else { return nil }
        return ValueCheck.InvalidValue(
            message: "Transparent colors are not supported.", span: value.span,
            hints: [String(color.withAlphaComponent(1).hex)])
    }
}

/// A page that previews a theme: each text style once, and every color by name.
enum ThemePage {
    static func view(of theme: WebTheme) -> PageView {
        var document = Document()
        document.title = theme.name
        document.links = [Document.Link(target: "#", text: "a link")]
        let names = Grid(
            rows: [[header("color"), header("value")]]
                + ThemeToken.allCases.map { [cell($0.rawValue), cell(theme[$0].hex)] })
        document.blocks = [
            .heading(level: 1, [text(theme.name)]),
            .paragraph([text("Text, and "), .link(0, [text("a link")]), text(".")]),
            .notice([.paragraph([text("What the page wants noticed.")])]),
            .table(names),
        ]
        return PageView(
            document, address: "page theme show \(theme.name)", palette: ThemePalette.palette(of: theme))
    }

    private static func text(_ text: String) -> Inline { .text(text, []) }
    private static func header(_ name: String) -> Grid.Cell { Grid.Cell(isHeader: true, [.paragraph([text(name)])]) }
    private static func cell(_ value: String) -> Grid.Cell { Grid.Cell([.paragraph([text(value)])]) }
}

/// Maps a theme to the eight colors of a terminal so that text stays readable on its background.
enum ThemePalette {
    static func palette(of theme: WebTheme) -> PagePalette {
        let ground = theme[.backgroundPrimary].over(.white), header = theme[.brand].over(ground)
        let alert = theme[.alertCritical0].over(ground)
        return PagePalette(
            background: rgb(ground), text: rgb(theme[.textPrimary].over(ground).readable(on: ground)),
            heading: rgb(theme[.screenHeaderText].over(header).readable(on: header)), headingBackground: rgb(header),
            link: rgb(theme.link), faint: rgb(theme[.textTertiary].over(ground).readable(on: ground)),
            notice: rgb(theme[.alertCritical3].over(alert).readable(on: alert)), noticeBackground: rgb(alert))
    }

    private static func rgb(_ color: NowColor) -> PagePalette.RGB {
        let (red, green, blue) = color.bytes
        return PagePalette.RGB(red, green, blue)
    }
}
