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

extension CommandDefinition {
    static let profileAdd = CommandDefinition(
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
        replay: .skip,
        examples: [
            Example("profile add dev dev12345 --user admin", "dev is dev12345.service-now.com, asked before changes"),
            Example("profile add prod acme --guard read-only --colour magenta", "an instance that is never changed"),
            Example(
                "profile add ci dev12345 --sign-in oauth-client --client-id 7c3ae0 --from env:SNOW_SECRET",
                "an application that signs in by itself"),
            Example(
                "profile add test test12345 --user admin --from 'command:pass show test12345'",
                "the password of another program"),
        ])

    static let profileList = CommandDefinition(
        "profile list", "List the profiles",
        replay: .skip,
        examples: [Example("profile list", "every profile, its instance, sign-in, guard and colour")])

    static let profileShow = CommandDefinition(
        "profile show", "Show a profile",
        arguments: [.profile],
        replay: .skip,
        examples: [Example("profile show dev", "everything it says")])

    static let profileUse = CommandDefinition(
        "profile use", "Go on with a profile, and start with it from now on",
        details: "connect goes on with one for this session only. profile use sandbox starts with the sandbox again.",
        arguments: [.profile],
        flags: [.user],
        examples: [
            Example("profile use dev", "dev, now and at the next start"),
            Example("profile use sandbox", "the embedded sandbox, now and at the next start"),
        ])

    static let profileEdit = CommandDefinition(
        "profile edit", "Change how a profile signs in, its guard or its colour",
        details: "What is not named stays, unless it does not go with another kind of sign-in.",
        arguments: [.profile],
        flags: FlagDefinition.signIn + [
            FlagDefinition("guard", FlagDefinition.guarding.value, "What stands before a change"), .colour,
            FlagDefinition(
                "unset", .choice(SignInChoice.unsettable + ["colour"]), mayRepeat: true,
                "Take this out of the profile; not what its kind of sign-in needs"),
        ],
        replay: .skip,
        examples: [
            Example("profile edit prod --guard confirm", "changes of prod are let through when confirmed"),
            Example("profile edit dev --sign-in api-key --from keyring", "dev is signed in to with a key"),
            Example("profile edit dev --unset user --unset colour", "who signs in is asked, and the guard paints"),
        ])

    static let profileRemove = CommandDefinition(
        "profile remove", "Forget a profile",
        arguments: [.profile],
        replay: .skip,
        examples: [Example("profile remove dev", "dev is no profile any more")])
}
