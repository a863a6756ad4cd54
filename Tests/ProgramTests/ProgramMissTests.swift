import Testing

/// A miss is reported with the nearest exchange, the difference and a hint, and nothing is sent. For all messages see
/// MissTests in TapeDeckTests and the `misses` transcripts in ShellTests.
@Suite struct ProgramMissTests {
    private static let recorded = "table list incident -q active=true^priority=1 -f number,short_description -n 3"
    private static let asked = "table list incident -q active=true^priority=2 -f number,short_description -n 3"

    @Test func missNamesTheNearestExchangeAndOpensNoSocket() async throws {
        let workspace = try Workspace()
        #expect(try await workspace.record(Self.recorded + "\n", onto: "tape").status == 0)
        let (miss, trace) = try await Trace.run(
            workspace, ["--tape", "tape", "--mode", "replay", "--strict", "run", "--keep-going", "-"],
            input: [
                Self.recorded, Self.asked, "table create incident short_description=x", "table count problem",
                "connect http://127.0.0.1:1 --user x", "",
            ].joined(separator: "\n"))
        #expect(miss.status == 5)
        #expect(trace.network == [])
        #expect(trace.programs.count == 1)
        #expect(trace.changes == [])
        let lines = miss.errors.split(separator: "\n").map(String.init)
        #expect(
            lines.contains {
                $0.contains("error: Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?")
            })
        let nearest = lines.firstIndex { $0.hasPrefix("note: nearest: exchange 1, ") } ?? 0
        #expect(lines[nearest].hasSuffix("recorded by: " + Self.recorded))
        #expect(
            lines.dropFirst(nearest + 1).prefix(4) == [
                "note:   sysparm_query", "note:     recorded: ^priority=1", "note:     asked:    ^priority=2",
                "hint 1: " + Self.recorded,
            ])
        #expect(
            miss.output == """
                number      short_description
                INC0010110  Warehouse Scanner App certificate is about to expire
                INC0010115  Phone conference in São Paulo has no sound
                INC0010148  Phone conference in Tokyo 東京 has no sound

                """)
    }
}
