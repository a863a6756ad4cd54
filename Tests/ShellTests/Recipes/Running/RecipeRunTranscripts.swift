import Testing

/// Recipes that run, as a person sees them. Each tape is replayed strictly after.
@Suite struct RecipeRunTranscripts {
    static let transcripts = [
        Transcript(
            "A recipe shows its steps and what they print, and sums up",
            files: ["recipes/raise.recipe.md": RecipeFiles.raise],
            #"""
            > recipe run raise
            > recipe run raise what="No toner" --quiet
            > set
            """#),
        Transcript(
            "A loop goes through records, a condition passes over, a cleanup comes last",
            files: ["recipes/look.recipe.md": RecipeFiles.look],
            #"""
            > recipe run look
            """#),
        Transcript(
            "A recipe is as everybody has it: settings and variables of the session do not count",
            settings: ["format": "json", "limit": "1"],
            files: [
                "a.recipe.md": RecipeFiles.text(
                    "Count", "> table list incident -f number --order number\n? rows == 20\n...")
            ],
            #"""
            > recipe run a.recipe.md
            """#),
        Transcript(
            "An expectation and an output that fail are shown at their lines, and cleanup runs",
            files: [
                "recipes/fails.recipe.md": RecipeFiles.text(
                    "Fail",
                    """
                    > table get incident INC0010021 -f number,state,priority
                    ? .state == 99
                    ? rows == 2
                    number    [INC]
                    state     Gone
                    ...
                    > table count incident
                    """, "cleanup\n> table count problem")
            ],
            #"""
            > recipe run fails
            """#),
        Transcript(
            "A command that fails ends the recipe with its status, and a cleanup that fails has its own report",
            files: [
                "recipes/fails.recipe.md": RecipeFiles.text(
                    "Fail", "> table get incident INC9999999 => inc = .number\n> table count incident",
                    "cleanup\n> table get incident {{inc}}\n> table get incident INC8888888\n> table count problem"),
                "recipes/expects.recipe.md": RecipeFiles.text(
                    "Expect a failure", "> table get incident INC9999999\n? exit 3\n...\n"),
            ],
            #"""
            > recipe run fails
            > recipe run expects
            """#),
        Transcript(
            "A recipe uses another with its own variables",
            files: [
                "recipes/raise.recipe.md": RecipeFiles.raise,
                "recipes/twice.recipe.md": RecipeFiles.text(
                    "Raise two", writes: "incident, journal",
                    "use raise.recipe.md what=One => first = inc", "use raise.recipe.md what=Two => second = inc",
                    "> table list incident -q numberIN{{first}},{{second}} -f short_description --order number\n? rows == 2\n? .[0].short_description == One"
                ),
            ],
            #"""
            > recipe run twice
            """#),
        Transcript(
            "A step is repeated until what is waited for holds, or not",
            files: [
                "recipes/wait.recipe.md": RecipeFiles.text(
                    "Wait",
                    """
                    > table count incident
                    retry 2 every 1h until .count == 440
                    ? took < 2s
                    > table count incident
                    retry 2 every 1h until .count == 1
                    """)
            ],
            #"""
            > recipe run wait
            """#),
        Transcript(
            "A plan sends what reads and shows what it would change",
            files: ["recipes/raise.recipe.md": RecipeFiles.raise],
            #"""
            > recipe run raise --plan
            > table count incident
            """#),
    ]

    @Test(arguments: transcripts) func itReadsSo(_ transcript: Transcript) async throws { try await transcript.check() }
}
