import ExchangeModel
import NowSDK
import Notation
import Rendering

/// The commands about profiles. They speak of this machine's start-up file.
enum ProfileBodies {
    @Sendable static func add(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let profile = try Profile(context.arguments)
        var file = try session.workbench.startUpFile()
        if let other = try file.profiles().first(where: { $0.isCalled(profile.name) }) {
            throw context.arguments.problem(
                .usage, "There is a profile \(other.name) already.", at: "name",
                hints: ["profile edit \(other.name)"])
        }
        file.put(profile)
        try session.workbench.save(file)
        context.notes.add(summary(of: profile))
        context.notes.add("connect \(profile.name) goes there.")
        return CommandResult(.none)
    }

    @Sendable static func edit(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var file = try session.workbench.startUpFile()
        var profile = try named(context.arguments, in: file)
        try Profile.checkFiles(context.arguments)
        profile.signIn = try profile.signIn.taking(context.arguments).unsetting(context.arguments)
        if context.arguments.strings("unset").contains("colour") { profile.colour = nil }
        if let text = context.arguments.string("colour") { profile.colour = ProfileColour(rawValue: text) }
        if let text = context.arguments.string("guard"), let kind = WriteGuard(rawValue: text) {
            profile.writeGuard = kind
        }
        file.put(profile)
        try session.workbench.save(file)
        context.notes.add(summary(of: profile))
        if session.profile?.name == profile.name {
            context.notes.add("This session goes on as it is; connect \(profile.name) takes the change over.")
        }
        return CommandResult(.none)
    }

    @Sendable static func list(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let file = try session.workbench.startUpFile()
        let profiles = try file.profiles(), used = try file.used()
        if profiles.isEmpty { context.notes.add("There is no profile; profile add NAME INSTANCE makes one.") }
        let rows = profiles.map { profile in
            let instance = profile.instance
            return [
                Cell(profile.name),
                // Without what nearly all have in common, a line fits.
                Cell(instance.description, display: instance.origin.scheme == "https" ? instance.name : nil),
            ]
                + [
                    profile.signIn.kind.rawValue, profile.signIn.user ?? "", profile.writeGuard.rawValue,
                    profile.colour?.rawValue ?? "", profile.name == used?.name ? "true" : "",
                ].map { Cell($0) }
        }
        let columns = ["name", "instance", "sign_in", "user", "guard", "colour", "used"]
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows)))
    }

    @Sendable static func show(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        let file = try session.workbench.startUpFile()
        let profile = try named(context.arguments, in: file)
        let signIn = profile.signIn
        let facts = [
            ("name", profile.name), ("instance", profile.instance.description), ("sign_in", signIn.kind.rawValue),
            ("user", signIn.user ?? ""), ("client_id", signIn.clientID ?? ""), ("scope", signIn.scope ?? ""),
            ("from", signIn.from?.text ?? ""), ("client_from", signIn.clientFrom?.text ?? ""),
            ("certificate", signIn.certificate ?? ""), ("key", signIn.key ?? ""),
            ("guard", profile.writeGuard.rawValue), ("colour", profile.colour?.rawValue ?? ""),
            ("used", try file.used()?.name == profile.name ? "true" : "false"),
        ]
        let all = CommandResult(facts: facts)
        if session.format(of: context.arguments).isForPrograms { return all }
        // People see what there is; programs and captures every member.
        return CommandResult(CommandResult(facts: facts.filter { !$0.1.isEmpty }).output, value: all.value)
    }

    /// What a profile is now, in a sentence.
    private static func summary(of profile: Profile) -> String {
        let kind = profile.signIn.kind
        let signedIn = kind == .basic ? "" : ", signed in to by \(kind.rawValue)"
        let user = profile.signIn.user.map { " as \($0)" } ?? ""
        let guarded =
            switch profile.writeGuard {
            case .open: "one record is changed without a question (open)"
            case .confirm: "every change is asked for (confirm)"
            case .readOnly: "nothing is changed there (read-only)"
            }
        return "\(profile.name) is \(profile.instance)\(signedIn)\(user); \(guarded)."
    }

    /// Goes on with a profile, and starts with it from now on.
    @Sendable static func use(_ session: isolated ShellSession, _ context: CommandContext) async throws -> CommandResult
    {
        let name = context.arguments.string("profile") ?? ""
        let isSandbox = name.lowercased() == "sandbox"
        let profile = isSandbox ? nil : try await session.profile(meant: name)
        guard isSandbox || profile?.isCalled(name) ?? false else {
            throw missing(context.arguments, among: try await session.profileNames())
        }
        let result = try await SignInBodies.connect(session, context, to: name, profile)
        if !session.slot.isPlaying {
            var file = try session.workbench.startUpFile()
            file.use(profile?.name)
            try session.workbench.save(file)
        }
        context.notes.add("Snowdeck starts with \(profile?.name ?? "the sandbox") from now on.")
        return result
    }

    @Sendable static func remove(_ session: isolated ShellSession, _ context: CommandContext) async throws
        -> CommandResult
    {
        var file = try session.workbench.startUpFile()
        let profile = try named(context.arguments, in: file)
        file.remove(profile.name)
        try session.workbench.save(file)
        context.notes.add("The profile \(profile.name) is gone: \(profile.line)")
        return CommandResult(.none)
    }

    private static func named(_ arguments: BoundArguments, in file: StartUpFile) throws(Problem) -> Profile {
        let name = arguments.string("profile") ?? ""
        if let profile = try file.profiles().first(where: { $0.isCalled(name) }) {
            return profile
        }
        throw missing(arguments, among: try file.profiles().map(\.name))
    }

    private static func missing(_ arguments: BoundArguments, among names: [String]) -> Problem {
        let name = arguments.string("profile") ?? ""
        return arguments.problem(
            .usage, "There is no profile \(name).", at: "profile",
            hints: DidYouMean.hints(for: name, among: names) + ["profile list"])
    }
}
