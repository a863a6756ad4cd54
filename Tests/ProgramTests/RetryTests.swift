import Glibc
import Synchronization
import TestSupport
import Testing

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

    @Test func aPauseThatIsTooLongIsNotMade() async throws {
        let (_, live) = try await run(instance([Self.turnedAway(3000)]), "table list incident -n 1 -f number")
        #expect(
            live
                == Ended(
                    3,
                    errors: """
                        error: Rate limit exceeded: Rate limit of 1 requests per hour for Table API exceeded (HTTP 429).
                        note: The instance asks for a pause of 3000 seconds.
                        hint: --timeout 3000 waits that long.

                        """))
    }

    @Test func aChangeIsSentOnce() async throws {
        // The columns are asked for first; that is a read.
        let columns = #"{"result":{"columns":{"short_description":{"label":"Short description","type":"string"}}}}"#
        let far = instance([
            FarInstance.answer(body: columns), FarInstance.refusal("503 Service Unavailable", "Busy", "Later"),
            FarInstance.answer(body: Self.row),
        ])
        let (desk, live) = try await run(
            far, "--allow-writes \(far.address) table create incident short_description=x")
        #expect(live.status == 3)
        #expect(live.firstError == "error: Busy: Later (HTTP 503).")
        let checked = try await desk.run("replay", "sessions/again.cassette", "--check")
        #expect(checked == Ended(0, "sessions/again.cassette: 1 command, all as recorded.\n"))
    }
}
