import LineEditing
import NowSDK
package import Workbench

extension Capability {
    package static let instances = Capability(
        "Instances",
        commands: [
            .connect, .login, .logout, .whoami, .profileAdd, .profileList, .profileShow, .profileUse, .profileEdit,
            .profileRemove,
        ],
        groups: [
            CommandGroup("profile", "Manage profiles: instances with their sign-in and guard")
        ],
        topics: [HelpTopics.signIn],
        completes: CompletionEngine.instanceValues, explains: SignInProblems.explain,
        signIns: SignInMethod.all.map(\.flags))
}

extension CompletionEngine {
    /// Completes instances, profiles, and kinds of sign-in.
    @Sendable static func instanceValues(
        _ engine: CompletionEngine, _ kind: ValueKind, _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        func offer(_ names: [Candidate]) -> Completions { engine.offer(names, point, in: word) }
        return switch kind {
        case .instance: offer([Candidate("sandbox", "the embedded sandbox")] + engine.environment.instances())
        case .profile: offer(engine.environment.instances())
        case .signInKind: offer(SignInMethod.all.map { Candidate($0.kind.rawValue, $0.summary) })
        case .secretSource: offer(secretSources)
        default: nil
        }
    }

    private static let secretSources = [
        Candidate("keyring", "the desktop's keyring"), Candidate("ask", "a prompt without echo"),
        Candidate("env:", "an environment variable: env:NAME", appendsSpace: false),
        Candidate("command:", "the first line a command writes: 'command:pass show dev1'", appendsSpace: false),
        Candidate("fd:", "the first line of an open file: fd:3", appendsSpace: false),
    ]
}

extension HelpTopics {
    static let signIn = HelpTopic(
        name: "sign-in", summary: "Kinds of sign-in, and where secrets come from",
        page: {
            [
                .prose(
                    """
                    profile add, connect, login and the program take these flags. A profile stores them, so that
                    connect NAME is enough. While cookies are valid no credentials are sent; tokens are renewed.
                    Without --user you are prompted for user and password at a terminal, or offered the browser, when
                    the instance rejects a request; a script gets the rejection.
                    """),
                .terms(SignInMethod.all.map { ("--sign-in " + $0.kind.rawValue, meaning(of: $0)) }),
                .heading("Sources of secrets"),
                .prose(
                    """
                    No flag takes a secret, because other users can see command lines. --from names the source of the
                    password, key, token or client secret; --client-from that of the client secret if --from is the
                    user's. Default: SNOWDECK_PASSWORD (help secrets), then the keyring, then a prompt.
                    """),
                .terms([
                    ("ask", "A prompt at the terminal, without echo."),
                    (
                        "keyring",
                        "The desktop's keyring (secret-tool). login --remember stores a secret, logout --forget removes it."
                    ),
                    ("env:NAME", "An environment variable. Programs that Snowdeck starts do not inherit it."),
                    (
                        "'command:LINE'",
                        "The first line of output of a shell command, such as pass show dev1."
                    ),
                    ("fd:N", "The first line of an open file descriptor: fd:3 with 3< FILE."),
                ]),
                .heading("Examples"),
                .examples([
                    .init("connect dev12345 --sign-in browser", "a browser window, with single sign-on"),
                    .init("connect dev12345 --sign-in paste", "a request copied from a browser elsewhere"),
                    .init("connect dev12345 --user admin", "basic, with a prompt for the password"),
                    .init(
                        "connect dev12345 --sign-in oauth-password --user admin --client-id ID --client-from keyring",
                        "a token for a password"),
                    .init(
                        "connect dev12345 --sign-in oauth-code --client-id ID", "a token, with sign-in in the browser"),
                    .init(
                        "connect dev12345 --sign-in oauth-client --client-id ID --from env:SNOW_SECRET",
                        "a token for an application"),
                    .init(
                        "connect dev12345 --sign-in oauth-jwt --user admin --client-id ID --key /etc/ci/key.pem",
                        "a token for a signed JWT (assertion)"),
                    .init(
                        "connect dev12345 --sign-in oauth-jwt --user admin --client-id ID --from env:SNOW_SECRET",
                        "the same, signed with the client secret"),
                    .init(
                        "connect dev12345 --sign-in token --from 'command:vault read -field=token snow'",
                        "an existing access token"),
                    .init("connect dev12345 --sign-in api-key --from env:SNOW_KEY", "an API key"),
                    .init(
                        "connect dev12345 --sign-in certificate --certificate ~/me.pem --key ~/me.key",
                        "a client certificate"),
                    .init("connect dev12345 --sign-in guest", "unauthenticated"),
                ]),
                .heading("Without a terminal"),
                .prose(
                    """
                    In CI give every flag at the start, with --no-input. A sign-in that is not possible exits 3 and
                    reports what is missing.
                    """),
                .terms([
                    (
                        "snowdeck --instance dev12345 --sign-in oauth-client --client-id ID --from env:SNOW_SECRET --no-input table count incident",
                        "one command in CI"
                    )
                ]),
            ]
        })

    private static func meaning(of method: SignInMethod) -> String {
        let flags = method.flags.all.map(\.spelling), needed = method.flags.needed.map(\.spelling)
        let needs = needed.isEmpty ? "" : "; it needs " + Phrase.listed(needed, joinedBy: "and")
        let goes = flags.isEmpty ? "" : ". With " + Phrase.listed(flags, joinedBy: "and") + needs
        return method.summary.prefix(1).uppercased() + method.summary.dropFirst() + goes + "." + method.note
    }
}
