import Notation
import NowSDK
import Rendering

extension ArgumentDefinition {
    static let profile = ArgumentDefinition("profile", .profile, "A profile's name")
}

extension FlagDefinition {
    static let guarding = FlagDefinition(
        "guard", .choice(WriteGuard.allCases.map(\.rawValue)), fallback: "confirm", "What stands before a change")
    static let colour = FlagDefinition(
        "colour", alias: "color", .choice(ProfileColour.allCases.map(\.rawValue)), fallback: "by the guard",
        "Paint the prompt in this colour")
}

extension Command {
    static let profileAdd = Command(
        "profile add", "Give an instance a short name, a way to sign in and a guard",
        details: """
            A profile is a line of the start-up file, which no one but its owner may read; it holds no secret, only where
            secrets come from: help sign-in. Its guard is open (one record is changed without a question, several are asked
            for), confirm (every change is asked for) or read-only (nothing is changed by any command). It holds for the
            instance, however that is named; the word sandbox alone always means the embedded one without a profile.
            """,
        arguments: [
            ArgumentDefinition("name", .word("NAME"), "What it is to be called"),
            ArgumentDefinition("instance", .instance, "An instance's name or URL"),
        ],
        flags: FlagDefinition.signIn + [.guarding, .colour],
        traits: Traits(
            isRecorded: false, choosesInstance: true, isInStartUpFile: true,
            inRecipes: .never("is about this machine's profiles")),
        examples: [
            Example("profile add dev dev12345 --user admin", "dev is dev12345.service-now.com, asked before changes"),
            Example("profile add prod acme --guard read-only --colour magenta", "an instance that is never changed"),
            Example(
                "profile add ci dev12345 --sign-in oauth-client --client-id 7c3ae0 --from env:SNOW_SECRET",
                "an application that signs in by itself"),
            Example(
                "profile add test test12345 --user admin --from 'command:pass show test12345'",
                "the password of another program"),
        ]
    ) { session, context in
        let profile = try Profile(context.arguments)
        var file = try session.workbench.startUpFile()
        if let other = try file.profiles().first(where: { $0.isCalled(profile.name) }) {
            throw context.arguments.problem(
                .usage, "There is a profile \(other.name) already.", at: "name",
                hints: ["profile edit \(other.name)"])
        }
        file.put(profile)
        try session.workbench.save(file)
        context.notes.add(NamedProfile.summary(of: profile))
        context.notes.add("connect \(profile.name) goes there.")
        return CommandResult(.none)
    }

    static let profileEdit = Command(
        "profile edit", "Change how a profile signs in, its guard or its colour",
        details: "What is not named stays, unless it does not go with another kind of sign-in.",
        arguments: [.profile],
        flags: FlagDefinition.signIn + [
            FlagDefinition("guard", FlagDefinition.guarding.value, "What stands before a change"), .colour,
            FlagDefinition(
                "unset", .choice(SignInChoice.unsettable + ["colour"]), mayRepeat: true,
                "Take this out of the profile; not what its kind of sign-in needs"),
        ],
        traits: Traits(isRecorded: false, choosesInstance: true, inRecipes: .never("is about this machine's profiles")),
        examples: [
            Example("profile edit prod --guard confirm", "changes of prod are let through when confirmed"),
            Example("profile edit dev --sign-in api-key --from keyring", "dev is signed in to with a key"),
            Example("profile edit dev --unset user --unset colour", "who signs in is asked, and the guard paints"),
        ]
    ) { session, context in
        var file = try session.workbench.startUpFile()
        var profile = try NamedProfile.named(context.arguments, in: file)
        try Profile.checkFiles(context.arguments)
        profile.signIn = try profile.signIn.taking(context.arguments).unsetting(context.arguments)
        if context.arguments.strings("unset").contains("colour") { profile.colour = nil }
        if let text = context.arguments.string("colour") { profile.colour = ProfileColour(rawValue: text) }
        if let text = context.arguments.string("guard"), let kind = WriteGuard(rawValue: text) {
            profile.writeGuard = kind
        }
        file.put(profile)
        try session.workbench.save(file)
        context.notes.add(NamedProfile.summary(of: profile))
        if session.profile?.name == profile.name {
            context.notes.add("This session goes on as it is; connect \(profile.name) takes the change over.")
        }
        return CommandResult(.none)
    }
}

/// What the `profile` commands share.
enum NamedProfile {
    /// What a profile is now, in a sentence.
    static func summary(of profile: Profile) -> String {
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

    static func named(_ arguments: BoundArguments, in file: StartUpFile) throws(Problem) -> Profile {
        let name = arguments.string("profile") ?? ""
        if let profile = try file.profiles().first(where: { $0.isCalled(name) }) {
            return profile
        }
        throw missing(arguments, among: try file.profiles().map(\.name))
    }

    static func missing(_ arguments: BoundArguments, among names: [String]) -> Problem {
        let name = arguments.string("profile") ?? ""
        return arguments.problem(
            .usage, "There is no profile \(name).", at: "profile",
            hints: DidYouMean.hints(for: name, among: names) + ["profile list"])
    }
}
