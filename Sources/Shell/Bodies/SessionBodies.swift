import ExchangeModel
import NowData
import NowSDK
import Notation
import Rendering
import TapeDeck

/// The commands about the sitting itself.
enum SessionBodies {
    @Sendable static func connect(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let text = context.arguments.string("instance") ?? ""
        let profile = text.lowercased() == "sandbox" ? nil : try await session.profile(meant: text)
        return try await connect(session, context, to: text, profile)
    }

    /// Goes on with an instance and signs in there; when that fails, everything stays as it was.
    static func connect(
        _ session: isolated ShellSession, _ context: CommandContext, to text: String, _ profile: Profile?
    ) async throws -> CommandResult {
        let arguments = context.arguments
        let instance: Instance
        do throws(InstanceError) {
            if text.lowercased() == "sandbox" {
                instance = session.options.sandbox
            } else if let profile {
                instance = profile.instance
            } else {
                instance = try Instance(text)
            }
        } catch {
            throw arguments.problem(
                .usage, error.message, at: "instance",
                hints: ["connect https://NAME.service-now.com", "connect sandbox"])
        }
        var user = arguments.string("user") ?? profile?.signIn.user
        if user == nil, instance != session.options.sandbox {
            do {
                user = try await session.ask("User name at \(instance.name): ")
            } catch is InputFailure {
                throw Problem(
                    .guardRefused, "There is nobody to ask for the user name at \(instance.name).",
                    hints: ["connect \(Quoting.word(text)) --user NAME"])
            }
        }
        let before = (session.instance, session.signIn, session.profile)
        var signIn = profile?.signIn ?? SignInChoice()
        signIn.user = user ?? (instance == session.options.sandbox ? session.options.sandboxUser : nil)
        session.use(instance, signIn, profile: profile)
        do {
            let who = try await session.tables().asking(for: .signIn).currentUser()
            context.notes.add("Connected to \(session.shortName) as \(who.displayName) (\(who.name)).")
            if session.writeGuard == .readOnly {
                context.notes.add("Its profile is read-only: nothing is changed there.")
            }
        } catch {
            session.use(before.0, before.1, profile: before.2)
            throw error
        }
        return CommandResult(.none)
    }

    @Sendable static func whoami(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let link = try session.connected()
        let who = try await link.tables.currentUser()
        let status = link.authenticating.status
        let pairs = [
            ("instance", session.instance.description), ("user_name", who.name), ("name", who.displayName),
            ("sys_id", who.sysID), ("sign_in", status.hasSession ? "session cookies" : "credentials with each request"),
        ]
        let ends = status.sessionEnds.map { [("session_ends", $0.glideText)] } ?? []
        return CommandResult(facts: pairs + ends)
    }

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
                Cell(String(entry.id)), Cell(entry.at.glideText), Cell(entry.instance, display: short),
                Cell(entry.exitStatus.map(String.init) ?? ""), Cell(entry.duration.map { String($0 / 1000) } ?? ""),
                Cell(entry.line),
            ]
        }
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows)))
    }

    @Sendable static func set(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let arguments = context.arguments
        try apply(arguments, to: session)
        guard arguments.assignments.isEmpty, arguments.strings("unset").isEmpty else { return CommandResult(.none) }
        let settings = SettingTable.all.map { [Cell($0.name), Cell(session.settings[$0.name]), Cell($0.summary)] }
        let variables = session.variables.sorted { $0.key < $1.key }.map {
            [Cell("{{\($0.key)}}"), Cell(Redaction.isSecret($0.key) ? Redaction.mask : $0.value), Cell("A variable")]
        }
        let columns = ["name", "value", "meaning"].map(Column.init)
        return CommandResult(.table(Table(columns: columns, rows: settings + variables)))
    }

    /// Changes settings and variables.
    static func apply(_ arguments: BoundArguments, to session: isolated ShellSession) throws(Problem) {
        for name in arguments.strings("unset") {
            if SettingTable.named(name) != nil {
                session.settings.set(name, to: nil)
            } else if session.variables.removeValue(forKey: name) == nil {
                throw arguments.problem(
                    .usage, "There is no setting and no variable \(name).", at: "unset",
                    hints: DidYouMean.hints(for: name, among: SettingTable.all.map(\.name) + session.variables.keys))
            }
        }
        for assignment in arguments.assignments {
            if SettingTable.named(assignment.name) != nil {
                session.settings.set(assignment.name, to: assignment.value.text)
            } else {
                session.variables[assignment.name] = assignment.value.text
            }
        }
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
