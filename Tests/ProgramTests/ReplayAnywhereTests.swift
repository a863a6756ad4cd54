import Foundation
import Testing

/// A replay gives the same bytes on any machine: without a network, in another zone and locale, on a narrow terminal, and
/// many at once.
@Suite struct ReplayAnywhereTests {
    /// A tape to replay: one recorded now, the tutorial's, and one of a recipe with pages.
    private static func tapes(_ desk: Desk) async throws -> [String] {
        let recorded = try await desk.record(Desk.day, onto: "day")
        #expect(recorded.status == 3, "\(recorded)")
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "sessions")
        return [desk.tape("day")] + ["first-look", "page-tour"].map { root.appending(path: $0 + ".cassette").path }
    }

    @Test func aReplayIsTheSameWithoutANetworkAndUnderAnySettings() async throws {
        let desk = try Desk()
        let alone = try await HostRights.withoutNetwork(desk)
        let abroad = ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "COLUMNS": "60"]
        for tape in try await Self.tapes(desk) {
            let shown = try await desk.run("replay", tape)
            let checked = try await desk.run("replay", tape, "--check")
            #expect(checked.status == 0, "\(checked)")
            #expect(checked.errors == "")
            #expect(!shown.output.isEmpty)
            for arguments in [["replay", tape], ["replay", tape, "--check"]] {
                let expected = arguments.count == 2 ? shown : checked
                let ways: [(wrapper: [String], variables: [String: String])] = [
                    (alone, [:]), ([], abroad), (alone, abroad), ([], ["HOME": "/nonexistent", "XDG_STATE_HOME": ""]),
                ]
                for way in ways {
                    let run = try desk.start(arguments, input: "", variables: way.variables, through: way.wrapper)
                    #expect(await run.end() == expected, "\(way)")
                }
            }
        }
    }

    @Test func sixteenReplaysAtOnceAreAllTheSame() async throws {
        let desk = try Desk()
        for tape in try await Self.tapes(desk) {
            let shown = try await desk.run("replay", tape)
            let checked = try await desk.run("replay", tape, "--check")
            let runs = try (0..<16).map { number in
                try desk.start(number % 2 == 0 ? ["replay", tape] : ["replay", tape, "--check"], input: "")
            }
            for (number, run) in runs.enumerated() {
                #expect(await run.end() == (number % 2 == 0 ? shown : checked))
            }
        }
    }

    @Test func aReplayWritesNothingAndLeavesTheTapeAsItWas() async throws {
        let desk = try Desk()
        _ = try await Self.tapes(desk)
        let before = try desk.everything()
        #expect(before.keys.filter { $0.hasPrefix("project") } == ["project/sessions/day.cassette"])
        _ = try await desk.run("replay", "sessions/day.cassette")
        _ = try await desk.run("replay", "sessions", "--check")
        #expect(try desk.everything() == before)
    }

    @Test func aReplayShowsEachLineAndWhatItPrintedThen() async throws {
        let desk = try Desk()
        try await desk.record(
            """
            table get incident INC0010021 -f number,urgency
            table update incident INC0010021 urgency=1 -f number,urgency
            table get incident INC0010021 -f number,urgency
            table count incident -q short_description=Gone
            table create incident short_description=Gone -f short_description
            table count incident -q short_description=Gone

            """, onto: "change")
        let shown = try await desk.run("replay", "sessions/change.cassette")
        #expect(
            shown.output == """
                > table get incident INC0010021 -f number,urgency
                number   INC0010021
                urgency  2 - Medium
                > table update incident INC0010021 urgency=1 -f number,urgency
                number   INC0010021
                urgency  1 - High
                > table get incident INC0010021 -f number,urgency
                number   INC0010021
                urgency  1 - High
                > table count incident -q short_description=Gone
                0
                > table create incident short_description=Gone -f short_description
                short_description  Gone
                > table count incident -q short_description=Gone
                1

                """)
    }

    @Test func aCommandThatGivesSomethingElseThanWasRecordedIsNamed() async throws {
        let desk = try Desk()
        try await desk.record("table count incident\ntable count problem\n", onto: "counts")
        try desk.edit("counts", "UPDATE output SET bytes=CAST('201' || char(10) AS BLOB) WHERE command=1 AND stream=1")
        let checked = try await desk.run("replay", "sessions", "--check")
        #expect(
            checked
                == Ended(
                    5, "sessions/counts.cassette: 2 commands, 1 not as recorded.\n",
                    errors: """
                        sessions/counts.cassette: not as recorded: table count incident
                          -1: 201
                          +1: 440

                        """))
    }
}
