import Rendering
import Workbench

/// The topics that apply to many commands.
extension HelpTopics {
    static let ofPrompt: [HelpTopic] = [
        quoting, variables, redirection, paths, formats, settings, flags, guards, secrets, keys, completion,
        output, files, environment, exit,
    ]

    private static let quoting = HelpTopic(
        name: "quoting", summary: "How a line is split into words",
        page: {
            [
                .prose("Blanks separate words. A line break ends the command unless a quote or bracket is open."),
                .terms([
                    ("'…'", "Taken literally."),
                    (
                        "\"…\"",
                        "May hold variables; \\\" \\\\ \\n \\r \\t and \\{ write a quote, a backslash, a line break, a carriage return, a tab and a brace; \\u{1b} any character by its number."
                    ),
                    ("\\x", "Outside quotes: the character itself. At the end of a line: the command continues."),
                    (
                        "{…} […]",
                        "At the start of a word or value: taken literally up to the matching bracket, over many lines, for JSON and GraphQL."
                    ),
                    ("# …", "At the start of a word: a comment to the end of the line."),
                    ("--", "Ends the flags; arguments follow."),
                ]),
                .examples([
                    .init("table get sys_user 'Abel Tuter'", "one argument with a blank in it"),
                    .init("table create incident short_description=\"Printer on fire\"", "a value with blanks"),
                ]),
            ]
        })

    private static let guards = HelpTopic(
        name: "guards", summary: "When changes need confirmation, and how to undo them",
        page: {
            [
                .terms([
                    ("open", "Changes of several records need confirmation. The sandbox is open."),
                    (
                        "confirm",
                        "Every change needs confirmation: a single one y, several the profile's name. The default for instances."
                    ),
                    ("production", "Every change takes the profile's name, typed. The prompt is red."),
                    ("read-only", "No command changes anything, whatever its flags."),
                ]),
                .prose(
                    """
                    A profile sets the guard of its instance. Before any change you see the affected records with old
                    and new values. Without a profile the instance's name is typed.
                    """),
                .prose(
                    """
                    --allow-writes INSTANCE confirms in advance; with --no-input the change is rejected. --plan shows
                    the plan and changes nothing. A query with a condition that the instance would ignore never
                    changes anything.
                    """),
                .examples([
                    .init("profile add prod acme --guard production", "every change takes the name, typed"),
                    .init("table update incident -q priority=5 state=3 --plan", "the plan; nothing is changed"),
                    .init("undo --run", "revert the last write"),
                ]),
            ]
        })

    private static let variables = HelpTopic(
        name: "variables", summary: "Keep values for later lines",
        page: {
            [
                .prose(
                    """
                    {{name}} is replaced by the value of the variable, which stays one word and is never read as a
                    flag, a quote or another variable. In single quotes it is plain text. In an encoded query a value
                    with ^ is rejected, because it would change the query.
                    """),
                .examples([
                    .init("set caller=abel.tuter", "a variable with a value"),
                    .init(
                        "table create incident caller_id={{caller}} => inc = .number",
                        "the new record's number, kept as {{inc}}"),
                    .init("table get incident {{inc}}", "that record"),
                ]),
                .prose("=> name keeps the whole answer as JSON, => name = .path a single value (help paths)."),
            ]
        })

    private static let redirection = HelpTopic(
        name: "redirection", summary: "Send output elsewhere: | > >> =>",
        page: {
            [
                .prose("Put these after the command's arguments, with a blank before them."),
                .terms([
                    (
                        "| PIPELINE",
                        "The system's shell runs the rest of the line, with the output as its input."
                    ),
                    ("> FILE", "The output replaces the file."),
                    (">> FILE", "The output is appended to the file."),
                    ("=> NAME", "A variable keeps the answer; => NAME = .PATH keeps one value."),
                ]),
                .prose(
                    """
                    Variables do not expand in a pipeline; it has them as environment variables. A replay runs no
                    pipeline and writes no file unless --trust is given.
                    """),
                .examples([
                    .init("table list incident --all --format csv > incidents.csv", "every incident in a file"),
                    .init("table list incident --format json | jq '.[].number'", "the numbers"),
                ]),
            ]
        })

    private static let paths = HelpTopic(
        name: "paths", summary: "How => selects a value of an answer",
        page: {
            [
                .terms([
                    (".", "the whole answer"),
                    (".number", "a field"),
                    (".[0].number", "a field of the first record of a list; [-1] is the last"),
                    (".caller_id.display_value", "a field of a field"),
                    (".\"odd name\"", "a name with other characters than letters, digits, _ and -"),
                ]),
                .prose("The stored value is kept: the sys_id of a reference, not its display value."),
            ]
        })

    private static let formats = HelpTopic(
        name: "formats", summary: "Output formats",
        page: {
            [
                .terms(Format.allCases.map { ($0.name, $0.summary) }),
                .prose(
                    """
                    columns, line and markdown show display values. The others are data formats: they hold stored
                    values, and every field unless -f is given. --display overrides this. With --format json errors
                    are JSON, too.
                    """),
            ]
        })

    private static let settings = HelpTopic(
        name: "settings", summary: "Settings that set can change",
        page: {
            [
                .terms(
                    SettingTable.all.map {
                        ($0.name + "=" + $0.value.placeholder, "\($0.summary) (default: \($0.fallback))")
                    }),
                .prose("set --save NAME=VALUE keeps a value for later sessions, as a line of the start-up file."),
            ]
        })

    private static let flags = HelpTopic(
        name: "flags", summary: "Flags of every command and of the program",
        page: {
            [
                .heading("With every command"),
                .terms(GlobalFlags.withCommand.map { ($0.synopsis, $0.meaning) }),
                .heading("When Snowdeck starts"),
                .terms(GlobalFlags.atStart.map { ($0.synopsis, $0.meaning) }),
                .prose(
                    "Write a value as --limit 5, --limit=5, -n 5 or -n5. Flags may be anywhere after the command's name, each once."
                ),
            ]
        })

    private static let secrets = HelpTopic(
        name: "secrets", summary: "How passwords are given, and what tapes leave out",
        page: {
            [
                .prose(
                    """
                    You are prompted for a password unless --from names its source (help sign-in). Without a terminal,
                    set SNOWDECK_PASSWORD: it is used only for the instance given by --instance, and for the user
                    given by --user if there is one. Without --instance it is never used.
                    """),
                .terms([
                    (
                        "SNOWDECK_PASSWORD=… snowdeck --instance dev12345 --user admin table count incident",
                        "one command without a prompt"
                    )
                ]),
                .prose(
                    """
                    Tapes, the history and errors hold no secrets. Passwords, tokens and cookies of this session are
                    removed everywhere, and so is the value of every field, parameter, header or column whose name
                    contains one of these words:
                    """),
                .terms([
                    (
                        "secret",
                        "password, passwd, pwd, pass, pw, passphrase, secret, token, bearer, csrf, otp, pin, credential, basic auth, auth code, api key, private key, access key: u_db_password, apiToken, client_secret, x-api-key"
                    ),
                    (
                        "not secret",
                        "information about one: token_type, password_needs_reset, secret_question; a yes or no: has_password; a number: max_tokens"
                    ),
                ]),
                .prose(
                    """
                    The value of a record that names a secret (name=smtp.password value=…) is hidden. Nested texts are
                    searched: JSON in a string, XML, CSV, base64, gzip, ZIP archives. What is hidden in a request is hidden in its
                    command line, as are values of unknown headers (-H) and arguments of pipelines that look like
                    credentials.
                    """),
                .prose(
                    """
                    Passwords in prose are not recognized. What cannot be read, such as an encrypted archive, is
                    recorded unchanged with a warning. Secret values are printed as ********. tape audit searches a
                    tape for secrets, and fails if it cannot read something.
                    """),
            ]
        })

    private static let exit = HelpTopic(
        name: "exit", summary: "Exit statuses",
        page: {
            [.terms([("0", "done")] + Problem.Kind.allCases.map { (String($0.exitStatus), $0.meaning) })]
        })
}
