import Testing

/// How the program ends.
@Suite struct EndTests {
    /// A command that sends nothing is over while libcurl, which was loaded ahead, may still be setting itself up.
    @Test func aCommandThatSendsNothingEndsWell() async throws {
        let desk = try Desk()
        for round in 0..<40 {
            let runs = try (0..<4).map { try desk.start(["--tape", "tape-\($0)", "set", "x=1"], input: "") }
            for run in runs {
                #expect(await run.end() == Ended(0, ""), "round \(round)")
            }
        }
    }
}
