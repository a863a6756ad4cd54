import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck

/// What the stack to the instance reads at each request, and notes of it: the session's own, or the running command's.
final class RequestContext: Sendable {
    private struct State {
        var limits: RequestLimits
        var retries: RetryWatch?
        var asked = DocumentSecrets()
    }

    private let state: Mutex<State>

    init(_ limits: RequestLimits) { state = Mutex(State(limits: limits)) }

    /// The session's settings, or a command's own flags while it runs.
    var limits: RequestLimits {
        get { state.withLock { $0.limits } }
        set { state.withLock { $0.limits = newValue } }
    }

    var retries: RetryWatch? {
        get { state.withLock { $0.retries } }
        set { state.withLock { $0.retries = newValue } }
    }

    /// What the command's requests say of their answers: a record that is asked for by the name of a secret holds one,
    /// whether or not the answer repeats the name. The tape learns the same from the same requests.
    var asked: DocumentSecrets { state.withLock { $0.asked } }

    func beginCommand() { state.withLock { $0.asked = DocumentSecrets() } }

    fileprivate func note(_ request: HTTPRequest) {
        let secrets = DocumentSecrets(of: request)
        state.withLock { $0.asked.merge(secrets) }
    }
}

/// Gives each request the limits of the command, and notes what it asks for.
struct LimitingTransport: Transport {
    let next: any Transport
    let context: RequestContext

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        var request = request
        context.note(request)
        request.limits = context.limits
        return try await next.send(request)
    }
}
