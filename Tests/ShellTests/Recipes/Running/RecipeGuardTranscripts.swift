import Testing

/// Actions that recipes are not allowed to perform.
@Suite struct RecipeGuardTranscripts {
    private static func hostileRecipe(_ blocks: String, writes: String? = nil) -> [String: String] {
        ["recipes/evil.recipe.md": SampleRecipes.text("Look harmless", writes: writes, blocks), "secret.txt": "s3cret"]
    }

    static let transcripts = [
        Transcript(
            "Changes that are not declared are refused before the first step",
            files: hostileRecipe(
                "> table count incident\n> table update incident INC0010021 state=6\n> task comment INC0010021 x"),
            typed: ["recipe run evil"],
            #"""
            > recipe run evil
            ! recipes/evil.recipe.md:5: error: This changes incident, and the recipe declares no changes.
            !   table update ‹incident› INC0010021 state=6
            ! hint: writes: incident   on a line of its own below the heading of recipes/evil.recipe.md
            ! recipes/evil.recipe.md:6: error: This changes journal, and the recipe declares no changes.
            !   ‹task comment› INC0010021 x
            ! hint: writes: journal   on a line of its own below the heading of recipes/evil.recipe.md
            ? exit 7
            """#),
        Transcript(
            "Changes that depend on a variable are refused when it is known",
            files: [
                "recipes/evil.recipe.md": SampleRecipes.text(
                    "Look harmless", writes: "problem", params: "t = incident   # a table",
                    "> table update {{t}} INC0010021 state=6")
            ],
            typed: ["recipe run evil"],
            #"""
            > recipe run evil
            > table update ‹{{t}}› INC0010021 state=6
            ! recipes/evil.recipe.md:10: error: This changes incident, and the recipe declares changes of problem.
            ! hint: writes: problem, incident   on a line of its own below the heading of recipes/evil.recipe.md
            ! 0 steps, 0 expectations held; nothing was changed.
            ? exit 7
            """#),
        Transcript(
            "Commands beside the list, programs and redirections are refused",
            files: hostileRecipe(
                """
                > table count incident | sh -c 'rm -rf ~'
                > table count incident > /etc/passwd
                > connect https://evil.example --user admin
                > tape open other
                > recipe run evil
                > quit
                > page browse
                > table count incident --allow-writes prod
                """),
            typed: ["recipe run evil"],
            #"""
            > recipe run evil
            ! recipes/evil.recipe.md:4: error: A recipe may start programs only with --trust.
            !   table count incident ‹| sh -c 'rm -rf ~'›
            ! hint: --trust permits it.
            ! recipes/evil.recipe.md:5: error: A recipe may create files only with --trust.
            !   table count incident ‹> /etc/passwd›
            ! hint: --trust permits it.
            ! recipes/evil.recipe.md:6: error: connect cannot be in a recipe: it chooses the instance.
            !   ‹connect› https://evil.example --user admin
            ! recipes/evil.recipe.md:7: error: tape open cannot be in a recipe: it is about tapes.
            !   ‹tape open› other
            ! recipes/evil.recipe.md:8: error: recipe run cannot be in a recipe: it runs a recipe, which a block with use FILE does.
            !   ‹recipe run› evil
            ! recipes/evil.recipe.md:9: error: quit cannot be in a recipe: it ends the session.
            !   ‹quit›
            ! recipes/evil.recipe.md:10: error: A recipe may open a browser only with --trust.
            !   ‹page browse›
            ! hint: --trust permits it.
            ! recipes/evil.recipe.md:11: error: A recipe cannot allow writes itself.
            !   table count incident ‹--allow-writes› prod
            ! hint: recipe run evil --allow-writes INSTANCE
            ? exit 7
            """#),
        Transcript(
            "Files outside the folder are refused",
            files: hostileRecipe(
                """
                > attach put incident INC0010021 ../secret.txt
                > task comment INC0010021 @/etc/passwd
                """, writes: "attachment, journal"),
            typed: ["recipe run evil"],
            #"""
            > recipe run evil
            ! recipes/evil.recipe.md:6: error: ../secret.txt is outside the recipe's folder.
            !   attach put incident INC0010021 ‹../secret.txt›
            ! note: A recipe reads and writes files of its own folder only.
            ! recipes/evil.recipe.md:7: error: /etc/passwd is outside the recipe's folder.
            !   task comment INC0010021 ‹@/etc/passwd›
            ! note: A recipe reads and writes files of its own folder only.
            ? exit 7
            """#),
        Transcript(
            "A file outside that a variable names is refused when it is known",
            files: [
                "recipes/evil.recipe.md": SampleRecipes.text(
                    "Look harmless", writes: "journal", params: "f = ../secret.txt   # a file",
                    "> task comment INC0010021 @{{f}}"), "secret.txt": "s3cret",
            ],
            typed: ["recipe run evil"],
            #"""
            > recipe run evil
            > task comment INC0010021 ‹@{{f}}›
            ! recipes/evil.recipe.md:10: error: ../secret.txt is outside the recipe's folder.
            ! error: The step of line 10 ended with exit 7.
            ! 1 step, 0 expectations held, 1 step failed; nothing was changed.
            ? exit 7
            """#),
        Transcript(
            "Recipes that use themselves, what is not there, or what lies outside are refused",
            files: [
                "recipes/a.recipe.md": SampleRecipes.text("A", "use b.recipe.md"),
                "recipes/b.recipe.md": SampleRecipes.text("B", "use a.recipe.md"),
                "recipes/c.recipe.md": SampleRecipes.text("C", "use none.recipe.md"),
                "recipes/d.recipe.md": SampleRecipes.text("D", "use ../d.recipe.md"),
            ],
            typed: ["recipe run a", "recipe run c", "recipe run d", "recipe run e"],
            #"""
            > recipe run a
            ! recipes/b.recipe.md:4: error: The recipe a.recipe.md uses itself.
            !   ‹use a.recipe.md›
            ! note: a → b → a
            ? exit 2
            > recipe run c
            ! recipes/c.recipe.md:4: error: There is no file recipes/none.recipe.md.
            !   ‹use none.recipe.md›
            ! hint: recipe list shows those of this folder.
            ? exit 2
            > recipe run d
            ! recipes/d.recipe.md:4: error: ../d.recipe.md is outside the recipe's folder.
            !   ‹use ../d.recipe.md›
            ! note: A recipe reads and writes files of its own folder only.
            ? exit 7
            > recipe run e
            ! error: There is no file recipes/e.recipe.md.
            ! hint: Did you mean a, b or c?
            ? exit 2
            """#),
        Transcript(
            "Another instance than the sandbox is written to only when it is named",
            instance: "https://dev1.example.com", files: ["recipes/raise.recipe.md": SampleRecipes.raise],
            typed: ["recipe run raise", "recipe run raise --allow-writes prod"],
            #"""
            > recipe run raise
            ! error: recipes/raise.recipe.md changes incident and journal, and this is dev1.example.com: nothing was run.
            ! hint: --allow-writes dev1.example.com
            ! hint: --plan shows what it would change.
            ? exit 7
            > recipe run raise --allow-writes prod
            ! error: --allow-writes names prod, and this is dev1.example.com: nothing was run.
            ! hint: --allow-writes dev1.example.com
            ! hint: --plan shows what it would change.
            ? exit 7
            """#),
    ]

    @Test(arguments: transcripts) func transcriptMatches(_ transcript: Transcript) async throws {
        try await transcript.check()
    }

    @Test func symlinkOutOfFolderIsNotFollowed() async throws {
        let machine = try TestMachine()
        machine.folder.write(Array("s3cret".utf8), to: "secret.txt")
        machine.folder.write(
            Array(SampleRecipes.text("Link", writes: "journal", "> task comment INC0010021 @note.txt").utf8),
            to: "in/link.recipe.md")
        machine.folder.link("in/note.txt", to: machine.folder.path + "/secret.txt")
        let printed = await (try ShellHarness(machine)).transcript(of: ["recipe run in/link.recipe.md"])
        #expect(printed.contains("note.txt is outside the recipe's folder."), "\(printed)")
        #expect(!printed.contains("s3cret"))
    }

    @Test func hugeLoopEndsAtLimit() async throws {
        let machine = try TestMachine()
        let text = SampleRecipes.text(
            "Go on",
            "for row in table list incident -n 100 -f number\n> table count incident\nretry 1000 every 1h until .x exists"
        )
        machine.folder.write(Array(text.utf8), to: "loop.recipe.md")
        let harness = try ShellHarness(machine, maxRecipeCommands: 20)
        let printed = await harness.transcript(of: ["recipe run loop.recipe.md"])
        #expect(
            printed == """
                > recipe run loop.recipe.md
                for row in table list incident -n 100 -f number: 100 records
                > ‹table count incident›
                ! loop.recipe.md:5: error: A run of a recipe is limited to 20 commands.
                ! 0 steps, 0 expectations held; nothing was changed.
                ? exit 7

                """)
    }
}
