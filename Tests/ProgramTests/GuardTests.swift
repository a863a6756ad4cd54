import Foundation
import TestSupport
import Testing

/// Changes outside the sandbox are rejected without a terminal, unless the flag names that instance. All guards are in
/// ChangeGuardTests and the transcripts `guards` in ShellTests.
struct GuardTests {
    @Test func onlyTheNamedInstanceIsChanged() async throws {
        let workspace = try Workspace()
        let record = #"{"number":{"value":"INC1","display_value":"INC1"},"sys_id":{"value":"a","display_value":""}}"#
        let instance = RawInstance { request in
            RawInstance.answer(request.hasPrefix("POST ") ? "201 Created" : "200 OK", body: "{\"result\":\(record)}")
        }
        for (flags, status) in [([], 7), (["--allow-writes", "sandbox"], 7), (["--allow-writes", instance.name], 0)] {
            let run = try await workspace.run(
                instance.flags + ["--tape", "guarded"] + flags + ["table", "create", "incident", "urgency=1"],
                variables: ["SNOWDECK_PASSWORD": "x"])
            expectEqual(run.status, Int32(status), "\(flags) \(run)")
            expectEqual(run.errors.contains("--allow-writes \(instance.name)"), (status == 7), "\(run)")
            expectEqual(instance.requests.count { $0.hasPrefix("POST ") }, (status == 7 ? 0 : 1))
        }
        try await workspace.expectReplay(of: "guarded", commands: 3)
    }
}

/// A change of many records is planned, rejected, confirmed and undone as a whole. The texts are those of the
/// transcripts `guards` and `undoing` in ShellTests.
struct UndoTests {
    /// Every incident as stored, without the instance's own counters and timestamps.
    private static let list = "table list incident --all -f sys_id,number,priority,state,active --format json --strings"

    private func rows(_ output: String) throws -> [[String: String]] {
        try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: String]])
    }

    @Test func everyRowIsRestored() async throws {
        let workspace = try Workspace()
        func run(_ words: String..., input: String = "") async throws -> ProcessResult {
            try await workspace.run(["--sandbox", "box"] + words, input: input)
        }
        let list = Self.list.split(separator: " ").map(String.init)
        func incidents() async throws -> [[String: String]] {
            try rows(try await workspace.run(["--sandbox", "box"] + list).output)
        }
        let before = try await incidents()
        let meant = before.filter { $0["priority"] == "5" }
        let changing = meant.filter { $0["state"] != "3" }
        #expect(changing.count > 10 && changing.count < meant.count)
        let refused = try await run("table", "update", "incident", "-q", "priority=5", "state=3")
        #expect(refused.status == 7 && refused.output == "", "\(refused)")
        try await expectEqual(incidents(), before)

        let done = try await run(
            "--tape", "done", "--no-input",
            input: """
                table update incident -q priority=5 state=3 --allow-writes sandbox -f number
                undo > back.snowdeck
                """)
        expectEqual(done.status, 0, "\(done)")
        expectEqual(done.output.split(separator: "\n").count, meant.count + 1)
        let after = try await incidents()
        expectEqual(zip(before, after).count { $0 != $1 }, changing.count)
        #expect(after.filter { $0["priority"] == "5" }.allSatisfy { $0["state"] == "3" })

        // Each line of the script is a command: changing a single record of the sandbox needs no confirmation.
        let back = try await run("--no-input", "--tape", "back", "run", "back.snowdeck")
        expectEqual(back.status, 0, "\(back)")
        try await expectEqual(incidents(), before)
        for tape in ["done", "back"] {
            try await expectEqual(workspace.run("replay", "sessions/\(tape).cassette", "--check").status, 0)
        }
    }
}
