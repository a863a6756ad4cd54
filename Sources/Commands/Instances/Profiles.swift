import ExchangeModel
import NowSDK
import Rendering
import Workbench

extension Parameter {
    fileprivate static let newGuard = Flag<String>(
        "guard", Parameter.guarding.value, "Choose when changes need confirmation")
}

extension Command {
    static let profileAdd = Command(
        "profile add",
        arguments: [.newProfile, .profiledInstance],
        flags: Parameter.signIn + [.guarding, .color],
        traits: Traits(
            isRecorded: false, choosesInstance: true, addsProfile: true, isInStartUpFile: true,
            inRecipes: .never("is about this machine's profiles"))
    ) { run in
        let profile = try Profile(run.arguments)
        var file = try run.files.startUpFile()
        if let other = try file.profiles().first(where: { $0.hasName(profile.name) }) {
            throw run.arguments.problem(
                .usage, "There is a profile \(other.name) already.", at: .newProfile,
                hints: ["profile edit \(other.name)"])
        }
        file.put(profile)
        try run.files.save(file)
        run.notes.add(ProfileLookup.summary(of: profile))
        run.notes.add("connect \(profile.name) goes there.")
        return CommandResult(.none)
    }

    static let profileEdit = Command(
        "profile edit", arguments: [.profile],
        flags: Parameter.signIn + [
            .newGuard, .color, .unsetOptions,
        ],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles"))
    ) { run in
        var file = try run.files.startUpFile()
        var profile = try ProfileLookup.named(run.arguments, in: file)
        try Profile.checkFiles(run.arguments)
        profile.signIn = try profile.signIn.taking(run.arguments).unsetting(run.arguments)
        if run.arguments[.unsetOptions].contains("color") { profile.color = nil }
        if let text = run.arguments[.color] { profile.color = ProfileColor(rawValue: text) }
        if let text = run.arguments[.newGuard], let kind = WriteGuard(rawValue: text) { profile.writeGuard = kind }
        file.put(profile)
        try run.files.save(file)
        run.notes.add(ProfileLookup.summary(of: profile))
        if run.profile?.name == profile.name {
            run.notes.add("This session does not change; connect \(profile.name) uses the new values.")
        }
        return CommandResult(.none)
    }
}

/// Shared by the `profile` commands.
enum ProfileLookup {
    static func summary(of profile: Profile) -> String {
        let kind = profile.signIn.kind
        let signedIn = kind == .basic ? "" : ", signed in to by \(kind.rawValue)"
        let user = profile.signIn.user.map { " as \($0)" } ?? ""
        let guarded =
            switch profile.writeGuard {
            case .open: "changes of several records need confirmation (open)"
            case .confirm: "every change needs confirmation (confirm)"
            case .production: "every change takes the profile's name, typed (production)"
            case .readOnly: "no changes are allowed (read-only)"
            }
        return "\(profile.name) is \(profile.instance)\(signedIn)\(user); \(guarded)."
    }

    static func named(_ arguments: BoundArguments, in file: StartUpFile) throws(Problem) -> Profile {
        let name = arguments[.profile] ?? ""
        if let profile = try file.profiles().first(where: { $0.hasName(name) }) {
            return profile
        }
        throw missing(arguments, among: try file.profiles().map(\.name))
    }

    static func missing(_ arguments: BoundArguments, among names: [String]) -> Problem {
        let name = arguments[.profile] ?? ""
        return arguments.problem(
            .usage, "There is no profile \(name).", at: .profile,
            hints: DidYouMean.hints(for: name, among: names) + ["profile list"])
    }
}

extension Command {
    static let profileList = Command(
        "profile list",
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles"))
    ) { run in
        let file = try run.files.startUpFile()
        let profiles = try file.profiles(), used = try file.used()
        if profiles.isEmpty { run.notes.add("There is no profile; profile add NAME INSTANCE makes one.") }
        let rows = profiles.map { profile in
            let instance = profile.instance
            return [
                Cell(profile.name),
                // Without the common `https://` and domain, a line fits.
                Cell(instance.description, display: instance.origin.scheme == "https" ? instance.name : nil),
            ]
                + [
                    profile.signIn.kind.rawValue, profile.signIn.user ?? "", profile.writeGuard.rawValue,
                    profile.color?.rawValue ?? "",
                    profile.name == used?.name ? "true" : "", profile.name == run.profile?.name ? "true" : "",
                ].map { Cell($0) }
        }
        let columns = ["name", "instance", "sign_in", "user", "guard", "color", "used", "current"]
        return CommandResult(.table(OutputTable(columns, rows)))
    }

    static let profileShow = Command(
        "profile show", arguments: [.profile],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles"))
    ) { run in
        let file = try run.files.startUpFile()
        let profile = try ProfileLookup.named(run.arguments, in: file)
        let signIn = profile.signIn
        let facts = [
            ("name", profile.name), ("instance", profile.instance.description), ("sign_in", signIn.kind.rawValue),
            ("user", signIn.user ?? ""), ("client_id", signIn.clientID ?? ""), ("scope", signIn.scope ?? ""),
            ("from", signIn.from?.text ?? ""), ("client_from", signIn.clientFrom?.text ?? ""),
            ("certificate", signIn.certificate ?? ""), ("key", signIn.key ?? ""),
            ("guard", profile.writeGuard.rawValue), ("color", profile.color?.rawValue ?? ""),
            ("used", try file.used()?.name == profile.name ? "true" : "false"),
        ]
        let all = CommandResult(facts: facts)
        if run.format(of: run.arguments).isForPrograms { return all }
        // People see the facts that have a value; programs and captures get every member.
        return CommandResult(CommandResult(facts: facts.filter { !$0.1.isEmpty }).output, value: all.value)
    }

    static let profileUse = Command(
        "profile use", arguments: [.profile], flags: [.user],
        traits: Traits(
            choosesInstance: true, isInStartUpFile: true, inRecipes: .never("is about this machine's profiles"))
    ) { run in
        let name = run.arguments[.profile] ?? ""
        let isSandbox = name.lowercased() == "sandbox"
        let profile = isSandbox ? nil : try await run.profile(matching: name)
        guard isSandbox || profile?.hasName(name) ?? false else {
            throw ProfileLookup.missing(run.arguments, among: try await run.profileNames())
        }
        let result = try await SignInSteps.connect(run, to: name, profile)
        if !run.slot.isPlaying {
            var file = try run.files.startUpFile()
            file.use(profile?.name)
            try run.files.save(file)
        }
        run.notes.add("Snowdeck starts with \(profile?.name ?? "the sandbox") from now on.")
        return result
    }

    static let profileRemove = Command(
        "profile remove", arguments: [.profile],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles"))
    ) { run in
        var file = try run.files.startUpFile()
        let profile = try ProfileLookup.named(run.arguments, in: file)
        file.remove(profile.name)
        try run.files.save(file)
        run.notes.add("The profile \(profile.name) is gone: \(profile.line)")
        return CommandResult(.none)
    }
}
