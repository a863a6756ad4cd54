import Foundation
import TestSupport
import Testing

/// A replay gives the same bytes on any machine: without a network, in another time zone and locale, on a narrow
/// terminal, and concurrently.
struct ReplayPortabilityTests {
    @Test func replayIsIndependentOfNetworkLocaleAndConcurrency() async throws {
        let workspace = try Workspace()
        let recorded = try await workspace.run(
            ["--tape", "day", "run", "--keep-going", "-"], input: Workspace.day, variables: ["TZ": "America/New_York"])
        expectEqual(recorded.status, 3, "\(recorded)")
        let before = try workspace.everything()
        expectEqual(before.keys.filter { $0.hasPrefix("project") }, ["project/sessions/day.cassette"])
        let alone = try await HostPrivileges.withoutNetwork(workspace)
        let abroad = ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "COLUMNS": "60"]
        let pages = Workspace.root.appending(path: "sessions/page-tour.cassette").path
        for words in [["replay", "day"], ["replay", "day", "--check"], ["replay", pages, "--check"]] {
            let expected = try await workspace.run(words)
            #expect(!expected.output.isEmpty)
            #expect(words.count == 2 || expected.status == 0 && expected.errors == "", "\(expected)")
            let runs = try [
                workspace.start(words, input: "", variables: abroad, through: alone),
                workspace.start(words, input: "", variables: ["HOME": "/nonexistent", "XDG_STATE_HOME": ""]),
            ]
            for run in runs { await expectEqual(run.end(), expected) }
        }
        // Nothing is written; the tape is unchanged.
        try expectEqual(workspace.everything(), before)
    }
}
