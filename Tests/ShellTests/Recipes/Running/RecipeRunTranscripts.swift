import Testing

/// Running recipes at a terminal. Each tape is replayed strictly afterwards.
@Suite struct RecipeRunTranscripts {
    static let transcripts = [
        Transcript(
            "A recipe shows its steps and what they print, and sums up",
            files: ["recipes/raise.recipe.md": SampleRecipes.raise],
            typed: ["recipe run raise", #"recipe run raise what="No toner" --quiet"#, "set | grep -c variable; true"],
            #"""
            > recipe run raise
            > table create incident short_description={{what}} caller_id=abel.tuter => inc = .number
            number             INC0010201
            short_description  Printer on fire
            priority           5 - Planning
            state              New
            assigned_to
            caller_id          Abel Tuter
            sys_id             10e38fd54ad1ee50d82a64ba652b0eef
            > task comment {{inc}} "On my way"
            > table get incident {{inc}} -f number,short_description
            number             INC0010201
            short_description  Printer on fire
            ! Created incident INC0010201.
            ! Work note added to INC0010201.
            ! 3 steps, 5 expectations held; 1 record created, 1 other change.
            > recipe run raise what="No toner" --quiet
            ! 3 steps, 5 expectations held; 1 record created, 1 other change.
            > set | grep -c variable; true
            0
            """#),
        Transcript(
            "A loop goes through records, a condition passes over, a cleanup comes last",
            files: ["recipes/look.recipe.md": SampleRecipes.look],
            typed: ["recipe run look"],
            #"""
            > recipe run look
            > table list incident -n 2 --order number -f number,caller_id.email => first = .[0].number
            number      caller_id.email
            INC0009751  amara.okafor@example.com
            INC0009752  luca.moretti@example.com
            for row in table list incident -n 2 --order number -f number,caller_id.email: 2 records
            if {{row.number}} != INC0009751: does not hold, skipped
            > table get incident {{row.number}} -f number
            number  INC0009752
            cleanup
            > table count incident -q number={{first}}
            1
            ! 2 of 440 shown; -n NUMBER or --all shows more.
            ! 3 steps, 4 expectations held; nothing was changed.
            """#),
        Transcript(
            "A recipe is as everybody has it: settings and variables of the session do not count",
            settings: ["format": "json", "limit": "1"],
            files: [
                "a.recipe.md": SampleRecipes.text(
                    "Count", "> table list incident -f number --order number\n? rows == 20\n...")
            ],
            typed: ["recipe run a.recipe.md --quiet"],
            #"""
            > recipe run a.recipe.md --quiet
            ! 1 step, 2 expectations held; nothing was changed.
            """#),
        Transcript(
            "A recipe uses another with its own variables",
            files: [
                "recipes/raise.recipe.md": SampleRecipes.raise,
                "recipes/twice.recipe.md": SampleRecipes.text(
                    "Raise two", writes: "incident, journal",
                    "use raise.recipe.md what=One => first = inc", "use raise.recipe.md what=Two => second = inc",
                    "> table list incident -q numberIN{{first}},{{second}} -f short_description --order number\n? rows == 2\n? .[0].short_description == One"
                ),
            ],
            typed: ["recipe run twice --quiet"],
            #"""
            > recipe run twice --quiet
            ! 7 steps, 12 expectations held; 2 records created, 2 other changes.
            """#),
        Transcript(
            "A step is repeated until what is waited for holds, or not",
            files: [
                "recipes/wait.recipe.md": SampleRecipes.text(
                    "Wait",
                    """
                    > table count incident
                    retry 2 every 1h until .count == 440
                    ? took < 2s
                    > table count incident
                    retry 2 every 1h until .count == 1
                    """)
            ],
            typed: ["recipe run wait"],
            #"""
            > recipe run wait
            > table count incident
            440
            > table count incident
            440
            ! recipes/wait.recipe.md:8: error: This does not hold.
            !   ‹retry 2 every 1h until .count == 1›
            ! note: expected == 1
            ! note: actual   440
            ! hint: tape show 4   is what was sent and answered.
            ! hint: recipe accept wait --live   takes what comes over into the recipe.
            ! 2 steps, 1 expectation held, 1 step failed; nothing was changed.
            ? exit 6
            """#),
    ]

    @Test(arguments: transcripts) func transcriptMatches(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}
