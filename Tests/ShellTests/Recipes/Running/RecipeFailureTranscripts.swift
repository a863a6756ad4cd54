import Testing

/// Recipes with failed expectations and failed steps, as shown at a terminal. Each tape is replayed strictly
/// afterwards.
@Suite struct RecipeFailureTranscripts {
    static let transcripts = [
        Transcript(
            "An expectation and an output that fail are shown at their lines, and cleanup runs",
            files: [
                "recipes/fails.recipe.md": SampleRecipes.text(
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
            typed: ["recipe run fails"],
            #"""
            > recipe run fails
            > table get incident INC0010021 -f number,state,priority
            number    INC0010021
            state     In Progress
            priority  3 - Moderate
            cleanup
            > table count problem
            69
            ! recipes/fails.recipe.md:5: error: This does not hold.
            !   ? ‹.state == 99›
            ! note: expected == 99
            ! note: actual   2
            ! recipes/fails.recipe.md:6: error: This does not hold.
            !   ? ‹rows == 2›
            ! note: expected == 2
            ! note: actual   1
            ! recipes/fails.recipe.md:4: error: The output is not as expected.
            !   ‹table get incident INC0010021 -f number,state,priority›
            ! note: - expected, + came
            !     number    INC0010021
            !   - state     Gone
            !   + state     In Progress
            !     ...
            !     priority  3 - Moderate
            ! hint: tape show 1   is what was sent and answered.
            ! hint: recipe accept fails --live   takes what comes over into the recipe.
            ! 2 steps, 0 expectations held, 1 step failed; nothing was changed.
            ? exit 6
            """#),
        Transcript(
            "With --go-on everything that does not hold shows, and a command that fails ends the recipe still",
            files: [
                "recipes/fails.recipe.md": SampleRecipes.text(
                    "Fail",
                    """
                    > table get incident INC0010021 -f state
                    ? .state == 99
                    > table count problem
                    70
                    > table get incident INC9999999
                    > table count incident
                    """, "cleanup\n> table count problem")
            ],
            typed: ["recipe run fails --go-on --quiet"],
            #"""
            > recipe run fails --go-on --quiet
            ! recipes/fails.recipe.md:5: error: This does not hold.
            !   ? ‹.state == 99›
            ! note: expected == 99
            ! note: actual   2
            ! hint: tape show 1   is what was sent and answered.
            ! hint: recipe accept fails --live   takes what comes over into the recipe.
            ! recipes/fails.recipe.md:6: error: The output is not as expected.
            !   ‹table count problem›
            ! note: - expected, + came
            !   - 70
            !   + 69
            ! hint: tape show 2   is what was sent and answered.
            ! hint: recipe accept fails --live   takes what comes over into the recipe.
            ! recipes/fails.recipe.md:8: error: No record of incident is called INC9999999, or you may not read it.
            !   table get incident ‹INC9999999›
            ! hint: table list incident
            ! error: The step of line 8 ended with exit 3.
            ! hint: ? exit 3   below the step says that this is expected.
            ! hint: tape show 4   is what was sent and answered, the last of 2.
            ! 4 steps, 0 expectations held, 3 steps failed; nothing was changed.
            ? exit 3
            """#),
        Transcript(
            "A command that fails ends the recipe with its status, and a cleanup that fails has its own report",
            files: [
                "recipes/fails.recipe.md": SampleRecipes.text(
                    "Fail", "> table get incident INC9999999 => inc = .number\n> table count incident",
                    "cleanup\n> table get incident {{inc}}\n> table get incident INC8888888\n> table count problem"),
                "recipes/expects.recipe.md": SampleRecipes.text(
                    "Expect a failure", "> table get incident INC9999999\n? exit 3\n...\n"),
            ],
            typed: ["recipe run fails", "recipe run expects"],
            #"""
            > recipe run fails
            > table get incident INC9999999 => inc = .number
            cleanup
            > table get incident {{inc}}
              {{inc}} was never captured; skipped
            > table get incident INC8888888
            > table count problem
            69
            ! recipes/fails.recipe.md:4: error: No record of incident is called INC9999999, or you may not read it.
            !   table get incident ‹INC9999999› => inc = .number
            ! hint: table list incident
            ! error: The step of line 4 ended with exit 3.
            ! hint: ? exit 3   below the step says that this is expected.
            ! hint: tape show 2   is what was sent and answered, the last of 2.
            ! recipes/fails.recipe.md:11: error: No record of incident is called INC8888888, or you may not read it.
            !   table get incident ‹INC8888888›
            ! hint: table list incident
            ! error: The step of line 11 ended with exit 3.
            ! hint: ? exit 3   below the step says that this is expected.
            ! hint: tape show 3   is what was sent and answered.
            ! 3 steps, 0 expectations held, 2 steps failed; nothing was changed.
            ? exit 3
            > recipe run expects
            > table get incident ‹INC9999999›
            ! recipes/expects.recipe.md:4: error: No record of incident is called INC9999999, or you may not read it.
            ! hint: table list incident
            ! 1 step, 2 expectations held; nothing was changed.
            """#),
    ]

    @Test(arguments: transcripts) func transcriptMatches(_ transcript: Transcript) async throws {
        try await transcript.check()
    }
}
