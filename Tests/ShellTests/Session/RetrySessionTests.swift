import CassetteStore
import ExchangeModel
import GraphQLCommands
import Recipes
import Tables
import Tapes
import Testing
import Workbench

/// Retries are reported once, recorded attempt by attempt, and replayed without waiting.
@Suite struct RetrySessionTests {
    private static func answer(
        _ status: Int, _ body: String = "{}", _ headers: [HeaderField] = []
    ) -> ScriptedTransport.Outcome {
        .success(HTTPResponse(status: status, headers: HeaderFields(headers), body: Array(body.utf8)))
    }

    private static func pause(_ seconds: Int) -> [HeaderField] {
        [
            HeaderField("X-RateLimit-Limit", "100"), HeaderField("X-RateLimit-Reset", "1767226000"),
            HeaderField("X-RateLimit-Rule", "3be1d6f0dbb3330001234567890abcde"),
            HeaderField("Retry-After", String(seconds)),
        ]
    }

    private static let row = #"{"number":"INC1","sys_id":"00000000000000000000000000000001"}"#

    private func run(
        _ line: String, _ outcomes: [ScriptedTransport.Outcome], showsProgress: Bool = false
    ) async throws -> (printed: String, statuses: [String]) {
        let machine = try TestMachine(instance: ScriptedTransport(outcomes))
        let harness = try ShellHarness(machine, showsProgress: showsProgress)
        let printed = harness.printed(status: await harness.session.run(line))
        try await harness.session.close()
        let tape = try #require(machine.tapes.first)
        let replay = try await machine.check(tape)
        #expect(replay.status == 0, "\(replay.printed)")
        let cassette = try Cassette.playing(at: tape)
        return (printed, try cassette.requests(after: 0, limit: 100).map { "\($0.request.method)" })
    }

    @Test func retryWaitsAndReplays() async throws {
        let ran = try await run(
            "table list incident -n 1 -f number",
            [
                Self.answer(429, "", Self.pause(3)), Self.answer(429, "", Self.pause(1)),
                Self.answer(200, "{\"result\":[\(Self.row)]}"),
            ])
        #expect(
            ran.printed == """
                number
                INC1
                ! The instance limits requests (HTTP 429); trying again in 3 seconds.
                ! The instance limits requests (HTTP 429); trying again in 1 second.

                """, "now reads:\n\(ran.printed)")
        #expect(ran.statuses == ["GET", "GET", "GET"])
    }

    @Test func countdownIsShown() async throws {
        let ran = try await run(
            "table list incident -n 1 -f number",
            [Self.answer(429, "", Self.pause(2)), Self.answer(200, "{\"result\":[\(Self.row)]}")], showsProgress: true)
        for text in ["trying again in 2 s; Ctrl-C stops\r", "trying again in 1 s; Ctrl-C stops\r"] {
            #expect(ran.printed.contains(text), "now reads:\n\(ran.printed)")
        }
    }

    /// Rejects reads, and responds to changes from a list.
    private struct RateLimitedInstance: Transport {
        let script: ScriptedTransport

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            request.method == .get ? HTTPResponse(status: 404) : try await script.send(request)
        }
    }

    private func create(_ outcomes: [ScriptedTransport.Outcome]) async throws -> (printed: String, sent: Int) {
        let script = ScriptedTransport(outcomes)
        let machine = try TestMachine(instance: RateLimitedInstance(script: script))
        let harness = try ShellHarness(machine)
        let printed = harness.printed(
            status: await harness.session.run("table create incident short_description=x -f number"))
        try await harness.closeAndReplay()
        return (printed, script.requests.count)
    }

    /// A rate-limited change was not made; each attempt opens an epoch, live and in the replay.
    @Test func rateLimitedChangeIsRetried() async throws {
        let ran = try await create([
            Self.answer(429, "", Self.pause(2)), Self.answer(201, "{\"result\":\(Self.row)}"),
        ])
        #expect(ran.sent == 2)
        #expect(ran.printed.contains("trying again in 2 seconds."), "now reads:\n\(ran.printed)")
        #expect(ran.printed.contains("INC1"), "now reads:\n\(ran.printed)")
    }

    @Test func otherChangesAreNotRetried() async throws {
        for outcome in [Self.answer(503), .failure(TransportFailure(.reset, "The connection broke."))] {
            let ran = try await create([outcome, Self.answer(201, "{\"result\":\(Self.row)}")])
            #expect(ran.sent == 1)
            #expect(
                !ran.printed.contains("trying again") && !ran.printed.contains("INC1"), "now reads:\n\(ran.printed)")
        }
    }

    @Test func brokenConnectionIsRetried() async throws {
        let ran = try await run(
            "table list incident -n 1 -f number",
            [
                .failure(TransportFailure(.reset, "The connection broke.")), Self.answer(502),
                Self.answer(200, "{\"result\":[\(Self.row)]}"),
            ])
        #expect(ran.printed == "number\nINC1\n! The connection broke; trying again.\n", "now reads:\n\(ran.printed)")
        #expect(ran.statuses == ["GET", "GET", "GET"])
    }
}
