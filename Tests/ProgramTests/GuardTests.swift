import Synchronization
import Testing

/// Nothing is changed by accident: everything but the sandbox asks first, and refuses when there is nobody to ask.
@Suite struct GuardTests {
    /// An instance that counts what would change it.
    private final class CountingInstance: Sendable {
        let writes = Mutex<[String]>([])

        func start() -> FarInstance {
            FarInstance { [self] request in
                if !request.hasPrefix("GET ") { writes.withLock { $0.append(String(request.prefix { $0 != "\r" })) } }
                let record =
                    #"{"number":{"value":"INC1","display_value":"INC1"},"sys_id":{"value":"0123456789abcdef0123456789abcdef","display_value":""}}"#
                let isList = request.hasPrefix("GET /api/now/table/incident?")
                let body = isList ? "{\"result\":[\(record)]}" : "{\"result\":\(record)}"
                return FarInstance.answer(request.hasPrefix("POST ") ? "201 Created" : "200 OK", body: body)
            }
        }
    }

    private static let writes = [
        ["table", "create", "incident", "urgency=1"], ["table", "update", "incident", "INC1", "urgency=1"],
        ["table", "delete", "incident", "INC1"], ["table", "update", "incident", "-q", "active=true", "urgency=1"],
        ["table", "delete", "incident", "-q", "active=true"],
    ]

    @Test(arguments: writes)
    func withoutAnybodyToAskNothingIsChanged(_ words: [String]) async throws {
        let desk = try Desk()
        let counting = CountingInstance()
        let instance = counting.start()
        let variables = ["SNOWDECK_PASSWORD": "x"]
        for flags in [["--no-input"], [], ["--allow-writes", "other"], ["--allow-writes", "sandbox"]] {
            let run = try await desk.start(
                instance.flags + ["--tape", "guarded"] + flags + words, input: "", variables: variables
            ).end()
            #expect(run.status == 7, "\(flags) \(run)")
            #expect(run.output == "")
            #expect(run.errors.contains("--allow-writes \(instance.name)"), "\(run.errors)")
        }
        #expect(counting.writes.withLock { $0 } == [])
        let checked = try await desk.run("replay", "sessions/guarded.cassette", "--check")
        #expect(checked.status == 0, "\(checked)")
    }

    @Test(arguments: writes)
    func theNamedInstanceIsChanged(_ words: [String]) async throws {
        let desk = try Desk()
        let counting = CountingInstance()
        let instance = counting.start()
        let run = try await desk.start(
            instance.flags + ["--tape", "allowed", "--allow-writes", instance.name, "--no-input"] + words, input: "",
            variables: ["SNOWDECK_PASSWORD": "x"]
        ).end()
        #expect(run.status == 0, "\(run)")
        #expect(counting.writes.withLock { $0.count } == 1)
        let shown = try await desk.run("replay", "sessions/allowed.cassette", "--check")
        #expect(shown.status == 0, "\(shown)")
        #expect(counting.writes.withLock { $0.count } == 1)
    }

    @Test func severalRecordsOfTheSandboxAreAskedForToo() async throws {
        let desk = try Desk()
        let refused = try await desk.run("table", "update", "incident", "-q", "priority=1", "urgency=1")
        #expect(refused.status == 7)
        #expect(refused.output == "")
        let count = try await desk.run("table", "count", "incident", "-q", "priority=1").output.dropLast()
        #expect(refused.errors.contains("This would update \(count) records of incident on sandbox"))
        let done = try await desk.run(
            "--allow-writes", "sandbox", "table", "update", "incident", "-q", "priority=1", "urgency=1", "-f", "number",
            "--format", "csv")
        #expect(done.status == 0)
        #expect(done.output.split(whereSeparator: \.isNewline).count == (Int(count) ?? 0) + 1)
    }

    @Test func aQueryThatTheInstanceWouldPartlyDropChangesNothing() async throws {
        let desk = try Desk()
        let run = try await desk.run(
            "--allow-writes", "sandbox", "table", "delete", "incident", "-q", "priority=1^nonsense")
        #expect(run.status == 7)
        #expect(run.errors.contains("The instance would drop this part of the query"), "\(run.errors)")
    }
}
