import Rendering

/// Every topic, in the order of help.
enum HelpTopics {
    static let all: [HelpTopic] = [
        quoting, variables, redirection, paths, queries, formats, times, settings, flags, guards, pages, recipes, tests,
        signIn,
        secrets, sandbox, faults,
        exit,
    ]

    static func named(_ name: String) -> HelpTopic? { all.first { $0.name == name } }

    private static let quoting = HelpTopic(
        name: "quoting", summary: "How a line is cut into words",
        page: {
            [
                .prose("Blanks separate words, and a line break ends the command unless something is open."),
                .terms([
                    ("'…'", "Taken as it stands."),
                    (
                        "\"…\"",
                        "May hold variables; \\\" \\\\ \\n \\r \\t and \\{ write a quote, a backslash, a line break, a carriage return, a tab and a brace; \\u{1b} any character by its number."
                    ),
                    ("\\x", "Outside quotes: the character as it stands. At the end of a line: the command goes on."),
                    (
                        "{…} […]",
                        "At the start of a word or of a value: taken as it stands up to the partner, over many lines, for JSON and GraphQL."
                    ),
                    ("# …", "At the start of a word: a comment up to the end of the line."),
                    ("--", "Ends the flags: what follows is arguments."),
                ]),
                .examples([
                    .init("table get sys_user 'Abel Tuter'", "one argument with a blank in it"),
                    .init("table create incident short_description=\"Printer on fire\"", "a value with blanks"),
                ]),
            ]
        })

    private static let guards = HelpTopic(
        name: "guards", summary: "What stands before a change, and how it is taken back",
        page: {
            [
                .terms([
                    ("open", "One record is changed without a question, several are asked for. The sandbox is open."),
                    ("confirm", "Every change is asked for: an instance without a profile."),
                    ("read-only", "Nothing is changed by any command, whatever is said."),
                ]),
                .prose(
                    """
                    A profile says which guard its instance has. A question shows the plan (the records, what stands in them
                    and what would) and wants the name of the instance typed. --allow-writes INSTANCE answers it beforehand,
                    and --no-input refuses. --plan shows the plan and changes nothing. A query that the instance would not
                    read as a whole changes nothing either.
                    """),
                .examples([
                    .init("profile add prod acme --guard read-only", "an instance that is never changed"),
                    .init("table update incident -q priority=5 state=3 --plan", "what that would change"),
                    .init("undo --run", "the last write taken back"),
                ]),
            ]
        })

    private static let variables = HelpTopic(
        name: "variables", summary: "Values kept for later lines",
        page: {
            [
                .prose(
                    """
                    {{name}} is replaced by the variable's value. The value stays one word, whatever it holds, and is never
                    read as a flag, a quote or another variable. In single quotes it is text. In an encoded query a value
                    that holds ^ is refused, since it would change the query.
                    """),
                .examples([
                    .init("set caller=abel.tuter", "a variable with a value"),
                    .init(
                        "table create incident caller_id={{caller}} => inc = .number",
                        "the new record's number, kept as {{inc}}"),
                    .init("table get incident {{inc}}", "that record"),
                ]),
                .prose("=> name keeps the whole answer as JSON, => name = .path one value of it: see help paths."),
            ]
        })

    private static let redirection = HelpTopic(
        name: "redirection", summary: "Where output goes: | > >> =>",
        page: {
            [
                .prose("These stand after the command's arguments, with a blank before them."),
                .terms([
                    (
                        "| PIPELINE",
                        "The rest of the line goes to the system's shell as it stands; the output is its input."
                    ),
                    ("> FILE", "The output replaces the file."),
                    (">> FILE", "The output is added to the file."),
                    ("=> NAME", "The answer is kept in a variable; => NAME = .PATH keeps one value of it."),
                ]),
                .prose(
                    """
                    Variables do not expand in a pipeline; they are there as environment variables. Replaying a tape shows
                    pipelines and files and does not touch them, unless --trust says so.
                    """),
                .examples([
                    .init("table list incident --all --format csv > incidents.csv", "every incident in a file"),
                    .init("table list incident --format json | jq '.[].number'", "the numbers"),
                ]),
            ]
        })

    private static let paths = HelpTopic(
        name: "paths", summary: "How => picks a value from an answer",
        page: {
            [
                .terms([
                    (".", "the whole answer"),
                    (".number", "a field"),
                    (".[0].number", "a field of the first record of a list; [-1] is the last"),
                    (".caller_id.display_value", "a field of a field"),
                    (".\"odd name\"", "a name with other characters than letters, digits, _ and -"),
                ]),
                .prose("The raw value is kept: a sys_id, not the name that is displayed for it."),
            ]
        })

    private static let queries = HelpTopic(
        name: "queries", summary: "Encoded queries, as -q takes them",
        page: {
            [
                .prose("A query is made of conditions: a field, an operator and a value, without blanks between them."),
                .terms([
                    ("a^b", "both"),
                    ("a^ORb", "one or the other; joined to the condition just before"),
                    ("a^NQb", "one or the other; two whole queries"),
                    ("^ORDERBYfield", "ordered by a field; ^ORDERBYDESCfield descending"),
                    ("caller_id.name=…", "a field of the record that a reference leads to"),
                ]),
                .terms(QueryOperator.all.map { ("field" + $0.spelling + ($0.takesValue ? "value" : ""), $0.summary) }),
                .prose(
                    """
                    An instance compares references with sys_ids, choices with their values, and dates as 2024-01-31 12:00:00
                    in UTC. Snowdeck translates the label of a choice, and the name, user name or number of a record, and
                    prints what is sent. --raw-query sends the query as it is typed.
                    """),
                .prose(
                    """
                    An instance ignores a condition that it cannot read or whose field its table does not have, and returns
                    too many records. You are warned about that, and about values that match nothing. --strict-query makes
                    these warnings errors; a change of many records is always refused then. Queries in a GraphQL document
                    are checked and not translated; rest sends its parameters as they are.
                    """),
                .examples([
                    .init(
                        "table list incident -q active=true^priority=1^ORpriority=2", "active ones of priority 1 or 2"),
                    .init(
                        "table list incident -q 'short_descriptionLIKEprinter on'", "a value with a blank needs quotes"),
                ]),
            ]
        })

    private static let formats = HelpTopic(
        name: "formats", summary: "The forms output can take",
        page: {
            [
                .terms(Format.allCases.map { ($0.name, $0.summary) }),
                .prose(
                    """
                    columns, line and markdown show what the instance displays; the others hold what it stores, and every
                    field unless -f says which. --display decides otherwise. Errors are JSON with --format json, too.
                    """),
            ]
        })

    private static let settings = HelpTopic(
        name: "settings", summary: "What set can change",
        page: {
            [
                .terms(
                    SettingTable.all.map {
                        ($0.name + "=" + $0.value.placeholder, "\($0.summary) (otherwise: \($0.fallback))")
                    })
            ]
        })

    private static let flags = HelpTopic(
        name: "flags", summary: "Flags that every command takes, and those of the start",
        page: {
            [
                .heading("With every command"),
                .terms(GlobalFlags.withCommand.map { ($0.synopsis, $0.meaning) }),
                .heading("When Snowdeck starts"),
                .terms(GlobalFlags.atStart.map { ($0.synopsis, $0.meaning) }),
                .prose(
                    "A flag's value follows it, or an =: --limit 5, --limit=5, -n 5, -n5. A flag stands once, anywhere after the command's name."
                ),
            ]
        })

    private static let secrets = HelpTopic(
        name: "secrets", summary: "Passwords: how they are given, and what is kept out of tapes",
        page: {
            [
                .prose(
                    """
                    A password is asked for at the terminal, without echo, unless --from says where it comes from: help sign-in.
                    Where nobody can be asked, the variable
                    SNOWDECK_PASSWORD holds it: for the instance of --instance (scheme, host and port), and for the user of
                    --user where that is given. It is offered to no other instance; without --instance it is offered to none.
                    """),
                .terms([
                    (
                        "SNOWDECK_PASSWORD=… snowdeck --instance dev12345 --user admin table count incident",
                        "one command, nobody asked"
                    )
                ]),
                .prose(
                    """
                    Tapes, the history and errors hold no secrets. Passwords, tokens and cookies of this session are removed
                    wherever they occur. So is the value of every field, parameter, header or column whose name contains
                    one of these words:
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
                    A record that names a secret (name=smtp.password value=…) hides its value. Texts inside texts are read too:
                    JSON in a string, XML, CSV, base64, gzip. What a request hides is also hidden in the line that sent it;
                    -H hides the values of unknown headers, a pipeline the arguments that look like credentials.
                    """),
                .prose(
                    """
                    Prose that mentions a password stays as it is. On the screen secret values are shown as ********.
                    tape audit searches a tape for secrets that were missed.
                    """),
            ]
        })

    private static let exit = HelpTopic(
        name: "exit", summary: "Exit statuses",
        page: {
            [.terms([("0", "done")] + Problem.Kind.allCases.map { (String($0.exitStatus), $0.meaning) })]
        })
}
