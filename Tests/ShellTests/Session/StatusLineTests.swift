@testable import PromptCommands
import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Instances
@testable import Recipes
@testable import Tables
@testable import Workbench

/// The progress line while a command waits.
struct StatusLineTests {
    private final class ManualClock: Clock {
        private let time = Mutex(Timestamp(seconds: 0))
        private let direction: Int64

        /// - Parameter direction: -1 for a clock that is set back all the time.
        init(direction: Int64 = 1) { self.direction = direction }

        var now: Timestamp { time.withLock { $0 } }
        /// Lets other tests have the thread.
        func sleep(microseconds: Int64) async throws {
            advance(direction * microseconds)
            await Task.yield()
        }
        func advance(_ microseconds: Int64) {
            time.withLock { $0 = Timestamp(microseconds: $0.microseconds + microseconds) }
        }
    }

    private final class Screen: Sendable {
        private let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func show(_ text: String) { lines.withLock { $0.append(text) } }
    }

    private let clock = ManualClock(), screen = Screen()

    private func line() -> StatusLine { StatusLine(clock: clock) { [screen] in screen.show($0) } }

    @Test func slowRequestIsShownAndCleared() async {
        let line = line()
        let id = line.begins("dev1: GET /api/now/table/incident", changes: false)
        let ticking = Task { await line.run() }
        while screen.all.count < 4 { await Task.yield() }
        ticking.cancel()
        await ticking.value
        line.ends(id, isAccepted: false)
        expectEqual(screen.all.first, "waiting for dev1: GET /api/now/table/incident; Ctrl-C stops")
        #expect(screen.all.contains("waiting for dev1: GET /api/now/table/incident, 1 s; Ctrl-C stops"))
        expectEqual(screen.all.last?.isEmpty, true)
    }

    @Test func clockThatIsSetBackDoesNotHideTheLine() async {
        let line = StatusLine(clock: ManualClock(direction: -1)) { [screen] in screen.show($0) }
        let id = line.begins("dev1: GET /", changes: false)
        let ticking = Task { await line.run() }
        while screen.all.count < 2 { await Task.yield() }
        ticking.cancel()
        await ticking.value
        line.ends(id, isAccepted: false)
        expectEqual(screen.all.first, "waiting for dev1: GET /; Ctrl-C stops")
    }

    private struct LimitsTransport: Transport {
        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            HTTPResponse(status: 200, body: Array("\(request.limits?.seconds ?? 0) \(request.limits?.body ?? 0)".utf8))
        }
    }

    /// Requests for tokens, too, which no command sends.
    @Test func everyRequestHasTheLimitsOfTheCommand() async throws {
        let context = RequestContext(RequestLimits(seconds: 60, body: 1000))
        let transport = PendingTransport(next: LimitsTransport(), context: context)
        let url = try #require(HTTPURL("https://dev1.service-now.com/oauth_token.do"))
        var request = HTTPRequest(.post, url, purpose: .signIn)
        try await expectEqual(transport.send(request).body, Array("60 1000".utf8))
        context.limits = RequestLimits(seconds: 2, body: 500)
        request.limits = RequestLimits(seconds: 60, body: 1000)
        try await expectEqual(transport.send(request).body, Array("2 500".utf8))
    }

    @Test func fastRequestShowsNothing() {
        let line = line()
        let id = line.begins("dev1: GET /", changes: false)
        clock.advance(400_000)
        line.counted(.init(done: 10, total: 20, noun: "records"))
        line.ends(id, isAccepted: false)
        #expect(screen.all.isEmpty)
    }

    @Test func progressHasRateAndTimeLeft() {
        let line = line()
        clock.advance(1_000_000)
        line.counted(.init(done: 1000, total: 12_000, noun: "records"))
        clock.advance(2_000_000)
        line.counted(.init(done: 3000, total: 12_000, noun: "records"))
        expectEqual(
            screen.all,
            [
                "1000 of 12000 records; Ctrl-C stops",
                "3000 of 12000 records, 1000 per second, 10 s left; Ctrl-C stops",
            ])
        line.hide(true)
        line.counted(.init(done: 4000, total: 12_000, noun: "records"))
        #expect(screen.all.last == "" && screen.all.count == 3)
    }
}

/// Changed cells in a round of `watch`.
struct WatchMarksTests {
    @Test(arguments: [
        (["INC1  New  1"], ["INC1  Open  1"], ["INC1  [Open]  1"]),
        (["INC1  New", "INC2  New"], ["INC2  New", "INC1  New"], ["INC2  New", "INC1  New"]),
        (["INC1  New"], ["INC3  New", "INC1  New"], ["[INC3]  [New]", "INC1  New"]),
        (["440"], ["441"], ["[441]"]),
        (["state  In Progress"], ["state  On Hold"], ["state  [On Hold]"]),
        (["a b  c"], ["a b  c   d"], ["a b  c   [d]"]),
    ])
    func changedCellsAreReversed(_ before: [String], _ now: [String], _ expected: [String]) {
        let shown = WatchMarks(before: before).marked(now, styled: now).map {
            $0.split(separator: "\u{1B}[7m", omittingEmptySubsequences: false).joined(separator: "[")
                .split(separator: "\u{1B}[27m", omittingEmptySubsequences: false).joined(separator: "]")
        }
        expectEqual(shown, expected)
    }
}
