import Foundation
import Testing
import TestSupport

/// Recipes at a terminal: calling them off, and being asked.
@Suite struct RecipeSittingTests {
    private static let stop = """
        # Wait for what never comes

        writes: incident

        ```params
        stay = no   # whether cleanup waits as well
        ```

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
        if {{stay}} == yes
        > table count incident
        retry 100 every 30m until .count == 0
        > table count problem
        ```

        """

    private static let made = """
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

        """

    /// The screen at the end, a new record's sys_id apart.
    private func shown(on sitting: PromptSitting) async -> String {
        await sitting.screen.wait { _ in true }.text.replacing(/[0-9a-f]{32}/, with: "SYS_ID")
    }

    @Test func controlCHasTheRestCleanedUpAndASecondOneEndsThatToo() async throws {
        let desk = try Desk()
        try desk.write(Self.stop, to: "recipes/stop.recipe.md")
        let once = try PromptSitting(desk, ["--tape", "stop", "recipe", "run", "stop"], columns: 110)
        await once.shows("\nwaiting 1h (1 of 100)‸")
        once.screen.type("\u{3}")
        #expect(await once.end() == 130)
        #expect(
            await shown(on: once) == Self.made + """
                Interrupted.
                cleanup
                > table delete incident {{inc}}
                Deleted incident INC0010201.
                if {{stay}} == yes: does not hold, skipped
                2 steps, 0 expectations held, then interrupted; 1 record created, 1 record deleted.
                ‸
                """)

        let twice = try PromptSitting(desk, ["--tape", "stop", "recipe", "run", "stop", "stay=yes"], columns: 110)
        await twice.shows("\nwaiting 1h (1 of 100)‸")
        twice.screen.type("\u{3}")
        await twice.shows("\nwaiting 30m (1 of 100)‸")
        twice.screen.type("\u{3}")
        #expect(await twice.end() == 130)
        #expect(
            await shown(on: twice) == Self.made + """
                Interrupted.
                cleanup
                > table delete incident {{inc}}
                Deleted incident INC0010201.
                > table count incident
                Interrupted.
                2 steps, 0 expectations held, then interrupted; 1 record created, 1 record deleted.
                ‸
                """)

        let checked = try await desk.run(
            "replay", "sessions/stop.cassette", "--check", through: HostRights.withoutNetwork(desk))
        #expect(checked == Ended(0, "sessions/stop.cassette: 9 commands, all as recorded.\n"))
    }

    @Test func parametersAreAskedForWithTabAndASecretIsSeenNowhere() async throws {
        let desk = try Desk()
        let secret = "Tr0ub4dor&3-horse"
        try desk.write(
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
        let sitting = try PromptSitting(desk, ["--tape", "asked"], columns: 110)
        await sitting.prompted()
        sitting.screen.type("recipe run raise\r")
        await sitting.shows("\nurgency: ‸")
        await sitting.screen.waitForRawMode()
        sitting.screen.type("\t")
        await sitting.shows("2 - Medium")
        sitting.screen.type("9\r")
        await sitting.shows("and 9 is none.")
        sitting.screen.type("2\r")
        await sitting.shows("\nwho: ‸")
        sitting.screen.type("abel.tu\t")
        await sitting.shows("\nwho: abel.tuter")
        sitting.screen.type("\r")
        await sitting.shows("\npin: ‸")
        sitting.screen.type(secret + "\r")
        await sitting.shows("1 record created.\nsandbox> ‸")
        await sitting.screen.waitForRawMode()
        sitting.screen.type("quit\r")
        #expect(await sitting.end() == 0)
        let form = SecretForms("the secret", secret)
        #expect(form.found(in: sitting.screen.received, of: "the screen") == [])
        #expect(try desk.everything().flatMap { form.found(in: $0.value, of: $0.key) } == [])
        let checked = try await desk.run(
            "replay", "sessions/asked.cassette", "--check", through: HostRights.withoutNetwork(desk))
        #expect(checked == Ended(0, "sessions/asked.cassette: 2 commands, all as recorded.\n"))
    }
}

/// A sitting becomes a recipe; the recipe runs on a sandbox with other records and another day, replays, and takes what
/// it gives now into its file.
@Suite struct SavedRecipeTests {
    static let sitting = """
        help table
        table names inci
        table list incidents -n 3
        table list incident -q active=true^assigned_toISEMPTY -n 5
        table get sys_user abel.tutr
        table create incident short_desc=Printer
        table create incident short_description="Printer on fire" caller_id=abel.tuter urgency=2
        table get incident INC0010201 -f number,urgency,state
        task comment INC0010201 "On my way"
        table update incident INC0010201 state=2
        table update incident INC0010201 urgency=1
        undo --run
        recipe save raise-incident --plan
        recipe save raise-incident
        recipe save raise-incident
        """

    @Test func aSittingBecomesARecipeThatRunsElsewhere() async throws {
        let desk = try Desk()
        try desk.write(Self.sitting, to: "sitting")
        let sat = try await desk.run("--tape", "sitting", "run", "sitting", "--keep-going")
        #expect(sat.errors.contains("Wrote recipes/raise-incident.recipe.md: 4 lines, "), "\(sat)")
        #expect(sat.errors.contains("There is a recipe at recipes/raise-incident.recipe.md already."), "\(sat)")
        let text = try desk.text(of: "recipes/raise-incident.recipe.md")
        #expect(text.contains("urgency=2 => inc = .number\n? http 201\n"), "\(text)")

        let other = try desk.start([
            "serve", "sandbox", "--rows", "incident=300", "--clock", "2025-06-01T09:00:00Z", "--data", "other.sandbox",
        ])
        #expect(await other.wrote { output, _ in output.hasSuffix("\n") })
        other.send(SIGINT)
        _ = await other.end()
        let run = try await desk.run(
            "--sandbox", "other.sandbox", "recipe", "run", "raise-incident", "--record", "--quiet")
        #expect(run.status == 0, "\(run)")
        let tested = try await desk.run("recipe", "test", "raise-incident")
        #expect(tested.status == 0, "\(tested)")

        let changed = text.replacingOccurrences(of: "? .state == 2", with: "? .state == 7")
            .replacingOccurrences(of: "2 - Medium", with: "9 - None")
        try desk.write(changed, to: "recipes/raise-incident.recipe.md")
        let failing = try await desk.run("recipe", "test", "raise-incident")
        #expect(failing.status == 6, "\(failing)")
        let accepted = try await desk.run("recipe", "accept", "raise-incident", "--all")
        #expect(accepted.status == 0, "\(accepted)")
        #expect(try desk.text(of: "recipes/raise-incident.recipe.md") == text, "\(accepted)")
    }
}

/// The project's recipes as a pipeline tests them.
@Suite struct ProjectRecipeTests {
    @Test func allPassFromTheirTapesWithoutANetwork() async throws {
        let desk = try Desk()
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        for folder in ["recipes", "sessions"] {
            try FileManager.default.copyItem(
                at: root.appending(path: folder), to: URL(filePath: desk.path(folder)))
        }
        let tested = try await desk.run(
            "recipe", "test", "--report", "tap", through: HostRights.withoutNetwork(desk))
        #expect(tested.status == 0, "\(tested)")
        let lines = tested.output.split(separator: "\n")
        let recipes = try FileManager.default.contentsOfDirectory(atPath: desk.path("recipes"))
            .filter { $0.hasSuffix(".recipe.md") }
        #expect(lines.first == "TAP version 14")
        #expect(lines.dropFirst(2).map { $0.prefix(3) } == recipes.map { _ in "ok " })
    }
}
