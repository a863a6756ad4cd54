import NowSDK

/// How an instance is signed in to, as flags: the same ones with a profile, with `connect` and `login`, and at the start.
extension FlagDefinition {
    static let signInKind = FlagDefinition(
        "sign-in", .signInKind, fallback: "basic",
        "Sign in this way: " + SignInKind.allCases.map(\.rawValue).joined(separator: ", "))
    static let user = FlagDefinition("user", .user, "Sign in as this user")
    static let clientID = FlagDefinition(
        "client-id", .word("ID"), "The application that asks for tokens, as the instance knows it")
    static let scope = FlagDefinition("scope", .word("TEXT"), "Ask for tokens of this scope")
    static let from = FlagDefinition(
        "from", .secretPlace, fallback: "the keyring, then a question",
        "Where the password, the key, the token or the application's secret comes from")
    static let clientFrom = FlagDefinition(
        "client-from", .secretPlace, fallback: "as --from",
        "Where the application's secret comes from when --from gives the user's")
    static let certificate = FlagDefinition("certificate", .file, "The client certificate, PEM")
    static let key = FlagDefinition(
        "key", .file, "The private key, PEM: of the certificate, or of signed statements (oauth-jwt)")

    /// All of them, in the order of help.
    static let signIn: [FlagDefinition] = [
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
    ]
}
