import CassetteStore
import ExchangeModel
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TapeDeck

/// A network that releases responses one by one and counts the requests in flight.
private final class GatedNetwork: Transport {
    private struct State {
        var requests: [HTTPRequest] = []
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var watchers: [(Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count - 1
        }
        let isAnswered = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let watchers = state.withLock { state in
                    state.waiting[number] = continuation
                    defer { state.watchers.removeAll { $0.0 <= state.requests.count } }
                    return state.watchers.filter { $0.0 <= state.requests.count }
                }
                for watcher in watchers { watcher.1.resume() }
                if Task.isCancelled { release(number, false) }
            }
        } onCancel: {
            release(number, false)
        }
        guard isAnswered else { throw TransportFailure(.cancelled, "Called off.") }
        return .json("answer \(number) to \(request.url.target)")
    }

    /// Returns once this many requests have been sent in total.
    func reached(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.requests.count >= count, state.waiting.keys.contains(count - 1) { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func release(_ number: Int, _ isAnswered: Bool = true) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: isAnswered)
    }
}

struct ConcurrencyTests {
    @Test func pageIsReturnedBeforeItIsOnTheTape() async throws {
        let network = GatedNetwork()
        let recording = Recording(next: network)
        let transport = recording.deck.transport, tape = recording.deck.tape
        var page = HTTPRequest.get("/page")
        page.awaitsRecording = false
        let isHeld = Atomic(true), isAnswered = Atomic(false)
        // On threads of its own, because the recording blocks one of those that tasks share.
        let sender = Task(executorPreference: OwnThreads()) { [page] in
            let text = try await transport.send(page).text
            defer { isAnswered.store(true, ordering: .releasing) }
            return (text, isHeld.load(ordering: .acquiring))
        }
        await network.reached(1)
        // While the tape is held, nothing is recorded.
        Thread.detachNewThread {
            tape.state.withLock { _ in
                network.release(0)
                for _ in 0..<600_000 where !isAnswered.load(ordering: .acquiring) { usleep(1000) }
                isHeld.store(false, ordering: .releasing)
            }
        }
        #expect(try await sender.value == ("answer 0 to /page", true))
        // A change waits until the page is on the tape.
        let change = Task { try await transport.send(.send(.post, "/change", "{}")).text }
        await network.reached(2)
        let cassette = try Cassette.playing(at: recording.path)
        #expect(try cassette.exchange(1)?.outcome != .interrupted)
        network.release(1)
        _ = try await change.value
        for number in 3...5 {
            let next = Task { [page] in try await transport.send(page).text }
            await network.reached(number)
            network.release(number - 1)
            _ = try await next.value
        }
        await recording.deck.settle()
        #expect(try (1...5).allSatisfy { try cassette.exchange($0)?.outcome != .interrupted })
    }

    @Test func unsafeRequestIsExclusive() async throws {
        let network = GatedNetwork()
        let recording = Recording(next: network)
        let transport = recording.deck.transport
        let before = Task { try await transport.send(.get("/before")).text }
        await network.reached(1)
        let change = Task { try await transport.send(.send(.post, "/change", "{}")).text }
        // Completion traffic is not blocked; once it has completed, the change could have overtaken but has not.
        let menu = Task { try await transport.send(.get("/menu", purpose: .completion)).text }
        await network.reached(2)
        expectEqual(network.requests.map(\.url.path), ["/before", "/menu"])
        network.release(1)
        _ = try await menu.value
        network.release(0)
        await network.reached(3)
        let after = (0..<3).map { number in Task { try await transport.send(.get("/after/\(number)")).text } }
        let second = Task { try await transport.send(.get("/menu", purpose: .completion)).text }
        await network.reached(4)
        expectEqual(network.requests.map(\.url.path), ["/before", "/menu", "/change", "/menu"])
        network.release(3)
        _ = try await second.value
        network.release(2)
        await network.reached(6)
        for number in 4...6 { await network.reached(number + 1); network.release(number) }
        for task in after { _ = try await task.value }
        _ = try await (before.value, change.value)
        let cassette = try recording.played()
        let epochs = try cassette.requests(after: 0, limit: 99).compactMap { record in
            record.request.epoch.map { (HTTPURL(record.request.url)!.path.prefix(3), $0) }
        }
        #expect(epochs.allSatisfy { $0.1 == ($0.0 == "/be" ? 0 : 1) })
        expectEqual(epochs.count, 5)
    }

    @Test func concurrentRequestsAreAllRecorded() async throws {
        struct Echo: Transport {
            func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
                await Task.yield()
                return .json(request.url.target)
            }
        }
        let recording = Recording(next: Echo())
        let transport = recording.deck.transport
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let target = "/t/\(number % 50)"
                    let request: HTTPRequest = number % 7 == 0 ? .send(.post, target, "{}") : .get(target)
                    return try await transport.send(request).text == target
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        let cassette = try recording.played()
        let requests = try cassette.requests(after: 0, limit: 1000).map(\.request)
        expectEqual(requests.count, 300)
        expectEqual(requests.compactMap(\.epoch), requests.compactMap(\.epoch).sorted())
        expectEqual(requests.last?.epoch, 43)
    }
}

/// Runs each piece of a task on a thread of its own, so one that waits takes no thread from other tests.
private final class OwnThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
