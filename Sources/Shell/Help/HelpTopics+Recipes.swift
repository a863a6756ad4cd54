extension HelpTopics {
    static let recipes = HelpTopic(
        name: "recipes", summary: "Files of commands that teammates read, run and trust",
        page: {
            [
                .prose(
                    """
                    recipes/NAME.recipe.md is Markdown. The first heading is the goal, and prose explains. Blocks in the language
                    snowdeck are steps, and blocks in the language params what the recipe wants to be told; all other blocks are
                    prose and never run.
                    """),
                .usage([
                    "# Raise an incident and note the work", "writes: incident, journal", "```params",
                    "caller = abel.tuter   # reference(sys_user.user_name): who reports it", "```", "```snowdeck",
                    "> table create incident short_description=\"Printer on fire\" caller_id={{caller}} => inc = .number",
                    "? .state == 1", "> task comment {{inc}} \"On my way\"", "Work note added to [INC].", "```",
                ]),
                .terms([
                    (
                        "writes: …",
                        "What it changes, below the heading: tables, journal, attachment, page, rest. Nothing else is changed."
                    ),
                    (
                        "name = value   # type: …",
                        "A parameter; without a value it has to be given. Types: string, int, bool, date, sys_id, reference(table.column), choice(table.column), query, file, secret."
                    ),
                    ("> …", "A step: a command as at the prompt, over several lines where the prompt would go on."),
                    (
                        "? …",
                        "What is expected: exit 0, http 201, rows >= 1, took < 2s, header NAME contains …, .path == …; == != < <= > >= ~ contains, exists, absent, type. A step must end with 0 unless this says otherwise."
                    ),
                    (
                        "other lines",
                        "Expected output, with holes: [INC] a record's number, [SYS_ID], [TIME], [DATE], [N], [..] anything in the line, ... any lines. A line that begins with > ? # or retry gets a \\ before it."
                    ),
                    ("retry 5 every 2s until …", "The command runs again until it holds, five times at most."),
                    (
                        "for row in …",
                        "First line of a block: its steps run for each record; {{row.number}} is a field."
                    ),
                    (
                        "if {{state}} != 7",
                        "First line of a block: its steps run only then; if {{inc}} exists asks for a value."
                    ),
                    ("cleanup", "First line of a block: its steps run at the end, whatever happened."),
                    (
                        "use FILE name=value => inc",
                        "A block of one line: another recipe's steps, and what is taken over."
                    ),
                    ("timeout 30s", "First line of a block: how long each request of its steps may take."),
                ]),
                .prose(
                    """
                    Parameters come from the line (name=value), --param, --params FILE, the environment
                    (SNOWDECK_PARAM_NAME), the default, or a question.
                    """),
                .examples([
                    .init("recipe list", "what there is"),
                    .init("recipe show triage", "one of them, laid out"),
                    .init("recipe lint", "what is wrong with them"),
                ]),
            ]
        })
}
