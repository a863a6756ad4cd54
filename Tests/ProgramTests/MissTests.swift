import CassetteStore
import Foundation
import Testing

/// What a tape cannot answer is said: what came nearest, in what it differs, and what to type; and nothing is sent.
@Suite struct MissTests {
    private static let recorded = "table list incident -q active=true^priority=1 -f number,short_description -n 3"
    private static let asked = "table list incident -q active=true^priority=2 -f number,short_description -n 3"

    private func recordedDesk() async throws -> Desk {
        let desk = try Desk()
        #expect(try await desk.record(Self.recorded + "\n", onto: "tape").status == 0)
        return desk
    }

    @Test func oneCharacterMoreNamesTheNearestExchangeAndTheTermThatDiffers() async throws {
        let desk = try await recordedDesk()
        let miss = try await desk.start(["--tape", "tape", "--mode", "replay", "--strict"], input: Self.asked + "\n")
            .end()
        #expect(miss.status == 5)
        #expect(miss.output == "")
        let lines = miss.errors.split(separator: "\n").map(String.init)
        #expect(
            lines.first?.hasPrefix(
                "error: Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?") == true
                || lines.first?.contains(
                    "error: Nothing is recorded for GET http://sandbox.localhost/api/now/table/incident?") == true
        )
        let nearest = lines.firstIndex { $0.hasPrefix("note: nearest: exchange 1, ") } ?? 0
        #expect(lines[nearest].hasSuffix("recorded by: " + Self.recorded))
        #expect(
            lines.dropFirst(nearest + 1).prefix(4) == [
                "note:   sysparm_query", "note:     recorded: ^priority=1", "note:     asked:    ^priority=2",
                "hint: " + Self.recorded,
            ])

        let hint = try #require(lines.first { $0.hasPrefix("hint: ") }).dropFirst("hint: ".count)
        let pasted = try await desk.start(["--tape", "tape", "--mode", "replay", "--strict"], input: hint + "\n").end()
        #expect(pasted.status == 0)
        #expect(
            pasted.output == """
                number      short_description
                INC0010110  Warehouse Scanner App certificate is about to expire
                INC0010115  Phone conference in São Paulo has no sound
                INC0010148  Phone conference in Tokyo 東京 has no sound

                """)
    }

    @Test func aStrictReplayThatRunsOutOpensNoSocket() async throws {
        let desk = try await recordedDesk()
        let (ended, trace) = try await Trace.run(
            desk, ["--tape", "tape", "--mode", "replay", "--strict", "run", "--keep-going", "-"],
            input: Self.recorded
                + "\ntable create incident short_description=x\ntable count problem\nconnect http://127.0.0.1:1 --user x\n"
        )
        #expect(ended.status == 5)
        #expect(ended.output.hasPrefix("number      short_description\n"))
        #expect(trace.network == [])
        #expect(trace.programs.count == 1)
        #expect(trace.changes == [])
    }
}
