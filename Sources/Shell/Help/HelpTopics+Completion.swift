/// Completion and suggestions.
extension HelpTopics {
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
}
