import Glibc
import Synchronization
import Testing
import TestSupport

/// Waiting and trying again, by the program itself against a server of bare sockets, and replayed.
@Suite struct RetryTests {
    private static let row = #"{"result":[{"number":"INC1","sys_id":"00000000000000000000000000000001"}]}"#

    private static func turnedAway(_ seconds: Int) -> String {
        FarInstance.refusal(
            "429 Too Many Requests", "Rate limit exceeded", "Rate limit of 1 requests per hour for Table API exceeded",
            ["Retry-After: \(seconds)"])
    }

    /// An instance that gives one answer after another, and the last for good.
    private func instance(_ answers: [String]) -> FarInstance {
        let left = Mutex(answers[...])
        let shared = Shared(left)
        return FarInstance { _ in shared.next() }
    }

    private final class Shared: Sendable {
        private let left: Mutex<ArraySlice<String>>
        init(_ answers: consuming sending Mutex<ArraySlice<String>>) { left = answers }
        func next() -> String { left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? "" } }
    }

    private func run(_ instance: FarInstance, _ line: String) async throws -> (Desk, Ended) {
        let desk = try Desk()
        let ended = try await desk.start(
            instance.flags + ["--tape", "again"] + line.split(separator: " ").map(String.init), input: "",
            variables: ["SNOWDECK_PASSWORD": "x"]
        ).end()
        return (desk, ended)
    }

    @Test func aPauseIsWaitedOutAndReplaysAtOnce() async throws {
        let far = instance([Self.turnedAway(1), Self.turnedAway(1), FarInstance.answer(body: Self.row)])
        let (desk, live) = try await run(far, "table list incident -n 1 -f number")
        let waiting = "The instance is asked too often (HTTP 429); waiting 1 second, as it asks.\n"
        #expect(live == Ended(0, "number\nINC1\n", errors: waiting + waiting))
        let checked = try await desk.run("replay", "sessions/again.cassette", "--check")
        #expect(checked == Ended(0, "sessions/again.cassette: 1 command, all as recorded.\n"))
        let dump = try await desk.run("dump", "again")
        #expect(dump.output.split(separator: "\n").count { $0.hasPrefix("  < HTTP/") } == 3, "\(dump.output)")
    }

    @Test func controlCEndsAPauseAndTheTapeSaysSo() async throws {
        let far = instance([Self.turnedAway(200)])
        let desk = try Desk()
        let child = try desk.start(
            far.flags + ["--tape", "again", "table", "list", "incident", "-n", "1", "-f", "number"], input: "",
            variables: ["SNOWDECK_PASSWORD": "x"])
        #expect(await child.wrote { _, errors in errors.hasSuffix("as it asks.\n") })
        child.send(SIGINT)
        let said = """
            The instance is asked too often (HTTP 429); waiting 200 seconds, as it asks.
            Interrupted: the request was called off.

            """
        #expect(await child.end() == Ended(130, errors: said))
        let checked = try await desk.run("replay", "sessions/again.cassette", "--check")
        #expect(checked == Ended(0, "sessions/again.cassette: 1 command, all as recorded.\n"))
    }
}

/// What went wrong while recording goes wrong in the same way when replayed: same sentence, same exit status.
@Suite struct FailureReplayTests {
    /// Runs one line against an instance, then replays it, and expects both to be alike. Gives the live run.
    private func recordAndReplay(_ flags: [String], _ line: String) async throws -> Ended {
        let desk = try Desk()
        let live = try await desk.start(
            flags + ["--tape", "failing"] + line.split(separator: " ").map(String.init), input: "",
            variables: ["SNOWDECK_PASSWORD": "not-the-right-one-0"]
        ).end()
        let shown = try await desk.run("replay", "sessions/failing.cassette")
        #expect(shown == Ended(live.status, "> \(line)\n" + live.output, errors: live.errors))
        let checked = try await desk.run("replay", "sessions/failing.cassette", "--check")
        #expect(checked == Ended(0, "sessions/failing.cassette: 1 command, all as recorded.\n"))
        return live
    }

    @Test func aRefusedConnectionIsReplayed() async throws {
        let (_, port) = RawServer.bound()
        let live = try await recordAndReplay(
            ["--instance", "http://127.0.0.1:\(port)", "--user", "jane"], "table count incident")
        let cause = "Could not connect to 127.0.0.1 port \(port): connection refused"
        #expect(
            live
                == Ended(
                    4,
                    errors: """
                        \(cause); trying again.
                        error: \(cause).
                        note: Nothing listens there.
                        hint: connect https://NAME.service-now.com
                        hint: profile list shows the addresses that are known here.

                        """))
    }

    @Test func aTimeoutIsReplayedAndAtOnce() async throws {
        let instance = FarInstance.silent()
        let live = try await recordAndReplay(instance.flags + ["--timeout", "1"], "table count incident")
        #expect(live.status == 4)
        #expect(live.firstError == "error: 127.0.0.1 did not answer within 1 second.")
    }

    @Test func anAnswerThatNeverComesIsReplayed() async throws {
        let server = RawServer { connection in
            _ = connection.readRequest()
            connection.resetOnClose()
        }
        let live = try await recordAndReplay(
            ["--instance", server.address, "--user", "jane"], "table count incident")
        #expect(live.status == 4)
        #expect(live.output == "")
    }
}
