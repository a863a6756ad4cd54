import Testing

/// Recipes tested against their tapes.
@Suite struct RecipeTestTranscripts {
    static let transcripts = [
        Transcript(
            "A recipe is recorded onto its own tape and tested against it",
            files: ["recipes/look.recipe.md": SampleRecipes.look, "recipes/raise.recipe.md": SampleRecipes.raise],
            typed: [
                "recipe run look --record --quiet", "recipe run raise what=Toner --record --quiet", "recipe test",
                "recipe test look none --report junit", "tape status",
            ],
            #"""
            > recipe run look --record --quiet
            ! 3 steps, 4 expectations held; nothing was changed.
            > recipe run raise what=Toner --record --quiet
            ! 3 steps, 5 expectations held; 1 record created, 1 other change.
            > recipe test
            TAP version 14
            1..2
            ok 1 - look recipe run look --record --quiet
            ok 2 - raise recipe run raise what=Toner --record --quiet
            > recipe test look none --report junit
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="recipe test" tests="2" failures="0" errors="1" skipped="0" time="0">
              <testsuite name="look" tests="1" failures="0" errors="0" skipped="0" time="0">
                <testcase classname="look" name="recipe run look --record --quiet" time="0"/>
              </testsuite>
              <testsuite name="none" tests="1" failures="0" errors="1" skipped="0" time="0">
                <testcase classname="none" name="recipe run none" time="0">
                  <error message="There is no file recipes/none.recipe.md."></error>
                </testcase>
              </testsuite>
            </testsuites>
            ? exit 5
            > tape status
            cassette  [DIR]/sessions/tape.cassette
            mode      record
            """#),
        Transcript(
            "At a terminal the report is for people", width: 120,
            files: [
                "recipes/look.recipe.md": SampleRecipes.look,
                "recipes/fails.recipe.md": SampleRecipes.text("Fail", "> table count incident\n? .count == 1"),
            ],
            typed: ["recipe run look --record --quiet", "recipe run fails --record --quiet", "recipe test"],
            #"""
            > recipe run look --record --quiet
            ! 3 steps, 4 expectations held; nothing was changed.
            > recipe run fails --record --quiet
            ! recipes/fails.recipe.md:5: error: This does not hold.
            !   ? ‹.count == 1›
            ! note: expected == 1
            ! note: actual   440
            ! hint: tape show 1   is what was sent and answered.
            ! hint: recipe accept fails   takes what comes over into the recipe.
            ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
            ? exit 6
            > recipe test
            FAILED  fails  recipes/fails.recipe.md:5: error: This does not hold.
                      ? .count == 1
                        ^^^^^^^^^^^
                    note: expected == 1
                    note: actual   440
                    hint: tape show 1   is what was sent and answered.
                    hint: recipe accept fails   takes what comes over into the recipe.
                    1 step, 0 expectations held, 1 step failed; nothing was changed.
            ok      look   3 steps, 4 expectations
            2 runs of 2 recipes: 1 failed.
            ? exit 6
            """#),
    ]

    @Test(arguments: transcripts) func transcriptMatches(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}
