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
