import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import NowSDK

/// A clock that records sleeps and can cancel them.
private final class WaitingClock: ExchangeModel.Clock {
    private let state = Mutex<(waits: [Int64], last: Int)>(([], .max))
    init(callsOffAfter waits: Int = .max) { state.withLock { $0.last = waits } }
    var now: Timestamp { Timestamp(seconds: 1_713_286_800) }
    /// Total sleep in microseconds.
    var waited: Int64 { state.withLock { $0.waits.reduce(0, +) } }
    func sleep(microseconds: Int64) async throws {
        let isOff = state.withLock { state in
            state.waits.append(microseconds)
            return state.waits.count > state.last
        }
        if isOff { throw CancellationError() }
    }
}

/// Progress of waits, as text.
private final class PauseLog: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

struct RetryingTransportTests {
    private let log = PauseLog()

    private func transport(
        _ script: ScriptedTransport, _ clock: WaitingClock, limit: Int64 = 300, seed: UInt64 = 7
    ) -> RetryingTransport {
        let log = log
        let watch = RetryWatch(
            seed: seed, limit: limit,
            begins: { log.add("\($0.isServerRequested ? "asked" : "own") \($0.repeats): \($0.seconds) s") },
            onTick: { log.add("\($1)") })
        return RetryingTransport(
            next: script, clock: clock,
            isSafe: { !$0.url.path.hasSuffix("graphql") && !$0.headers.contains(where: \.overridesRequest) },
            watch: { watch })
    }

    private func get(_ path: String = "/a", _ method: HTTPMethod = .get, _ headers: HeaderFields = [:]) throws
        -> HTTPRequest
    {
        HTTPRequest(method, try url("https://myinstance.service-now.com" + path), headers: headers)
    }

    private func status(_ transport: RetryingTransport, _ request: HTTPRequest) async -> String {
        do throws(TransportFailure) {
            return String(try await transport.send(request).status)
        } catch {
            return error.kind.rawValue
        }
    }

    @Test func retryAfterIsCountedDown() async throws {
        let script = ScriptedTransport([
            answer(429, [HeaderField("Retry-After", "3")]), answer(429, [HeaderField("Retry-After", "1")]), answer(),
        ])
        let clock = WaitingClock()
        await expectEqual(status(transport(script, clock), try get()), "200")
        expectEqual(script.requests, Array(repeating: try get(), count: 3))
        expectEqual(clock.waited, 4_000_000)
        expectEqual(log.all, ["asked 0: 3 s", "3", "2", "1", "0", "asked 1: 1 s", "1", "0"])
    }

    @Test(
        arguments: [
            (["Retry-After: 90"], 90), (["Retry-After: 0"], 1),
            (["Retry-After: Tue, 16 Apr 2024 17:17:18 GMT", "Date: Tue, 16 Apr 2024 17:16:18 GMT"], 60),
            (["Retry-After: Tue, 16 Apr 2024 17:00:30 GMT"], 30),
            (["X-RateLimit-Reset: 1713287790", "Date: Tue, 16 Apr 2024 17:16:00 GMT"], 30),
            (["X-RateLimit-Reset: 1713286811"], 11), (["X-RateLimit-Reset: 17"], 17),
            (["X-RateLimit-Reset: 1713280000"], 1),
            (["Retry-After: 5", "X-RateLimit-Reset: 1713286899"], 5),
        ] as [([String], Int64)])
    func retryAfterIsParsedInEveryForm(lines: [String], seconds: Int64) async throws {
        let headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return HeaderField(String(parts[0]), String(parts[1].dropFirst()))
        }
        let clock = WaitingClock()
        let script = ScriptedTransport([answer(429, headers), answer()])
        await expectEqual(status(transport(script, clock), try get()), "200")
        expectEqual(clock.waited, seconds * 1_000_000)
    }

    @Test(
        arguments: [
            (answer(429), 6, 31.0), (answer(502), 4, 3.5), (answer(503), 4, 3.5), (answer(504), 4, 3.5),
            (.failure(TransportFailure(.connect, "No.")), 4, 1.75),
            (.failure(TransportFailure(.reset, "No.")), 4, 1.75),
        ] as [(ScriptedTransport.Outcome, Int, Double)])
    func backoffGrowsWithoutRetryAfter(outcome: ScriptedTransport.Outcome, attempts: Int, least: Double) async throws {
        let clock = WaitingClock(), again = WaitingClock(), other = WaitingClock()
        for method in [HTTPMethod.get, .head] {
            let script = ScriptedTransport(Array(repeating: outcome, count: 20))
            _ = await status(transport(script, method == .get ? clock : again), try get("/a", method))
            expectEqual(script.requests.count, attempts)
        }
        #expect(Double(clock.waited) / 1e6 >= least && Double(clock.waited) / 1e6 <= least * 1.5)
        expectEqual(clock.waited, again.waited)
        let script = ScriptedTransport(Array(repeating: outcome, count: 20))
        _ = await status(transport(script, other, seed: 8), try get())
        #expect(other.waited != clock.waited)
    }

    /// The server may have processed the request before the connection broke, or behind a gateway.
    @Test(
        arguments: [HTTPMethod.post, .put, .patch, .delete, .options],
        [
            answer(429), answer(429, [HeaderField("Retry-After", "1")]), answer(503),
            answer(503, [HeaderField("Retry-After", "1")]), .failure(TransportFailure(.connect, "No.")),
            .failure(TransportFailure(.reset, "No.")),
        ] as [ScriptedTransport.Outcome])
    func unsafeRequestIsSentOnce(method: HTTPMethod, outcome: ScriptedTransport.Outcome) async throws {
        let script = ScriptedTransport([outcome, answer()])
        _ = await status(transport(script, WaitingClock()), try get("/a", method))
        expectEqual(script.requests.count, 1)
    }

    @Test func requestsAreRepeatedAsOftenAsTheyMay() async throws {
        func turnedAway(_ seconds: Int, _ more: [HeaderField] = []) -> ScriptedTransport.Outcome {
            answer(429, [HeaderField("Retry-After", String(seconds))] + more)
        }
        func broken(_ kind: TransportFailure.Kind) -> ScriptedTransport.Outcome {
            .failure(TransportFailure(kind, "No."))
        }
        var completion = try get()
        completion.purpose = .completion
        let rule = [HeaderField("X-RateLimit-Rule", "3be1d6f0dbb3330001234567890abcde")]
        let missing = TransportFailure(.missingLibrary("libcurl.so.4", package: "libcurl4", reason: "no (such) file"))
        var cases: [(HTTPRequest, [ScriptedTransport.Outcome], outcome: String, count: Int)] = [
            (try get(), [turnedAway(40), turnedAway(30), answer()], "429", 2),
            (try get(), Array(repeating: turnedAway(1), count: 50), "429", 11),
            (try get(), [broken(.connect), answer(503), answer(404), answer()], "404", 3),
            // The instance says that it has not processed the request.
            (try get("/a", .patch), [turnedAway(2, rule), answer(201)], "201", 2),
            (try get("/api/now/graphql"), [answer(503), answer()], "503", 1),
            (try get("/a", .get, ["X-HTTP-Method-Override": "DELETE"]), [answer(503), answer()], "503", 1),
            (try get("/a", .post, ["X-HTTP-Method-Override": "GET"]), [answer(503), answer()], "503", 1),
            (completion, [turnedAway(1), answer()], "429", 1),
            // In a replay, only kind and message are known.
            (try get(), [.failure(missing), answer()], "connect", 1),
            (try get(), [.failure(TransportFailure(recorded: missing.kind, missing.message)), answer()], "connect", 1),
        ]
        for kind in [TransportFailure.Kind.timeout, .resolve, .tls, .tape, .cancelled, .tooLarge, .signIn] {
            cases.append((try get(), [broken(kind), answer()], kind.rawValue, 1))
        }
        for (request, outcomes, outcome, count) in cases {
            let script = ScriptedTransport(outcomes)
            await expectEqual(status(transport(script, WaitingClock(), limit: 60), request), outcome)
            expectEqual(script.requests.count, count, "\(outcome)")
        }
    }

    /// The attempt that was canceled is recorded; the replay ends with it.
    @Test func canceledWaitEndsWithFinalAttempt() async throws {
        let script = ScriptedTransport([
            answer(429, [HeaderField("Retry-After", "30")]), .failure(TransportFailure(.cancelled, "Called off.")),
            answer(),
        ])
        await expectEqual(status(transport(script, WaitingClock(callsOffAfter: 2)), try get()), "cancelled")
        expectEqual(script.requests.count, 2)
        expectEqual(log.all.suffix(2), ["28", "0"])
    }
}
