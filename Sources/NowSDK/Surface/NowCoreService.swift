import ExchangeModel
import FoundationEssentials
import Synchronization

/// The core of a configured SDK: one session for each instance.
final class NowCoreService: NowCoreServiceProviding {
    let configuration: NowSDKConfiguration
    private let network: NowNetwork
    private struct Key: Hashable {
        let instance: Instance
        let isSignedIn: Bool
    }
    private let transports = Mutex<[Key: AuthenticatingTransport]>([:])

    init(configuration: NowSDKConfiguration, network: NowNetwork) {
        self.configuration = configuration
        self.network = network
    }

    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> any Transport {
        guard let instance = try? Instance(configuration.instanceUrl.absoluteString) else {
            throw .serviceConfigurationInvalid
        }
        return transport(to: instance, signedIn: signedIn)
    }

    func isGuestUser(for service: any NowService) async -> Bool {
        guard let instance = try? Instance(service.configuration.instanceUrl.absoluteString) else { return true }
        let status = transport(to: instance, signedIn: true).status
        return status.user == nil && !status.hasSession
    }

    func canRequestPermission(_ permission: DevicePermission) -> Bool {
        configuration.permissionDelegate.canRequestPermission(permission)
    }

    /// Forgets every session and credential.
    func signOut() {
        for transport in transports.withLock({ Array($0.values) }) { transport.signOut() }
    }

    private func transport(to instance: Instance, signedIn: Bool) -> AuthenticatingTransport {
        transports.withLock { transports in
            let key = Key(instance: instance, isSignedIn: signedIn)
            if let known = transports[key] { return known }
            let source: any CredentialSource =
                signedIn
                ? ProviderCredentials(configuration.authorizationProvider) : FixedCredentials(.anonymous)
            let made = AuthenticatingTransport(
                instance: instance, next: network.transport, credentials: source, secrets: network.secrets,
                clock: network.clock)
            transports[key] = made
            return made
        }
    }
}
