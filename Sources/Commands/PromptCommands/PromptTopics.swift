import LineEditing
import Workbench

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
                .prose("Programs that Snowdeck starts do not inherit variables that hold secrets."),
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
