extension ArgumentDefinition {
    static let recipeToSave = ArgumentDefinition("name", .word("NAME"), "What it is called, or its file")
}

extension CommandDefinition {
    static let recipeSave = CommandDefinition(
        "recipe save", "Make a recipe of this session",
        details: """
            Reads the tape: of the last session, or of the lines FIRST..LAST, whose numbers --plan shows. Lines that failed, that
            only looked around, or that ask what nothing uses are left out, and --plan says why of each. A value that came
            from an answer and went into a later line is captured where it showed; records, people, days and what stands in
            several lines become parameters, and secrets ones that are asked for. What a line said is expected again, with
            holes where it differs each time. What was created can be deleted at the end.

            A name is a file in the folder recipes; a path is itself. A recipe that is there is kept without --replace.
            """,
        arguments: [
            .recipeToSave,
            ArgumentDefinition("lines", .word("FIRST..LAST"), .optional, "The first and the last line, by number"),
        ],
        flags: [
            FlagDefinition("plan", "Show each line's fate and the recipe, and write nothing"),
            FlagDefinition("replace", "Replace a recipe of that name"),
            FlagDefinition("keep-failed", "Keep lines that failed, and expect them to fail"),
            FlagDefinition("keep-looking", "Keep lines that only look around"),
        ],
        replay: .skip,
        examples: [
            Example("recipe save raise-incident --plan", "what would become of each line, and the recipe"),
            Example("recipe save raise-incident", "this session as recipes/raise-incident.recipe.md"),
            Example("recipe save raise-incident 12..31 --replace", "these lines of the tape, over what is there"),
        ])
}
