import NowWeb
import Notation
import Rendering

/// The commands about the colours of pages. All but `use` speak of this machine's start-up file.
enum PageThemeBodies {
    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
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
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows)))
    }

    @Sendable static func use(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let name = context.arguments.string("theme") ?? ""
        if name.lowercased() == ThemeName.none {
            session.settings.set("theme", to: nil)
            context.notes.add("Pages are shown in the terminal's own colours.")
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

    @Sendable static func show(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let name = context.arguments.string("theme") ?? session.settings["theme"]
        let own = try session.host.files.startUpFile().themes()
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

    @Sendable static func new(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var file = try session.host.files.startUpFile()
        let others = try file.themes()
        let theme = try OwnTheme(context.arguments, among: others)
        file.put(theme)
        try session.host.files.save(file)
        let isNew = !others.contains { $0.isCalled(theme.name) }
        context.notes.add(
            "\(isNew ? "There is a theme" : "Changed:") \(theme.name)\(isNew ? " now" : ""). page theme use \(theme.name) shows pages in it."
        )
        return CommandResult(.none)
    }

    @Sendable static func remove(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let name = context.arguments.string("theme") ?? ""
        var file = try session.host.files.startUpFile()
        let own = try file.themes()
        guard let theme = own.first(where: { $0.isCalled(name) }) else {
            if WebTheme.builtIn.contains(where: { $0.name == name.lowercased() }) {
                throw context.arguments.problem(.usage, "\(name.lowercased()) is built in, and stays.", at: "theme")
            }
            throw missing(context.arguments, among: own.map(\.name))
        }
        file.remove(theme: theme.name)
        try session.host.files.save(file)
        context.notes.add("The theme \(theme.name) is gone: \(theme.line)")
        if theme.isCalled(session.settings["theme"]) {
            session.settings.set("theme", to: nil)
            context.notes.add("Pages are shown in the terminal's own colours.")
        }
        return CommandResult(.none)
    }

    private static func missing(_ arguments: BoundArguments, among names: [String] = []) -> Problem {
        let name = arguments.string("theme") ?? ""
        return arguments.problem(
            .usage, "There is no theme \(name).", at: "theme",
            hints: DidYouMean.hints(for: name, among: names) + ["page theme list"])
    }
}
