import CommandLanguage
import LineEditing
import Rendering
package import Workbench

extension Capability {
    /// The prompt itself. The executable adds what its own command line can do.
    package static func prompt(verbs: [Command]) -> Capability {
        Capability(
            "Prompt", commands: [.last, .edit, .alias, .set, .vars, .watch, .clear, .version, .help, .quit],
            verbs: verbs,
            topics: HelpTopics.ofPrompt, settings: SettingTable.ofPrompt, completes: CompletionEngine.watchedValues)
    }
}

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
                        "May contain variables; \\\" \\\\ \\n \\r \\t and \\{ write a quote, a backslash, a line break, a carriage return, a tab and a brace; \\u{1b} any character by its number."
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
                        "You confirm each change: one record with y, several by typing the profile's name. The default for instances."
                    ),
                    ("production", "You confirm each change by typing the profile's name. The prompt is red."),
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
                    .init("profile add prod acme --guard production", "each change is confirmed by typing prod"),
                    .init("table update incident -q priority=5 state=3 --plan", "the plan; nothing is changed"),
                    .init("undo --run", "revert the last change, and again the one before"),
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
                .prose(
                    """
                    => name keeps the whole answer as JSON, => name = .path a single value (help paths), and
                    => name = .[].field a list. In -q a list is compared with = or !=, which become IN and NOT IN. for
                    runs a command for each of its values. vars shows all variables, and set NAME one.
                    """),
                .examples([
                    .init("table list incident -n 5 -f number => nums = .[].number", "five numbers as a list"),
                    .init("table list incident -q number={{nums}}", "the records of a list"),
                    .init("for n in {{nums}} table get incident {{n}}", "one after the other"),
                ]),
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
                    (".[].number", "that field of each record, as a list"),
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
                    \(Phrase.listed(Format.names(forPrograms: false), joinedBy: "and")) show display values. The
                    others are data formats: they hold stored values, and every field unless -f is given. --display
                    overrides this. With --format json errors are JSON, too.
                    """),
                .prose(
                    """
                    In JSON of records, integers and decimals are numbers, true and false are booleans, and lists are
                    arrays, as the table's columns say; an empty number or boolean is null. Displayed values, columns of
                    other tables, and all values with --strings are strings. Captures (=>) keep text.
                    """),
                .prose(
                    """
                    Formats for people show HTML fields as text; --raw shows them as stored. On a terminal, values of one
                    record are wrapped, and lists that are too wide are shown as wide says (help settings).
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

/// The prompt: its keys, and the files and variables it reads.
extension HelpTopics {
    static let keys = HelpTopic(
        name: "keys", summary: "The keys of the prompt",
        page: {
            [
                .terms(EditKeys.all.map { ($0.keys, $0.meaning + ".") }),
                .heading("In the list of candidates"),
                .terms([
                    ("Tab, Down, Up, Shift-Tab", "Move in the list."), ("Enter", "Insert the candidate."),
                    ("Esc", "Close the list."), ("letters", "Narrow the list."),
                ]),
                .heading("In the history list (Ctrl-R)"),
                .terms([
                    ("letters", "Search: lines with this text, with its words, with its letters in order."),
                    ("Down, Up, Ctrl-R, Ctrl-S", "Move in the list."),
                    ("Tab, Shift-Tab", "All lines, those on this instance, that failed, that change records."),
                    ("Enter", "Run the line."), ("Esc", "Edit the line before running it."),
                    ("Ctrl-G", "Close the list and restore your line."),
                ]),
                .heading("Short lines"),
                .terms([
                    ("Enter on the empty line", "Run the correction that is shown dim after an error."),
                    ("1, 2, …", "Run the hint with that number."),
                    ("!!, !12, !text", "The previous line, line 12 of the history, the newest line that begins so."),
                    ("INC0010021", "Show the record with that number."),
                    ("incident", "List the records of that table. incident INC0010021 shows one."),
                    ("table list ?", "Explain that command."),
                    ("tour, doctor, serve …", "Run a command of the program; Ctrl-C ends it."),
                ]),
                .prose(
                    """
                    ~/.editrc binds other keys; bind -v as its line chooses vi keys (editrc(5)). set highlight=off and
                    set suggest=off turn colors and suggestions off (help completion).
                    """),
            ]
        })

    static let output = HelpTopic(
        name: "output", summary: "The pager, colors, links, and answers again",
        page: {
            [
                .heading("Pager"),
                .prose(
                    """
                    At the prompt an answer that is taller than the screen opens in $PAGER, else in less; q or Ctrl-C
                    leaves it. set pager=off prints everything, set pager='less -N' chooses another. Scripts, pipelines,
                    files, watch and replays have no pager.
                    """),
                .heading("Colors and links"),
                .prose(
                    """
                    On a terminal urgent values are red or yellow and done ones dim, the keys of JSON and YAML are
                    colored, error: is red and warning: yellow. Numbers, sys_ids and references of known tables are
                    links to their records, except on the sandbox. set color=never, --no-color or $NO_COLOR turns both
                    off. Files, pipelines and tapes have neither.
                    """),
                .heading("The same answer again"),
                .examples([
                    .init("last -f number,state --order -priority", "columns of the last answer, in another order"),
                    .init("last 2 --format csv > found.csv", "the answer before, in a file"),
                    .init("table count incident --by state --chart", "counts as bars"),
                ]),
            ]
        })

    static let files = HelpTopic(
        name: "files", summary: "The files that Snowdeck reads and writes",
        page: {
            [
                .terms([
                    ("~/.config/snowdeck/snowdeckrc", "Profiles, aliases and settings ($XDG_CONFIG_HOME)."),
                    ("~/.local/state/snowdeck", "History and recent tapes ($XDG_STATE_HOME)."),
                    ("sessions/NAME.cassette", "Tapes with a name."),
                    ("recipes/NAME.recipe.md", "Recipes of the project."),
                    ("~/.editrc", "Keys of the prompt ($EDITRC; help keys)."),
                    (
                        "PREFIX/share/snowdeck",
                        "Example recipes and a tape to replay; copy them into a project to use them."
                    ),
                ])
            ]
        })

    static let environment = HelpTopic(
        name: "environment", summary: "The environment variables that Snowdeck reads",
        page: {
            [
                .terms([
                    ("SNOWDECK_PASSWORD", "The password of the first sign-in (help secrets)."),
                    ("SNOWDECK_PARAM_NAME", "The parameter NAME of a recipe."),
                    ("NO_COLOR", "When set and not empty: no colors."),
                    ("PAGER, LESS", "The pager of tall answers (help output), and its flags."),
                    ("VISUAL, EDITOR", "The editor of edit and Ctrl-X Ctrl-E."),
                    ("BROWSER", "The browser of page browse and of sign-in."),
                    ("TERM, COLORTERM", "What the terminal can show."),
                    ("EDITRC", "The file of keys instead of ~/.editrc."),
                    ("TZ", "The time zone in which times are shown (help times)."),
                    ("LC_ALL, LC_CTYPE, LANG", "Whether the terminal shows UTF-8."),
                    ("XDG_CONFIG_HOME, XDG_STATE_HOME", "Where the files are (help files)."),
                ]),
                .prose("Programs that Snowdeck starts do not inherit variables that contain secrets."),
            ]
        })
}

/// Completion and suggestions.
extension HelpTopics {
    static let completion = HelpTopic(
        name: "completion", summary: "Tab completion and suggestions",
        page: {
            [
                .prose(
                    """
                    Tab offers commands, flags, tables, fields, choices, records and files. Candidates that begin with
                    the typed text come first, then those that contain it.
                    """),
                .terms([
                    (
                        "caller_id=bet",
                        "Records by display name, user name or number, at most \(ReferenceQuery.limit). From \(ReferenceQuery.contained) letters on, any part of the name counts."
                    ),
                    (
                        "-q 'opened_at>",
                        "Dates in UTC, and scripts such as javascript:gs.daysAgo(7) with their current values."
                    ),
                    ("--view", "Views of the instance."),
                    ("| gr", "Programs on the PATH."),
                    ("=> x = .num", "Paths in the command's last answer, or the fields of its table."),
                ]),
                .prose(
                    """
                    A reference is inserted by name where Snowdeck looks up names, by display value with --input
                    display, else by sys_id. The requests of Tab are recorded, and a replay answers them from its tape.
                    """),
                .heading("While you type"),
                .prose(
                    """
                    Dim text is a suggestion: the newest line that begins like yours, or the rest of a word with a
                    single completion. Right accepts it, Alt-Right accepts one word. Commands that change records are
                    suggested only where they need no confirmation.
                    """),
                .prose(
                    """
                    Misspelled commands are red. Once the fields of a table are known, unknown names are underlined. set
                    suggest=off and set highlight=off turn these off.
                    """),
                .examples([
                    .init("table list incident -q caller_id=beth.anglin", "a reference by user name"),
                    .init("table list incident -q 'opened_at>javascript:gs.daysAgo(7)'", "the last seven days"),
                ]),
            ]
        })
}
