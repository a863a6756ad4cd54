import Foundation
import Testing

/// A replay gives the same bytes on any machine: without a network, in another time zone and locale, on a narrow
/// terminal, and concurrently.
@Suite struct ReplayPortabilityTests {
    @Test func replayIsIndependentOfNetworkLocaleAndConcurrency() async throws {
        let workspace = try Workspace()
        let recorded = try await workspace.start(
            ["--tape", "day", "run", "--keep-going", "-"], input: Workspace.day, variables: ["TZ": "America/New_York"]
        ).end()
        #expect(recorded.status == 3, "\(recorded)")
        let before = try workspace.everything()
        #expect(before.keys.filter { $0.hasPrefix("project") } == ["project/sessions/day.cassette"])
        let alone = try await HostPrivileges.withoutNetwork(workspace)
        let abroad = ["TZ": "Asia/Tokyo", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "COLUMNS": "60"]
        for tape in [workspace.tape("day"), Workspace.root.appending(path: "sessions/page-tour.cassette").path] {
            for words in [["replay", tape], ["replay", tape, "--check"]] {
                let expected = try await workspace.run(words)
                #expect(!expected.output.isEmpty)
                #expect(words.count == 2 || expected.status == 0 && expected.errors == "", "\(expected)")
                let runs = try [
                    workspace.start(words, input: "", variables: abroad, through: alone),
                    workspace.start(words, input: "", variables: ["HOME": "/nonexistent", "XDG_STATE_HOME": ""]),
                    workspace.start(words, input: ""), workspace.start(words, input: ""),
                ]
                for run in runs { #expect(await run.end() == expected) }
            }
        }
        // Nothing is written; the tape is unchanged.
        #expect(try workspace.everything() == before)
    }
}

/// Displayed times use the time zone of the process. ZonedTimeTests in ShellTests cover the rest.
@Suite struct TimeZoneTests {
    @Test func timesAreShownInProcessZone() async throws {
        let workspace = try Workspace()
        let words = ["table", "get", "incident", "INC0010021", "-f", "sys_created_on"]
        for (zone, offsets) in [
            ("UTC", [" UTC"]), ("Europe/Berlin", [" +01:00", " +02:00"]),
            (":America/New_York", [" -04:00", " -05:00"]), ("IST-5:30", [" +05:30"]),
        ] {
            let run = try await workspace.run(words, variables: ["TZ": zone])
            let line = run.output.split(separator: "\n").first ?? ""
            #expect(offsets.contains { line.hasSuffix($0) }, "\(run)")
        }
    }
}
