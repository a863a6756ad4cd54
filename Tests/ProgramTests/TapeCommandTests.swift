import Testing

/// Existing tapes on the command line: extended, checked, accepted, recorded again.
@Suite struct TapeCommandTests {
    private static let day = """
        table count incident
        table create incident short_description=Extended -f short_description
        table count incident

        """

    @Test func tapesAreExtendedAndFoldersChecked() async throws {
        let workspace = try Workspace()
        try workspace.write(Self.day, to: "day.snowdeck")
        let tape = "sessions/deep/day.cassette"
        let recorded = try await workspace.run("--tape", tape, "--mode", "extend", "run", "day.snowdeck")
        let extended = try await workspace.run("--tape", tape, "--mode", "extend", "run", "day.snowdeck")
        #expect(recorded.output == "440\nshort_description  Extended\n441\n")
        // The tape is already past the change; its recording of that time is played.
        #expect(extended.output == "441\nshort_description  Extended\n441\n")
        let checked = try await workspace.run("replay", "sessions", "--check", "--report", "tap")
        #expect(
            checked
                == ProcessResult(
                    0, "TAP version 14\n1..1\nok 1 - sessions/deep day.cassette\n# 6 commands, all as recorded.\n")
        )
        let accepted = try await workspace.run("replay", tape, "--accept")
        #expect(accepted == ProcessResult(0, "\(tape): 6 commands, all as recorded.\n"))
        let again = try await workspace.run("replay", tape, "--rerecord", "-o", "again.cassette")
        #expect(
            again
                == ProcessResult(
                    0,
                    """
                    > table count incident
                      exchange 5 → 5: GET /api/now/stats/incident
                      changed  .result.stats.count: "441" → "440"
                    again.cassette: 6 commands and 8 exchanges compared: nothing broke, 1 changed.

                    """))
        #expect(try await workspace.run("replay", "again.cassette", "--check").status == 0)
    }
}
