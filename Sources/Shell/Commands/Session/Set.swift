import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let set = Command(
        "set", "Show or change settings and variables",
        details: """
            A name that is not a setting is a variable: later lines use it as {{NAME}}. A name that looks like a
            misspelled setting is rejected.
            """,
        arguments: [
            ArgumentDefinition("values", .assignment(of: .setting), .repeated, "A setting or variable and its value")
        ],
        flags: [
            FlagDefinition(
                "unset", .setting, mayRepeat: true, "Delete a variable, or reset a setting")
        ],
        traits: Traits(isInStartUpFile: true, inRecipes: .unsaved("its variables become parameters")),
        examples: [
            Example("set", "every setting and variable"),
            Example("set format=line limit=50", "two settings changed for this session"),
            Example("set caller=abel.tuter", "a variable: {{caller}} is abel.tuter"),
        ]
    ) { session, context in
        let arguments = context.arguments
        for assignment in arguments.assignments where assignment.name == "zone" && session.zone != nil {
            let text = assignment.value.text
            // What this machine knows is an input: a replay refuses what the recording refused.
            let known = try await session.input(.setting, "zone \(text)") { [host = session.host] in
                host.zone(text) == nil ? "" : text
            }
            if known.isEmpty { throw SettingAssignment.unknownZone(assignment, arguments) }
        }
        try SettingAssignment.apply(arguments, to: session)
        guard arguments.assignments.isEmpty, arguments.strings("unset").isEmpty else { return CommandResult(.none) }
        // A tape from before times had a zone knows none.
        let known = SettingTable.all.filter { SettingAssignment.isSetting($0.name, session) }
        let settings = known.map { [Cell($0.name), Cell(session.settings[$0.name]), Cell($0.summary)] }
        let variables = session.variables.sorted { $0.key < $1.key }.map {
            [Cell("{{\($0.key)}}"), Cell(Redaction.isSecret($0.key) ? Redaction.mask : $0.value), Cell("A variable")]
        }
        let columns = ["name", "value", "meaning"].map(Column.init)
        return CommandResult(.table(Table(columns: columns, rows: settings + variables)))
    }
}

/// How `set` and the start-up file change settings and variables.
enum SettingAssignment {
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
    static func isSetting(_ name: String, _ session: isolated ShellSession) -> Bool {
        SettingTable.named(name) != nil && (name != "zone" || session.zone != nil)
    }

    static func unknownZone(_ zone: Assignment, _ arguments: BoundArguments) -> Problem {
        Problem(
            .usage, "There is no time zone \(zone.value.text).",
            source: Problem.Source(text: arguments.line, span: zone.value.span),
            hints: ["set zone=Europe/Berlin", "set zone=UTC", "set zone=local"])
    }
}
