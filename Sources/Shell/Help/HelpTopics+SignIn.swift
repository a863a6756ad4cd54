import NowSDK

extension HelpTopics {
    static let signIn = HelpTopic(
        name: "sign-in", summary: "How an instance is signed in to, and where secrets come from",
        page: {
            [
                .prose(
                    """
                    The kind of sign-in and what belongs to it stand with profile add, connect and login, and at the start.
                    A profile remembers them, so that connect NAME is enough. What is signed in by a session is not asked
                    again while its cookies serve; a token is renewed when it ends. Without --user the first refusal at a
                    terminal asks for user and password, and offers the user who signed in there last; a script and a pipe get
                    the refusal.
                    """),
                .terms(SignInMethod.all.map { ("--sign-in " + $0.kind.rawValue, meaning(of: $0)) }),
                .heading("Where secrets come from"),
                .prose(
                    """
                    No flag takes a secret, since others see a command line. --from says where the password, the key, the token
                    or the application's secret comes from; --client-from where the application's secret does, when --from gives
                    the user's. Without them it is SNOWDECK_PASSWORD (help secrets), then the keyring, then a question.
                    """),
                .terms([
                    ("ask", "A question at the terminal, without echo."),
                    (
                        "keyring",
                        "The desktop's keyring, by secret-tool; login --remember puts it there, logout --forget takes it out."
                    ),
                    ("env:NAME", "An environment variable. Programs that Snowdeck starts do not inherit it."),
                    (
                        "'command:LINE'",
                        "The first line that a command of the system's shell writes, such as pass show dev1."
                    ),
                    ("fd:N", "The first line of a file that is open already: fd:3 with 3< FILE."),
                ]),
                .heading("Examples"),
                .examples([
                    .init("connect dev12345 --user admin", "basic, the password asked for"),
                    .init(
                        "connect dev12345 --sign-in oauth-password --user admin --client-id ID --client-from keyring",
                        "a token for a password"),
                    .init("connect dev12345 --sign-in oauth-code --client-id ID", "a token by way of the browser"),
                    .init(
                        "connect dev12345 --sign-in oauth-client --client-id ID --from env:SNOW_SECRET",
                        "a token for an application"),
                    .init(
                        "connect dev12345 --sign-in oauth-jwt --user admin --client-id ID --key /etc/ci/key.pem",
                        "a token for a signed JWT"),
                    .init(
                        "connect dev12345 --sign-in oauth-jwt --user admin --client-id ID --from env:SNOW_SECRET",
                        "the same, signed with the application's secret"),
                    .init(
                        "connect dev12345 --sign-in token --from 'command:vault read -field=token snow'",
                        "an existing access token"),
                    .init("connect dev12345 --sign-in api-key --from env:SNOW_KEY", "a key"),
                    .init(
                        "connect dev12345 --sign-in certificate --certificate ~/me.pem --key ~/me.key",
                        "a client certificate"),
                    .init("connect dev12345 --sign-in guest", "nobody"),
                ]),
                .heading("Where nobody can be asked"),
                .prose(
                    """
                    In CI every flag stands at the start, with --no-input; a sign-in that is not possible exits 3 and says what
                    is missing.
                    """),
                .terms([
                    (
                        "snowdeck --instance dev12345 --sign-in oauth-client --client-id ID --from env:SNOW_SECRET --no-input table count incident",
                        "one command of a pipeline"
                    )
                ]),
            ]
        })

    /// What a kind is and what goes with it.
    private static func meaning(of method: SignInMethod) -> String {
        let flags = method.flags.map { "--" + $0 }, needed = method.needed.map { "--" + $0 }
        let needs = needed.isEmpty ? "" : "; it needs " + Phrase.listed(needed, joinedBy: "and")
        let goes = flags.isEmpty ? "" : ". With " + Phrase.listed(flags, joinedBy: "and") + needs
        return method.summary.prefix(1).uppercased() + method.summary.dropFirst() + goes + "." + method.note
    }
}
