import ExchangeModel
import LiveTransport
import NowSDK
import Shell
import Synchronization

/// The client certificates that somebody chose, each for the one instance it was chosen for.
final class ClientCertificates: Sendable {
    private let chosen = Mutex<[String: ClientCertificate]>([:])

    /// Takes over what a choice says of an instance: from now on its certificate is shown there, or none any more.
    func use(_ choice: SignInChoice, at instance: Instance) {
        // The key of signed statements is none of a connection's.
        let own = choice.certificate.map {
            ClientCertificate(for: instance.origin, certificate: $0, key: choice.key ?? $0)
        }
        chosen.withLock { $0[instance.origin.origin] = own }
    }

    /// What a request to an address is proven with.
    func proof(for url: HTTPURL) -> ClientCertificate? { chosen.withLock { $0[url.origin] } }
}
