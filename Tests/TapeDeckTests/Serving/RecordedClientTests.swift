import CassetteStore
import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import TapeDeck

/// Clients of a recording proxy that read and write at the same time, and their replays.
struct RecordedClientTests {
    private static let record = "/api/now/table/incident/1", list = "/api/now/table/incident"

    /// An instance whose answers count the changes so far.
    private final class CountingInstance: Transport {
        private let changes = Mutex(0)

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            let number = changes.withLock { changes in
                if request.method == .post { changes += 1 }
                return changes
            }
            return .json("{\"\(request.method.rawValue)\":\(number)}")
        }
    }

    /// A request of a client: a change (`a!`), a read of a record (`a`) or of the list (`a?`).
    private struct Step {
        let client: String
        let isChange: Bool
        let target: String

        init(_ text: String) {
            client = String(text.prefix { $0 != "!" && $0 != "?" })
            isChange = text.hasSuffix("!")
            target = client.utf8.count == text.utf8.count ? record : list
        }

        func request(at origin: String) throws -> HTTPRequest {
            let url = try #require(HTTPURL(origin + target))
            var request = HTTPRequest(isChange ? .post : .get, url, headers: ["Accept": "application/json"])
            if isChange {
                request.headers.append("Content-Type", "application/json")
                request.body = Array(#"{"short_description":"x"}"#.utf8)
            }
            return request
        }
    }

    /// Records the steps at ports of their clients and returns the bodies of each client.
    private func record(_ steps: [String], onto path: String) async throws -> [String: [String]] {
        let recording = Recording(at: path, next: CountingInstance())
        let proxy = proxy(recording)
        var bodies: [String: [String]] = [:]
        for step in steps.map(Step.init) {
            let answer = try await proxy.port(for: step.client).send(try step.request(at: "http://127.0.0.1:8080"))
            expectEqual(answer.status, 200)
            bodies[step.client, default: []].append(answer.text)
        }
        try recording.deck.close()
        return bodies
    }

    private func proxy(_ recording: Recording) -> RecordingProxy {
        let origin = HTTPURL(scheme: "http", host: "sandbox.localhost")
        return RecordingProxy(
            recording.deck,
            RecordingProxy.Options(
                RecordingProxy.Target(origin: origin, name: "sandbox", mayWrite: true),
                limits: RequestLimits(seconds: 9, body: 1000), isSignIn: { _ in false }, notify: { _ in }))
    }

    /// The bodies that a client gets for its steps.
    private func replay(_ steps: [String], as client: String, by instance: ServedInstance) throws -> [String] {
        let program = instance.clients.named(client)
        return try steps.map(Step.init).filter { $0.client == client }.map {
            instance.reply(to: try $0.request(at: "http://127.0.0.1:9090"), as: program).response.text
        }
    }

    private static let steps = ["a", "b", "a!", "b", "a", "b!", "b", "a!", "a", "b"]

    @Test func eachClientHasItsOwnEpochs() async throws {
        let folder = TemporaryFolder()
        let recorded = try await record(Self.steps, onto: folder.tape)
        expectEqual(recorded["a"], [#"{"GET":0}"#, #"{"POST":1}"#, #"{"GET":1}"#, #"{"POST":3}"#, #"{"GET":3}"#])
        expectEqual(recorded["b"], [#"{"GET":0}"#, #"{"GET":1}"#, #"{"POST":2}"#, #"{"GET":2}"#, #"{"GET":3}"#])
        let tape = try Cassette.playing(at: folder.tape)
        try expectEqual(tape.sessions().map(\.settings), ["{}", #"{"client":"a"}"#, #"{"client":"b"}"#])
        let requests = try tape.requests(after: 0, limit: 100).map(\.request)
        expectEqual(requests.map(\.session), [2, 3, 2, 3, 2, 3, 3, 2, 2, 3])
        let epochs = try requests.map { request in
            try #require(request.epoch) - #require(EpochRange(ofSession: request.session)).start
        }
        expectEqual(epochs, [0, 0, 1, 0, 1, 1, 1, 2, 2, 1])
    }

    @Test(arguments: [false, true]) func replayGivesEachClientItsOwnBytes(isLenient: Bool) async throws {
        let folder = TemporaryFolder()
        let recorded = try await record(Self.steps, onto: folder.tape)
        let instance = try ServedSites(folder.tape, isLenient: isLenient).first
        expectEqual(instance.sites.map(\.client), ["a", "b"])
        for client in ["b", "a"] { try expectEqual(replay(Self.steps, as: client, by: instance), recorded[client]) }
        // At the same time, and in another order than recorded.
        let served = try ServedSites(folder.tape, isLenient: isLenient).first
        let bodies = try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            for client in ["a", "b"] { group.addTask { (client, try replay(Self.steps, as: client, by: served)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        expectEqual(bodies, recorded)
    }

    /// A client waits for its own requests only.
    @Test func concurrentClientsReplay() async throws {
        let recording = Recording(next: CountingInstance())
        let proxy = proxy(recording), steps = ["a", "a!", "a", "a!", "a!", "a"]
        let names = (0..<8).map { "worker-\($0)" }
        let recorded = try await withThrowingTaskGroup(of: (String, [String]).self) { group in
            for name in names {
                group.addTask {
                    var bodies: [String] = []
                    for step in steps.map(Step.init) {
                        let request = try step.request(at: "http://127.0.0.1:8080")
                        bodies.append(try await proxy.port(for: name).send(request).text)
                    }
                    return (name, bodies)
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        try recording.deck.close()
        let instance = try ServedSites(recording.path).first
        for name in names {
            let client = instance.clients.named(name)
            let bodies = try steps.map(Step.init).map {
                instance.reply(to: try $0.request(at: "http://127.0.0.1:9090"), as: client).response.text
            }
            expectEqual(bodies, recorded[name], "\(name)")
        }
    }

    @Test func clientContinuesWhereItsLastSessionEnded() async throws {
        let folder = TemporaryFolder()
        let first = try await record(["a", "b!", "a!"], onto: folder.tape)
        let command = Recording(at: folder.tape, [.success(.json("own")), .success(.json("changed"))])
        try await command.command("rest", .get("/own"), .send(.post, "/own", "{}"))
        try command.deck.close()
        let second = try await record(["a", "a!", "a", "c"], onto: folder.tape)
        let tape = try Cassette.playing(at: folder.tape)
        let requests = try tape.requests(after: 0, limit: 100).map(\.request)
        let ranges = try [2, 3, 2].map { try #require(EpochRange(ofSession: $0)).start }
        expectEqual(requests.prefix(5).map(\.epoch), [ranges[0], ranges[1] + 1, ranges[2] + 1, 0, 1])
        expectEqual(requests.dropFirst(5).prefix(3).map(\.epoch), [ranges[0] + 1, ranges[0] + 2, ranges[0] + 2])
        let instance = try ServedSites(folder.tape).first
        expectEqual(instance.sites.map(\.client), [nil, "a", "b", "c"])
        let all = try #require(first["a"]) + #require(second["a"])
        // The second session reads after the first one's change.
        expectEqual(all, [0, 2, 0, 1, 1].enumerated().map { "{\"\([1, 3].contains($0) ? "POST" : "GET")\":\($1)}" })
        try expectEqual(replay(["a", "a!", "a", "a!", "a"], as: "a", by: instance), all)
    }

    @Test func otherClientsGetSessionWithoutNameOrFirst() async throws {
        let folder = TemporaryFolder(), other = TemporaryFolder()
        let recorded = try await record(["a!", "", "a!", "", "!", ""], onto: folder.tape)
        let instance = try ServedSites(folder.tape).first
        try expectEqual(
            replay(["x", "x!", "x"], as: "x", by: instance),
            [1, 3, 3].enumerated().map { "{\"\($0 == 1 ? "POST" : "GET")\":\($1)}" })
        expectEqual(recorded[""]?.count, 4)
        #expect(instance.clients.permanent("a").site == 1 && instance.clients.permanent("port-1").site == 0)
        let named = try await record(["b!", "c!"], onto: other.tape)
        try expectEqual(replay(["x!"], as: "x", by: ServedSites(other.tape).first), named["b"])
    }

    /// Another client's change does not lead there.
    @Test func missNamesChangeOfTheSameClient() async throws {
        let folder = TemporaryFolder()
        _ = try await record(["b!", "a", "b!", "a!", "a?"], onto: folder.tape)
        let instance = try ServedSites(folder.tape).first
        let client = instance.clients.named("a")
        let miss = instance.reply(to: try Step("a?").request(at: "http://127.0.0.1:9090"), as: client).response
        expectEqual(miss.headers["X-Snowdeck-Miss"], "later-only")
        #expect(
            miss.text.contains("\"send POST http://sandbox.localhost\(Self.list) first (%.4)\"")
                && miss.text.contains("has not been played (%.5)"),
            "\(miss.text)")
        try expectEqual(replay(["a", "a!", "a?"], as: "a", by: instance).last, #"{"GET":3}"#)
    }

    @Test func headerNamesClientAtAnyPort() async throws {
        let recording = Recording(next: CountingInstance())
        let proxy = proxy(recording)
        var request = try Step("a").request(at: "http://127.0.0.1:8080")
        request.headers.append("X-Snowdeck-Client", "me")
        _ = try await proxy.port(for: "port-2").send(request)
        request.headers["X-Snowdeck-Client"] = String(repeating: "x", count: 201)
        let rejected = try await proxy.port().send(request)
        expectEqual(rejected.status, 429)
        #expect(rejected.text.contains("a tape records at most 1000 clients with names of at most 200 bytes"))
        expectEqual(proxy.clientNames, ["me"])
        expectEqual(proxy.counts, RecordingProxy.Counts(recorded: 1, rejected: 1))
        try recording.deck.close()
        try expectEqual(ServedSites(recording.path).first.sites.map(\.client), ["me"])
    }
}
