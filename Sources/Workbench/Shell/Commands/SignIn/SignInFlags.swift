import NowSDK

/// Sign-in flags, shared by profiles, `connect`, `login` and the program's command line.
extension FlagDefinition {
    static let signInKind = FlagDefinition(
        "sign-in", .signInKind, fallback: "basic",
        "Sign in with this method: " + SignInKind.allCases.map(\.rawValue).joined(separator: ", "))
    static let user = FlagDefinition("user", .user, "Sign in as this user")
    static let clientID = FlagDefinition(
        "client-id", .word("ID"), "The client ID of the OAuth application")
    static let scope = FlagDefinition("scope", .word("TEXT"), "Request this OAuth scope")
    static let from = FlagDefinition(
        "from", .secretSource, fallback: "the keyring, then a prompt",
        "The source of the password, key, token or client secret")
    static let clientFrom = FlagDefinition(
        "client-from", .secretSource, fallback: "the same as --from",
        "The source of the client secret, if --from is the user's")
    static let certificate = FlagDefinition("certificate", .file, "The client certificate (PEM)")
    static let key = FlagDefinition(
        "key", .file, "The private key (PEM) of --certificate, or for oauth-jwt")

    static let signIn: [FlagDefinition] = [
        .signInKind, .user, .clientID, .scope, .from, .clientFrom, .certificate, .key,
    ]
}
