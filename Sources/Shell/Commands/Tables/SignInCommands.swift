extension CommandDefinition {
    static let connect = CommandDefinition(
        "connect", "Go on with another instance",
        details: """
            A profile's name is its instance, sign-in and guard; any other bare name is that instance at service-now.com,
            and sandbox is the embedded one. When signing in does not succeed, everything stays as it was. help sign-in
            explains the kinds of sign-in, and where secrets come from.
            """,
        arguments: [
            ArgumentDefinition(
                "instance", .instance, "A profile, or an instance's name or URL; sandbox is the embedded one")
        ],
        flags: FlagDefinition.signIn,
        examples: [
            Example("connect https://dev12345.service-now.com --user admin", "an instance by its URL"),
            Example("connect dev12345 --sign-in api-key --from keyring", "signed in to with a key"),
            Example("connect sandbox", "the embedded sandbox"),
            Example("connect sandbox --user abel.tuter", "somebody else there, whose password is password"),
        ])

    static let login = CommandDefinition(
        "login", "Sign in to the present instance, anew or otherwise",
        details: """
            The password is asked for without echo, unless --from says where it comes from. When signing in does not succeed,
            everything stays as it was. With --remember the keyring keeps what was accepted: the password or the key, or what
            a token is renewed with.
            """,
        flags: FlagDefinition.signIn + [
            FlagDefinition("remember", "Keep the secret in the keyring once it is accepted")
        ],
        examples: [
            Example("login", "the same user, signed in again"),
            Example("login --user abel.tuter --remember", "another user, known to the keyring from now on"),
            Example("login --sign-in oauth-code --client-id 7c3ae0", "by way of the browser"),
        ])

    static let logout = CommandDefinition(
        "logout", "Sign out of the present instance",
        details: """
            Tokens are revoked at the instance, and cookies are forgotten; the keyring forgets a refresh token that it kept, and
            everything else of this sign-in with --forget only. A session that a password opened is not ended at the
            instance, which does so by itself. The next command that asks the instance signs in again.
            """,
        flags: [FlagDefinition("forget", "Take what the keyring keeps for this sign-in out of it as well")],
        examples: [
            Example("logout", "signed out"),
            Example("logout --forget", "and the keyring knows nothing of it any more"),
        ])

    static let whoami = CommandDefinition(
        "whoami", "Say which instance this is, who is signed in there, and how",
        details: """
            Roles, time zone and date format are shown where the instance lets one see them; the data formats have every
            member, empty where there is nothing to say.
            """,
        value: .answer,
        examples: [
            Example("whoami", "the instance, the user, and when the sign-in ends"),
            Example("whoami => me = .sys_id", "one's own sys_id in a variable"),
        ])
}
