import Glibc
import Synchronization
import TestSupport
import Testing

/// Waiting and retrying with a server on bare sockets, and its replay. For other failures see RetrySessionTests and
/// FailureTests in ShellTests, and RetryingTransportTests in NowSDKTests.
@Suite struct NetworkRecoveryTests {
    private static func rejection(_ seconds: Int) -> String {
        RawInstance.refusal(
            "429 Too Many Requests", "Rate limit exceeded", "Rate limit of 1 requests per hour for Table API exceeded",
            ["Retry-After: \(seconds)"])
    }

    private static let list = ["--tape", "again", "table", "list", "incident", "-n", "1", "-f", "number"]

    @Test func retryWaitsAndReplaysImmediately() async throws {
        let workspace = try Workspace(), count = Atomic(0)
        let row = RawInstance.answer(
            body: #"{"result":[{"number":"INC1","sys_id":"00000000000000000000000000000001"}]}"#)
        let far = RawInstance { _ in
            count.add(1, ordering: .relaxed).oldValue == 0 ? Self.rejection(1) : row
        }
        let live = try await workspace.run(far.flags + Self.list, variables: ["SNOWDECK_PASSWORD": "x"])
        let waiting = "The instance limits requests (HTTP 429); trying again in 1 second.\n"
        #expect(live == ProcessResult(0, "number\nINC1\n", errors: waiting))
        try await workspace.expectReplay(of: "again", commands: 1)
        let dump = try await workspace.run("dump", "again")
        #expect(dump.output.split(separator: "\n").count { $0.hasPrefix("  < HTTP/") } == 2, "\(dump.output)")
    }

    @Test func controlCEndsWaitAndIsRecorded() async throws {
        let far = RawInstance { _ in Self.rejection(90) }
        let workspace = try Workspace()
        let child = try workspace.start(far.flags + Self.list, input: "", variables: ["SNOWDECK_PASSWORD": "x"])
        #expect(await child.wrote { _, errors in errors.hasSuffix("seconds.\n") })
        child.send(SIGINT)
        let said = """
            The instance limits requests (HTTP 429); trying again in 90 seconds.
            Interrupted: the request was cancelled.

            """
        #expect(await child.end() == ProcessResult(130, errors: said))
        try await workspace.expectReplay(of: "again", commands: 1)
    }

    @Test func refusedConnectionIsReplayed() async throws {
        let workspace = try Workspace()
        let (_, port) = RawServer.bound()
        let live = try await workspace.run(
            "--instance", "http://127.0.0.1:\(port)", "--user", "jane", "--tape", "failing", "table", "count",
            "incident", variables: ["SNOWDECK_PASSWORD": "not-the-right-one-0"])
        let cause = "Could not connect to 127.0.0.1 port \(port): connection refused"
        #expect(
            live
                == ProcessResult(
                    4,
                    errors: """
                        \(cause); trying again.
                        error: \(cause).
                        note: No server is listening at that address and port.
                        hint: connect https://NAME.service-now.com
                        hint: profile list shows the known addresses.

                        """))
        let shown = try await workspace.run("replay", "sessions/failing.cassette")
        #expect(shown == ProcessResult(4, "> table count incident\n", errors: live.errors))
        try await workspace.expectReplay(of: "failing", commands: 1)
    }
}
