import NowSDK

/// Sign-in flags, shared by profiles, `connect`, `login` and the program's command line.
extension Parameter {
    static let signInKind = Flag<String>(
        "sign-in", .signInKind, fallback: "basic",
        "Sign in with this method: " + SignInKind.allCases.map(\.rawValue).joined(separator: ", "))
    package static let user = Flag<String>("user", .user, "Sign in as this user")
    static let clientID = Flag<String>("client-id", .word("ID"), "The client ID of the OAuth application")
    static let scope = Flag<String>("scope", .word("TEXT"), "Request this OAuth scope")
    package static let from = Flag<String>(
        "from", .secretSource, fallback: "the keyring, then a prompt",
        "The source of the password, key, token or client secret")
    package static let clientFrom = Flag<String>(
        "client-from", .secretSource, fallback: "the same as --from",
        "The source of the client secret, if --from is the user's")
    static let certificate = Flag<String>("certificate", .file, "The client certificate (PEM)")
    static let key = Flag<String>("key", .file, "The private key (PEM) of --certificate, or for oauth-jwt")

    package static let signIn: [FlagDefinition] = [
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
    ]
}

/// What a profile is made of, besides its sign-in: the arguments of `profile add`.
extension Parameter {
    package static let newProfile = Argument<String>("name", .word("NAME"), "The new name")
    package static let profiledInstance = Argument<String>("instance", .instance, "An instance's name or URL")
    package static let profile = Argument<String>("profile", .profile, "A profile's name")
    package static let guarding = Flag<String>(
        "guard", .choice(WriteGuard.allCases.map(\.rawValue)), fallback: "confirm",
        "Choose when changes need confirmation")
    package static let color = Flag<String>(
        "color", alias: "color", .choice(ProfileColor.allCases.map(\.rawValue)),
        fallback: "red for production, else yellow", "Show the prompt in this color")
    package static let unsetOptions = Flag<[String]>(
        "unset", .choice(SignInChoice.unsettable.map(\.name) + ["color"]), mayRepeat: true,
        "Remove this option from the profile")
}
