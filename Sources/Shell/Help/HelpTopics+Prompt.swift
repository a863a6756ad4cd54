import LineEditing

/// The prompt: its keys, and the files and variables it reads.
extension HelpTopics {
    static let keys = HelpTopic(
        name: "keys", summary: "The keys of the prompt",
        page: {
            [
                .terms(EditKeys.all.map { ($0.keys, $0.meaning + ".") }),
                .heading("In the list of candidates"),
                .terms([
                    ("Tab, Down, Up, Shift-Tab", "Move in the list."), ("Enter", "Take the candidate."),
                    ("Esc", "Close the list."), ("letters", "Narrow the list."),
                ]),
                .heading("Short lines"),
                .terms([
                    ("Enter on the empty line", "Runs the corrected line that is shown dim after a mistake."),
                    ("1, 2, …", "Runs the hint of that number."),
                    ("!!, !12, !text", "The previous line, line 12 of the history, the newest line that begins so."),
                    ("INC0010021", "The record of that number."),
                    ("incident", "The records of that table. incident INC0010021 shows one."),
                ]),
                .prose(
                    """
                    ~/.editrc binds other keys; bind -v as its line chooses vi keys (editrc(5)). set highlight=off and
                    set suggest=off turn colors and suggestions off (help completion).
                    """),
            ]
        })

    static let completion = HelpTopic(
        name: "completion", summary: "What Tab offers, and what is suggested",
        page: {
            [
                .prose(
                    """
                    Tab offers commands, flags, tables, fields, choices, records and files. Candidates that begin with
                    what is typed come first, then those that contain it.
                    """),
                .terms([
                    (
                        "caller_id=bet",
                        "Records by display name, user name or number, at most \(ReferenceQuery.limit). From \(ReferenceQuery.contained) letters on, any part of the name counts."
                    ),
                    (
                        "-q 'opened_at>",
                        "Dates in UTC, and scripts such as javascript:gs.daysAgo(7) with what they mean now."
                    ),
                    ("--view", "Views of the instance."),
                    ("| gr", "Programs on the PATH."),
                    ("=> x = .num", "Paths of the command's last answer, or the fields of its table."),
                ]),
                .prose(
                    """
                    A reference is inserted by name where Snowdeck looks names up, by display value with --input
                    display, and otherwise by sys_id. What Tab asks is recorded; a replay answers from its tape.
                    """),
                .heading("While you type"),
                .prose(
                    """
                    The newest line that begins like yours is shown dim, or the rest of a word that only one command,
                    flag, table or field completes. Right takes it, Alt-Right a word of it. Changes are suggested only
                    where they need no confirmation.
                    """),
                .prose(
                    """
                    Misspelled commands are red. Once the fields of a table are known, other names are underlined. set
                    suggest=off and set highlight=off turn these off.
                    """),
                .examples([
                    .init("table list incident -q caller_id=beth.anglin", "a reference by user name"),
                    .init("table list incident -q 'opened_at>javascript:gs.daysAgo(7)'", "the last seven days"),
                ]),
            ]
        })

    static let files = HelpTopic(
        name: "files", summary: "The files that Snowdeck reads and writes",
        page: {
            [
                .terms([
                    ("~/.config/snowdeck/snowdeckrc", "Profiles, settings and themes ($XDG_CONFIG_HOME)."),
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
