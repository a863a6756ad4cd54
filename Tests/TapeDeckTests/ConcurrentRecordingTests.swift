import CassetteStore
import ExchangeModel
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

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

/// Exchanges that are recorded at the same time have results of their own.
struct ConcurrentRecordingTests {
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
        expectEqual(requests.count, 40)
        expectEqual(
            requests.filter { $0.outcome == .interrupted }.map { HTTPURL($0.request.url)?.path }, ["/large"])
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
            expectEqual(Placeholder.occurs(in: response.text), isSecret, "\(response.text)")
        }
    }
}
