extension CommandDefinition {
    static let recipeAccept = CommandDefinition(
        "recipe accept", "Expect of a recipe what it gives now",
        details: """
            Plays the recipe's tape, or with --live runs it now, and shows each place of the file that expects something else:
            the line as it stands, and as it would be. Each is asked for: y takes it, n leaves it, q ends. Holes and variables
            stay wherever the new text still fits them, and nothing else of the file changes. That a command fails is never
            taken.
            """,
        arguments: [.recipe],
        flags: [
            FlagDefinition("all", "Take every difference, and ask nothing"),
            FlagDefinition("live", "Run the recipe now instead of playing its tape"),
        ],
        replay: .skip,
        examples: [
            Example("recipe accept raise-incident", "each difference with the tape, asked for"),
            Example("recipe accept raise-incident --live --all", "the recipe run now, and all that it gave taken"),
        ])
}
