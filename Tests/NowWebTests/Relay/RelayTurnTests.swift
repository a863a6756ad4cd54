import ExchangeModel
import NowSDK
import NowWeb
import Synchronization
import Testing

/// An instance that answers when it is told to, and says what is under way.
private final class SlowInstance: Transport {
    let log = Mutex<[String]>([])
    private let gates = Mutex<[String: CheckedContinuation<Void, Never>]>([:])

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        log.withLock { $0.append("began \(request.url.path)") }
        await withCheckedContinuation { go in gates.withLock { $0[request.url.path] = go } }
        log.withLock { $0.append("ended \(request.url.path)") }
        return HTTPResponse(status: 200)
    }

    func finish(_ path: String) async {
        while true {
            if let gate = gates.withLock({ $0.removeValue(forKey: path) }) { return gate.resume() }
            await Task.yield()
        }
    }
}

@Suite struct RelayTurnTests {
    @Test func readersGoTogetherAndWritersAlone() async throws {
        let instance = SlowInstance(), visits = RelayFixture.Visits()
        let setup = BrowseRelay.Setup(
            instance: try Instance("https://dev.service-now.com"), key: RelayFixture.key, mayWrite: true)
        let relay = BrowseRelay(setup, next: instance, keep: { visit in visits.all.withLock { $0.append(visit) } })
        var tasks: [Task<Void, Never>] = []
        for (number, method) in [HTTPMethod.get, .get, .post, .get].enumerated() {
            tasks.append(Task { _ = await relay.answer(RelayVisit(method, "/\(number)", .data)) })
            while relay.counts.requests < min(number + 1, 3) { await Task.yield() }
        }
        await instance.finish("/1")
        await instance.finish("/0")
        await instance.finish("/2")
        await instance.finish("/3")
        for task in tasks { await task.value }
        await relay.untilQuiet()
        #expect(visits.all.withLock { $0.map(\.target) } == ["/0", "/1", "/2", "/3"])
        let log = instance.log.withLock { $0 }
        #expect(Array(log.suffix(4)) == ["began /2", "ended /2", "began /3", "ended /3"])
    }
}
