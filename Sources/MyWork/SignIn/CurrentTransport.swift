import ExchangeModel
import NowSDK
import Synchronization

/// Sends with the session of whoever is signed in at the moment; as a guest while nobody is.
final class CurrentTransport: Transport {
    private let instance: Instance
    private let network: NowNetwork
    private let state: Mutex<AuthenticatingTransport>

    init(instance: Instance, network: NowNetwork) {
        self.instance = instance
        self.network = network
        state = Mutex(Self.made(instance, network, .anonymous))
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let current = state.withLock { $0 }
        return try await current.send(request)
    }

    /// A session of its own, signed in so. It becomes the current one when it is used.
    func session(_ credential: Credential) -> AuthenticatingTransport { Self.made(instance, network, credential) }

    /// Goes on with another session, and gives back the one before.
    func use(_ session: AuthenticatingTransport) -> AuthenticatingTransport {
        state.withLock { state in
            defer { state = session }
            return state
        }
    }

    private static func made(
        _ instance: Instance, _ network: NowNetwork, _ credential: Credential
    ) -> AuthenticatingTransport {
        AuthenticatingTransport(
            instance: instance, next: network.transport, credentials: FixedCredentials(credential),
            secrets: network.secrets, clock: network.clock)
    }
}
