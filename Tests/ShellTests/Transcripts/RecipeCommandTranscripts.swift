import Testing

/// The recipe commands.
extension Transcripts {
    static let recipeCommands = [
        Transcript(
            "A recipe is listed, run, recorded, extended and tested",
            files: ["recipes/raise.recipe.md": SampleRecipes.raise],
            typed: [
                "recipe list", "recipe run raise --record --quiet", "recipe test raise",
                "recipe run raise --extend --quiet",
                "recipe test raise", "recipe list",
            ],
            #"""
            > recipe list
            name   goal                                 parameters  writes            tape     last
            raise  Raise an incident and note the work  what        incident,journal  no tape
            > recipe run raise --record --quiet
            ! 3 steps, 5 expectations held; 1 record created, 1 other change.
            > recipe test raise
            TAP version 14
            1..1
            ok 1 - raise recipe run raise --record --quiet
            > recipe run raise --extend --quiet
            ! 3 steps, 5 expectations held; 1 record created, 1 other change.
            > recipe test raise
            TAP version 14
            1..1
            ok 1 - raise recipe run raise --extend --quiet
            > recipe list
            name   goal                                 parameters  writes            tape  last
            raise  Raise an incident and note the work  what        incident,journal  now   passed
            """#)
    ]
}
