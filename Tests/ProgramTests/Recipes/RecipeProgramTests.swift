import Foundation
import TestSupport
import Testing

/// Recipes at a terminal: interruption and questions. For saved recipes see SavedSessionTests and RecipeAcceptTests in
/// ShellTests.
struct RecipeTerminalTests {
    private static let stop = """
        # Wait for what never comes

        writes: incident

        ```snowdeck
        > table create incident short_description=x => inc = .number
        > table count incident
        retry 100 every 1h until .count == 0
        > table count problem
        ```

        ```snowdeck
        cleanup
        > table delete incident {{inc}}
        ```

        ```snowdeck
        cleanup
        > table count incident
        retry 100 every 30m until .count == 0
        > table count problem
        ```

        """

    /// The final screen, without the sys_id of a new record.
    private static let screen = """
        The sandbox lives in memory and ends with this command; --sandbox FILE keeps its records.
        > table create incident short_description=x => inc = .number
        number             INC0010201
        short_description  x
        priority           5 - Planning
        state              New
        assigned_to
        sys_id             SYS_ID
        Created incident INC0010201.
        > table count incident
        Interrupted.
        cleanup
        > table delete incident {{inc}}
        Deleted incident INC0010201.
        > table count incident
        Interrupted.
        2 steps, 0 expectations held, then interrupted; 1 record created, 1 record deleted.
        ‸
        """

    /// RecipeTesterTests in ShellTests cover a single Ctrl-C.
    @Test func firstControlCRunsCleanupAndSecondEndsIt() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.stop, to: "recipes/stop.recipe.md")
        let session = try PromptSession(workspace, ["--tape", "stop", "recipe", "run", "stop"], columns: 110)
        await session.shows("\nwaiting 1h (1 of 100)‸")
        session.type("\u{3}")
        await session.shows("\nwaiting 30m (1 of 100)‸")
        session.type("\u{3}")
        await expectEqual(session.end(), 130)
        let shown = await session.screen.wait { _ in true }.text.replacing(/[0-9a-f]{32}/, with: "SYS_ID")
        expectEqual(shown, Self.screen)
        let checked = try await workspace.run(
            "replay", "sessions/stop.cassette", "--check", through: HostPrivileges.withoutNetwork(workspace))
        expectEqual(checked.status, 0, "\(checked)")
    }

    @Test func parameterPromptsCompleteAndHideSecrets() async throws {
        let workspace = try Workspace()
        let secret = "Tr0ub4dor&3-horse"
        try workspace.write(
            """
            # Raise it

            writes: incident

            ```params
            urgency   # choice(incident.urgency): how urgent
            who       # reference(sys_user.user_name): who reports it
            pin       # secret: the caller's pin
            ```

            ```snowdeck
            > table create incident urgency={{urgency}} caller_id={{who}} short_description={{pin}} -f number,urgency
            ? http 201
            ```

            """, to: "recipes/raise.recipe.md")
        let session = try PromptSession(workspace, ["--tape", "asked"], columns: 110)
        await session.prompted()
        session.type("recipe run raise\r")
        await session.shows("\nurgency: ‸")
        await session.screen.waitForRawMode()
        session.type("\t")
        await session.shows("2 - Medium")
        session.type("9\r")
        await session.shows("not 9.")
        session.type("2\r")
        await session.shows("\nwho: ‸")
        session.type("abel.tu\t")
        await session.shows("\nwho: abel.tuter")
        session.type("\r")
        await session.shows("\npin: ‸")
        session.type(secret + "\r")
        await session.shows("1 record created.\nsandbox> ‸")
        await session.leave()
        let form = SecretEncodings("the secret", secret)
        expectEqual(form.found(in: session.screen.received, of: "the screen"), [])
        try expectEqual(workspace.everything().flatMap { form.found(in: $0.value, of: $0.key) }, [])
        let checked = try await workspace.run(
            "replay", "sessions/asked.cassette", "--check", through: HostPrivileges.withoutNetwork(workspace))
        expectEqual(checked, ProcessResult(0, "sessions/asked.cassette: 2 commands, all as recorded.\n"))
    }
}

/// Tests the project's recipes, as a CI job does.
struct ProjectRecipeTapeTests {
    @Test func recipesPassOffline() async throws {
        let workspace = try Workspace()
        for folder in ["recipes", "sessions"] {
            try FileManager.default.copyItem(
                at: Workspace.root.appending(path: folder), to: URL(filePath: workspace.path(folder)))
        }
        let tested = try await workspace.run(
            "recipe", "test", "--report", "tap", through: HostPrivileges.withoutNetwork(workspace))
        expectEqual(tested.status, 0, "\(tested)")
        let lines = tested.output.split(separator: "\n")
        let recipes = try FileManager.default.contentsOfDirectory(atPath: workspace.path("recipes"))
            .filter { $0.hasSuffix(".recipe.md") }
        expectEqual(lines.first, "TAP version 14")
        expectEqual(lines.dropFirst(2).map { $0.prefix(3) }, recipes.map { _ in "ok " })
    }

    /// In a cloned project a recipe may be a link to any file of the user that reads like one.
    @Test func recipesThatAreLinksAreNotRewritten() async throws {
        let workspace = try Workspace()
        let used = "# Count\n\n```snowdeck\n>   table count incident\n999\n```\n"
        try workspace.write(used, to: "recipes/count.recipe.md")
        try workspace.write("# All\n\n```snowdeck\nuse count.recipe.md\n```\n", to: "recipes/all.recipe.md")
        let recorded = try await workspace.run("recipe", "run", "all", "--record", "--quiet")
        expectEqual(recorded.status, 6, "\(recorded)")
        try workspace.write(used, to: "other.recipe.md")
        try FileManager.default.removeItem(atPath: workspace.path("recipes/count.recipe.md"))
        expectEqual(symlink("../other.recipe.md", workspace.path("recipes/count.recipe.md")), 0)
        let accepted = try await workspace.run("recipe", "accept", "all", "--all")
        #expect(accepted.status == 7 && accepted.errors.contains("is outside the recipe's folder."), "\(accepted)")
        // Also one that is named, and one in a linked folder.
        try workspace.write(used, to: "elsewhere/count.recipe.md")
        expectEqual(symlink("elsewhere", workspace.path("linked")), 0)
        let linked = "linked/count.recipe.md", own = "recipes/count.recipe.md"
        for (words, path) in [
            (["format"], own), (["format", own], own), (["format", linked], linked),
            (["accept", own, "--live", "--all"], own), (["accept", linked, "--live", "--all"], linked),
        ] {
            let refused = try await workspace.run(["recipe"] + words)
            let message = "\(path) is a link or in a linked folder, and was left as it is."
            #expect(refused.status == 3 && refused.errors.contains(message), "\(words) \(refused)")
        }
        try expectEqual(workspace.bytes(of: linked), Array(used.utf8))
        try expectEqual(workspace.bytes(of: "other.recipe.md"), Array(used.utf8))
        let itself = try await workspace.run("recipe", "format", "other.recipe.md")
        #expect(itself.status == 0 && itself.errors.contains("other.recipe.md is formatted."), "\(itself)")
    }
}
