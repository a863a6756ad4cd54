extension ArgumentDefinition {
    static let profile = ArgumentDefinition("profile", .profile, "A profile's name")
}

extension FlagDefinition {
    static let guarding = FlagDefinition(
        "guard", .choice(WriteGuard.allCases.map(\.rawValue)), fallback: "confirm", "What stands before a change")
    static let signingIn = FlagDefinition("user", .word("NAME"), "Sign in as this user")
}

extension CommandDefinition {
    static let profileAdd = CommandDefinition(
        "profile add", "Give an instance a short name and a guard",
        details: """
            A profile is a line of the start-up file, which no one but its owner may read; it holds no password. Its guard is
            open (one record is changed without a question, several are asked for), confirm (every change is asked for) or
            read-only (nothing is changed by any command). It holds for the instance, however that is named; the word
            sandbox alone always means the embedded one without a profile.
            """,
        arguments: [
            ArgumentDefinition("name", .word("NAME"), "What it is to be called"),
            ArgumentDefinition("instance", .instance, "An instance's name or URL"),
        ],
        flags: [.signingIn, .guarding],
        replay: .skip,
        examples: [
            Example("profile add dev dev12345 --user admin", "dev is dev12345.service-now.com, asked before changes"),
            Example("profile add prod acme --guard read-only", "an instance that is never changed"),
        ])

    static let profileList = CommandDefinition(
        "profile list", "List the profiles",
        replay: .skip,
        examples: [Example("profile list", "every profile, its instance, user and guard")])

    static let profileShow = CommandDefinition(
        "profile show", "Show a profile",
        arguments: [.profile],
        replay: .skip,
        examples: [Example("profile show dev", "its instance, user and guard")])

    static let profileUse = CommandDefinition(
        "profile use", "Go on with a profile, and start with it from now on",
        details: "connect goes on with one for this session only. profile use sandbox starts with the sandbox again.",
        arguments: [.profile],
        flags: [.signingIn],
        examples: [
            Example("profile use dev", "dev, now and at the next start"),
            Example("profile use sandbox", "the embedded sandbox, now and at the next start"),
        ])

    static let profileEdit = CommandDefinition(
        "profile edit", "Change a profile's user or guard",
        arguments: [.profile],
        flags: [.signingIn, FlagDefinition("guard", FlagDefinition.guarding.value, "What stands before a change")],
        replay: .skip,
        examples: [Example("profile edit prod --guard confirm", "changes of prod are let through when confirmed")])

    static let profileRemove = CommandDefinition(
        "profile remove", "Forget a profile",
        arguments: [.profile],
        replay: .skip,
        examples: [Example("profile remove dev", "dev is no profile any more")])
}
