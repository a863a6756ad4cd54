import CassetteStore
import ExchangeModel
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// Doubles numbers, and counts the batches.
private final class Doubling: Sendable {
    private let batches = Mutex<[[Int]]>([])
    private let running = Atomic(0)
    private let most = Atomic(0)
    private let queue = BatchQueue<Int, Int>()
    private let first: Int

    /// The first batch lasts until that many numbers wait.
    init(firstUntil count: Int) { first = count }

    var numbers: [[Int]] { batches.withLock { $0 } }
    var mostAtOnce: Int { most.load(ordering: .relaxed) }

    func double(_ number: Int) async -> Int { await queue.add(number) { self.run($0) } }

    private func run(_ items: [Int]) -> [Int] {
        most.max(running.wrappingAdd(1, ordering: .relaxed).newValue, ordering: .relaxed)
        defer { running.wrappingSubtract(1, ordering: .relaxed) }
        let isFirst = batches.withLock { batches in
            batches.append(items)
            return batches.count == 1
        }
        for _ in 0..<10_000 where isFirst && queue.waitingCount < first { usleep(1000) }
        return items.map { $0 * 2 }
    }
}

/// Runs each piece of a task on a thread of its own, so a batch that waits takes no thread from other tests.
final class OwnThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

@Suite struct BatchQueueTests {
    @Test func itemsThatWaitAreRunTogether() async {
        let doubling = Doubling(firstUntil: 20)
        await withTaskGroup(of: Bool.self) { group in
            let threads = OwnThreads()
            for number in 0...20 {
                group.addTask(executorPreference: threads) { await doubling.double(number) == number * 2 }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(doubling.numbers.map(\.count) == [1, 20])
        #expect(Set(doubling.numbers.joined()) == Set(0...20))
        #expect(await doubling.double(30) == 60)
    }

    @Test func batchesDoNotOverlap() async {
        let doubling = Doubling(firstUntil: 0)
        let sum = await withTaskGroup(of: Int.self) { group in
            for number in 1...2000 { group.addTask { await doubling.double(number) } }
            return await group.reduce(0, +)
        }
        #expect(sum == 4_002_000)
        #expect(doubling.mostAtOnce == 1)
    }
}

/// Answers when all requests have been sent, so that their outcomes arrive together.
private final class MeetingNetwork: Transport {
    private let count: Int
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

    init(_ count: Int) { self.count = count }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        await withCheckedContinuation { continuation in
            let all = waiting.withLock { waiting in
                waiting.append(continuation)
                return waiting.count == count ? waiting : []
            }
            for continuation in all { continuation.resume() }
        }
        return .json(request.url.path == "/large" ? String(repeating: "x", count: 5000) : request.url.path)
    }
}

/// Exchanges that are committed together have results of their own.
@Suite struct TogetherCommittedTests {
    private let folder = TemporaryFolder()

    private func deck(bodyLimit: Int, _ count: Int) -> RecordingDeck {
        let path = folder.tape
        let network = MeetingNetwork(count)
        return RecordingDeck(
            session: .sample(), secrets: SecretBook(), clock: TickingClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path, bodyLimit: bodyLimit) },
            next: { network })
    }

    @Test func outcomeThatDoesNotFitLosesOnlyItself() async throws {
        let deck = deck(bodyLimit: 4000, 40)
        let transport = deck.transport
        let paths = (1..<40).map { "/\($0)" } + ["/large"]
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for path in paths { group.addTask { try await transport.send(.get(path)).body.count } }
            return try await group.reduce(0, +)
        }
        #expect(answers > 5000)
        #expect(deck.loss != nil)
        await #expect(throws: TransportFailure.self) { try await transport.send(.get("/later")) }
        try deck.close()
        let cassette = try Cassette.playing(at: folder.tape)
        let requests = try cassette.requests(after: 0, limit: 99)
        #expect(requests.count == 40)
        #expect(
            requests.filter { $0.outcome == .interrupted }.map { HTTPURL($0.request.url)?.path } == ["/large"])
    }

    /// Names that a request's query reveals apply to its own response, however many are recorded with it.
    @Test func secretsOfRequestsStayApart() async throws {
        struct Properties: Transport {
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
                await Task.yield()
                return .json(#"{"result":[{"value":"v\#(request.url.path.dropFirst())"}]}"#)
            }
        }
        let recording = Recording(at: folder.tape, next: Properties())
        let transport = recording.deck.transport
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                var request = HTTPRequest.get("/\(number)")
                request.url.query = number % 2 == 0 ? "name=glide.db.password" : "name=glide.product.name"
                let sent = request
                group.addTask { _ = try? await transport.send(sent) }
            }
        }
        let cassette = try recording.played()
        for number in 1...60 {
            let exchange = try #require(try cassette.exchange(Int64(number)))
            guard case .response(let response) = exchange.outcome else {
                Issue.record("exchange \(number) has no response")
                continue
            }
            let isSecret = exchange.request.url.contains("password")
            #expect(Placeholder.occurs(in: response.text) == isSecret, "\(response.text)")
        }
    }
}
