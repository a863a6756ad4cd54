extension CommandDefinition {
    static let recipeRun = CommandDefinition(
        "recipe run", "Run a recipe",
        details: """
            NAME is recipes/NAME.recipe.md, a path is itself. Each step is shown with what it prints, and is a command of its
            own on the tape. A step that fails, by its exit status or by what is expected of it, ends the recipe; cleanup
            blocks run then too, and after Ctrl-C. Steps change only what the recipe declares (writes:), and anything but
            the sandbox only with --allow-writes INSTANCE. They read and write files of the recipe's folder only, reach the
            chosen instance only, and run pipelines and redirections only with --trust. Settings and variables of the session
            do not count.
            """,
        arguments: [
            ArgumentDefinition("recipe", .word("NAME"), "The recipe, by its name or file"),
            ArgumentDefinition("values", .assignment(of: .member), .repeated, "A parameter and its value"),
        ],
        flags: [
            FlagDefinition("param", .parameter, mayRepeat: true, "Give a parameter its value"),
            FlagDefinition("params", .file, "Take parameters from this file, a JSON object"),
            FlagDefinition("plan", "Send what reads, show what would be sent beside it, and change nothing"),
            FlagDefinition("record", "Record it onto its own tape, sessions/NAME.cassette, started over"),
            FlagDefinition("extend", "Play what its own tape has, and record the rest behind it"),
            FlagDefinition("go-on", "Run the steps after one whose expectations do not hold as well"),
            FlagDefinition("quiet", "Show failures and the summary only"),
        ],
        rules: [.atMostOne(["plan", "record", "extend"])],
        examples: [
            Example("recipe run triage", "recipes/triage.recipe.md, step by step"),
            Example("recipe run raise caller=beth.anglin --plan", "what it would ask and change; nothing is changed"),
            Example("recipe run raise --record", "the tape that recipe test plays, made anew"),
            Example("recipe run audit --extend", "after a step was added: only what is new is asked"),
            Example("recipe run audit --go-on --quiet", "everything that is not as expected, in one run"),
        ])

    static let recipeTest = CommandDefinition(
        "recipe test", "Test recipes against their tapes",
        details: """
            Plays the tape of each recipe (sessions/NAME.cassette) strictly, with the recipe's present text, and says what does
            not hold, what is not as recorded, and which steps were added, changed or taken out. Nothing is sent. A run that
            --extend recorded stands for the earlier ones of the same parameters. It ends with 6 when an expectation does not
            hold or a recording differs, with 5 when a tape is missing or cannot answer.
            """,
        arguments: [
            ArgumentDefinition("recipes", .word("NAME"), .repeated, "Recipes; all of the folder recipes without one")
        ],
        flags: [.report("Write a report for programs: TAP, JUnit's XML or JSON")],
        replay: .skip,
        examples: [
            Example("recipe test", "every recipe of the folder recipes"),
            Example("recipe test triage --report junit", "one, for continuous integration"),
        ])
}
