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

    @Test func aMissAsJSONSaysTheSame() async throws {
        let desk = try await recordedDesk()
        let words = Self.asked.split(separator: " ").map(String.init)
        let miss = try await desk.start(["--tape", "tape", "--mode", "replay", "--format", "json"] + words, input: "")
            .end()
        #expect(miss.status == 5)
        let object = try JSONSerialization.jsonObject(with: Data(miss.errorBytes)) as? [String: Any]
        let error = try #require(object?["error"] as? [String: Any])
        #expect(error["kind"] as? String == "tape")
        #expect(error["exit"] as? Int == 5)
        #expect((error["hints"] as? [String])?.first == Self.recorded)
        let details = try #require(error["details"] as? [String: Any])
        #expect(details["reason"] as? String == "not-recorded")
        let nearest = try #require((details["nearest"] as? [[String: Any]])?.first)
        #expect(nearest["exchange"] as? Int == 1)
        #expect(nearest["line"] as? String == Self.recorded)
        #expect(
            nearest["differences"] as? [[String: String]] == [
                ["part": "query", "place": "sysparm_query", "recorded": "^priority=1", "asked": "^priority=2"]
            ])
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

    @Test func anEmptyTapeAnswersNothingAndOpensNoSocket() async throws {
        let desk = try Desk()
        try Cassette.recording(at: desk.tape("empty")).close()
        let (ended, trace) = try await Trace.run(
            desk, ["--tape", "empty", "--mode", "replay", "--strict", "table", "count", "incident"])
        #expect(ended.status == 5)
        #expect(
            ended.firstError.hasPrefix(
                "error: Nothing is recorded for GET http://sandbox.localhost/api/now/stats/incident"))
        #expect(trace.network == [])
        let checked = try await desk.run("replay", "sessions/empty.cassette", "--check")
        #expect(
            checked
                == Ended(
                    5, "sessions/empty.cassette: nothing was compared, because no command is recorded.\n"))
    }

    @Test func aWriteIsNotAnsweredTwice() async throws {
        let desk = try Desk()
        let line = "table create incident short_description=Once -f short_description"
        try await desk.record(line + "\n", onto: "once")
        let played = try await desk.start(
            ["--tape", "once", "--mode", "replay", "run", "--keep-going", "-"], input: line + "\n" + line + "\n"
        ).end()
        #expect(played.status == 5)
        #expect(played.output == "short_description  Once\n")
        #expect(played.errors.contains("was played as often as it is recorded (exchange 2), and it changes something."))
    }

    @Test func aReadFromAfterAChangeNamesTheCommandThatMustRunFirst() async throws {
        let desk = try Desk()
        try await desk.record(
            "table create incident short_description=New -f state\ntable count incident -q short_description=New\n",
            onto: "later")
        let words = ["table", "count", "incident", "-q", "short_description=New"]
        let early = try await desk.start(["--tape", "later", "--mode", "replay"] + words, input: "").end()
        #expect(early.status == 5)
        #expect(early.errors.contains("run `table create incident short_description=New -f state` first."))
        #expect(early.errors.contains("\nhint: table create incident short_description=New -f state\n"))
    }
}
