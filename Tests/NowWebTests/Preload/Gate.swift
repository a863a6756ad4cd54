import ExchangeModel
import LoopbackServer
import Synchronization

/// Lets requests through in groups: each waits until as many are there as can be at once, or for a good while.
final class Gate: Sendable {
    private let wanted: Int
    private let state = Mutex((inside: 0, most: 0))

    init(of wanted: Int) { self.wanted = wanted }

    /// How many were there at the same time.
    var most: Int { state.withLock { $0.most } }

    func pass() async {
        state.withLock { state in
            state.inside += 1
            state.most = max(state.most, state.inside)
        }
        // Once as many as wanted have met, nobody need wait.
        for _ in 0..<200 where most < wanted { try? await Task.sleep(for: .milliseconds(5)) }
        state.withLock { $0.inside -= 1 }
    }
}

/// A server whose answers wait at a gate.
final class GatedListener: Sendable {
    private let listener: LoopbackListener
    var port: Int { listener.port }

    private struct Waiting: Transport {
        let server: AssetServer
        let gate: Gate

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            await gate.pass()
            return try server.answer(request)
        }
    }

    init(_ server: AssetServer, _ gate: Gate) throws {
        listener = try LoopbackListener(Waiting(server: server, gate: gate))
    }

    deinit { listener.stop() }
}
