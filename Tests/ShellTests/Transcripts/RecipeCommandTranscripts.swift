import Testing

/// The recipe commands.
extension Transcripts {
    static let recipeCommands = [
        Transcript(
            "A recipe is listed, shown, run, recorded, extended and tested",
            files: ["recipes/raise.recipe.md": SampleRecipes.raise],
            typed: [
                "recipe list", "recipe show raise", "recipe run raise --record --quiet", "recipe test raise",
                "recipe run raise --extend --quiet", "recipe test raise", "recipe list",
            ],
            #"""
            > recipe list
            name   goal                                 parameters  writes            tape     last
            raise  Raise an incident and note the work  what        incident,journal  no tape
            > recipe show raise
            # Raise an incident and note the work

            writes: incident, journal

            ```params
            what = "Printer on fire"   # what is wrong
            ```

            ```snowdeck
            > table create incident short_description={{what}} caller_id=abel.tuter => inc = .number
            ? http 201
            ? .state == 1
            > task comment {{inc}} "On my way"
            Work note added to [INC].
            > table get incident {{inc}} -f number,short_description
            ? .short_description == {{what}}
            number             [INC]
            short_description  {{what}}
            ```
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
