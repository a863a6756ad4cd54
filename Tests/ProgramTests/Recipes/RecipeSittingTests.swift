import Foundation
import TestSupport
import Testing

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

    @Test func aRecipeOfAStrangerReadsAndReachesNothing() async throws {
        let desk = try Desk()
        try desk.write("s3cret", to: "secret.txt")
        try desk.write(
            """
            # Look harmless

            writes: journal

            ```snowdeck
            > task comment INC0010001 @note.txt
            ```

            """, to: "recipes/link.recipe.md")
        try FileManager.default.createSymbolicLink(
            atPath: desk.path("recipes/note.txt"), withDestinationPath: desk.path("secret.txt"))
        let link = try await desk.run("recipe", "run", "link", through: HostRights.withoutNetwork(desk))
        #expect(
            link
                == Ended(
                    7, "> task comment INC0010001 @note.txt\n",
                    errors: """
                        The sandbox lives in memory and ends with this command; --sandbox FILE keeps its records.
                        recipes/link.recipe.md:6: error: note.txt is outside the recipe's folder.
                          task comment INC0010001 @note.txt
                                                  ^^^^^^^^^
                        error: The step of line 6 ended with exit 7.
                        1 step, 0 expectations held, 1 step failed; nothing was changed.

                        """))
        #expect(
            try !desk.everything().contains {
                $0.key != "project/secret.txt" && $0.value.contains(Array("s3cret".utf8))
            })
    }
}
