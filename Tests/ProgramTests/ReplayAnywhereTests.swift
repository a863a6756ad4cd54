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
}
