import Foundation
import Synchronization
import Testing

/// Changes outside the sandbox need confirmation, and are rejected without a terminal.
@Suite struct GuardTests {
    /// An instance that logs requests that would change it.
    private final class CountingInstance: Sendable {
        let writes = Mutex<[String]>([])

        func start() -> RawInstance {
            RawInstance { [self] request in
                if !request.hasPrefix("GET ") { writes.withLock { $0.append(String(request.prefix { $0 != "\r" })) } }
                let record =
                    #"{"number":{"value":"INC1","display_value":"INC1"},"sys_id":{"value":"0123456789abcdef0123456789abcdef","display_value":""}}"#
                let isList = request.hasPrefix("GET /api/now/table/incident?")
                let body = isList ? "{\"result\":[\(record)]}" : "{\"result\":\(record)}"
                return RawInstance.answer(request.hasPrefix("POST ") ? "201 Created" : "200 OK", body: body)
            }
        }
    }

    private static let writes = """
        table create incident urgency=1
        table update incident INC1 urgency=1
        table delete incident INC1
        table update incident -q active=true urgency=1
        table delete incident -q active=true

        """

    @Test func onlyTheNamedInstanceIsChanged() async throws {
        let workspace = try Workspace(), counting = CountingInstance()
        let instance = counting.start()
        func run(_ tape: String, _ flags: [String]) async throws -> ProcessResult {
            try await workspace.run(
                instance.flags + ["--tape", tape] + flags + ["run", "--keep-going", "-"], input: Self.writes,
                variables: ["SNOWDECK_PASSWORD": "x"])
        }
        for flags in [["--no-input"], [], ["--allow-writes", "other"], ["--allow-writes", "sandbox"]] {
            let refused = try await run("guarded", flags)
            #expect(refused.status == 7 && refused.output == "", "\(flags) \(refused)")
            #expect(refused.errors.components(separatedBy: "--allow-writes \(instance.name)").count >= 6, "\(refused)")
        }
        #expect(counting.writes.withLock { $0 } == [])
        try await workspace.expectReplay(of: "guarded", commands: 20)
        let allowed = try await run("allowed", ["--allow-writes", instance.name, "--no-input"])
        #expect(allowed.status == 0, "\(allowed)")
        #expect(counting.writes.withLock { $0.count } == 5)
        try await workspace.expectReplay(of: "allowed", commands: 5)
        #expect(counting.writes.withLock { $0.count } == 5)
    }
}

/// A change of many records is planned, rejected, confirmed and undone as a whole. The texts are those of the
/// transcripts `guards` and `undoing` in ShellTests.
@Suite struct UndoTests {
    /// Every incident as stored, without the instance's own counters and timestamps.
    private static let list = "table list incident --all -f sys_id,number,priority,state,active --format json"

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
        #expect(try await incidents() == before)

        let done = try await run(
            "--tape", "done", "--no-input",
            input: """
                table update incident -q priority=5 state=3 --allow-writes sandbox -f number
                undo > back.snowdeck
                """)
        #expect(done.status == 0, "\(done)")
        #expect(done.output.split(separator: "\n").count == meant.count + 1)
        let after = try await incidents()
        #expect(zip(before, after).count { $0 != $1 } == changing.count)
        #expect(after.filter { $0["priority"] == "5" }.allSatisfy { $0["state"] == "3" })

        // Each line of the script is a command: changing a single record of the sandbox needs no confirmation.
        let back = try await run("--no-input", "--tape", "back", "run", "back.snowdeck")
        #expect(back.status == 0, "\(back)")
        #expect(try await incidents() == before)
        for tape in ["done", "back"] {
            #expect(try await workspace.run("replay", "sessions/\(tape).cassette", "--check").status == 0)
        }
    }
}
