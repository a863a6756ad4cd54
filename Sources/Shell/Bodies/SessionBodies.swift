import ExchangeModel
import NowSDK
import Notation
import Rendering
import TapeDeck

/// The commands about the sitting itself.
enum SessionBodies {
    @Sendable static func history(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        guard let store = session.options.history else {
            throw Problem(.refused, "No history is kept here: it belongs to the prompt.")
        }
        let entries = store.newest(context.arguments.int("limit") ?? 20, containing: context.arguments.string("text"))
            .reversed()
        if let trouble = store.trouble { context.notes.add(trouble) }
        let columns = ["id", "at", "instance", "exit", "ms", "line"]
        let sandbox = session.options.sandbox
        let rows = entries.map { entry in
            let instance = try? Instance(entry.instance)
            let short = instance == sandbox ? "sandbox" : instance?.shortName
            return [
                Cell(String(entry.id)), session.cell(entry.at), Cell(entry.instance, display: short),
                Cell(entry.exitStatus.map(String.init) ?? ""), Cell(entry.duration.map { String($0 / 1000) } ?? ""),
                Cell(entry.line),
            ]
        }
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows)))
    }

    @Sendable static func set(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let arguments = context.arguments
        for assignment in arguments.assignments where assignment.name == "zone" && session.zone != nil {
            let text = assignment.value.text
            // What this machine knows is an input: a replay refuses what the recording refused.
            let known = try await session.input(.setting, "zone \(text)") { [host = session.host] in
                host.zone(text) == nil ? "" : text
            }
            if known.isEmpty { throw unknownZone(assignment, arguments) }
        }
        try apply(arguments, to: session)
        guard arguments.assignments.isEmpty, arguments.strings("unset").isEmpty else { return CommandResult(.none) }
        // A tape from before times had a zone knows none.
        let known = SettingTable.all.filter { isSetting($0.name, session) }
        let settings = known.map { [Cell($0.name), Cell(session.settings[$0.name]), Cell($0.summary)] }
        let variables = session.variables.sorted { $0.key < $1.key }.map {
            [Cell("{{\($0.key)}}"), Cell(Redaction.isSecret($0.key) ? Redaction.mask : $0.value), Cell("A variable")]
        }
        let columns = ["name", "value", "meaning"].map(Column.init)
        return CommandResult(.table(Table(columns: columns, rows: settings + variables)))
    }

    /// Changes settings and variables.
    static func apply(_ arguments: BoundArguments, to session: isolated ShellSession) throws(Problem) {
        for name in arguments.strings("unset") {
            if isSetting(name, session) {
                session.settings.set(name, to: nil)
            } else if session.variables.removeValue(forKey: name) == nil {
                throw arguments.problem(
                    .usage, "There is no setting and no variable \(name).", at: "unset",
                    hints: DidYouMean.hints(for: name, among: SettingTable.all.map(\.name) + session.variables.keys))
            }
        }
        for assignment in arguments.assignments {
            if isSetting(assignment.name, session) {
                session.settings.set(assignment.name, to: assignment.value.text)
            } else {
                session.variables[assignment.name] = assignment.value.text
            }
        }
    }

    /// On a tape from before times had a zone, `zone` is a variable like any other.
    private static func isSetting(_ name: String, _ session: isolated ShellSession) -> Bool {
        SettingTable.named(name) != nil && (name != "zone" || session.zone != nil)
    }

    /// A zone that this machine does not know, by its text.
    static func unknownZone(_ zone: Assignment, _ arguments: BoundArguments) -> Problem {
        Problem(
            .usage, "There is no time zone \(zone.value.text).",
            source: Problem.Source(text: arguments.line, span: zone.value.span),
            hints: ["set zone=Europe/Berlin", "set zone=UTC", "set zone=local"])
    }

    @Sendable static func help(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        if context.arguments.flag("reference") { return CommandResult(.text(Reference.markdown)) }
        return CommandResult(
            .text(try Help.text(about: context.arguments.strings("topic"), width: session.settings.width)))
    }

    @Sendable static func quit(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        session.end()
        return CommandResult(.none)
    }
}
