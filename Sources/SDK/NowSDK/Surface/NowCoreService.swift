import ExchangeModel
import FoundationEssentials
import Synchronization

/// The core of a configured SDK, with one session for each instance.
final class NowCoreService: NowCoreServiceProviding {
    let configuration: NowSDKConfiguration
    let network: NowNetwork
    private let settings = SettingsCache()
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

    func requestAccessToken(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken {
        try await accessToken(for: service, afterRefusal: false)
    }

    func accessTokenDidFail(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken {
        try await accessToken(for: service, afterRefusal: true)
    }

    func isGuestUser(for service: any NowService) async -> Bool {
        guard let instance = instance(of: service) else { return true }
        let status = transport(to: instance, signedIn: true).status
        guard let kind = status.kind else { return true }
        return kind == .guest || status.isRejected && !status.hasSession
    }

    func requestSettings(for service: any NowService) async throws(SettingsError) -> [String: String] {
        guard let instance = instance(of: service) else { throw .invalidProvider }
        if let known = settings.settings(of: instance) { return known }
        return try await fetchSettings(of: instance)
    }

    func refreshSettings(for service: any NowService) async throws(SettingsError) -> [String: String] {
        guard let instance = instance(of: service) else { throw .invalidProvider }
        return try await fetchSettings(of: instance)
    }

    func refreshAllSettings() async {
        for instance in settings.instances { _ = try? await fetchSettings(of: instance) }
    }

    func settingsPublisher(for service: any NowService) -> AsyncStream<[String: String]> {
        guard let instance = instance(of: service) else { return AsyncStream { $0.finish() } }
        return settings.stream(of: instance)
    }

    func canRequestPermission(_ permission: DevicePermission) -> Bool {
        configuration.permissions.call { $0.canRequestPermission(permission) }
    }

    func signOut() {
        for transport in transports.withLock({ Array($0.values) }) { transport.signOut() }
        settings.forget()
    }

    /// Signs out locally and at every instance. The first failure is thrown at the end.
    func revoke() async throws(TransportFailure) {
        var trouble: TransportFailure?
        for transport in transports.withLock({ Array($0.values) }) {
            do throws(TransportFailure) {
                try await transport.revoke()
            } catch {
                trouble = trouble ?? error
            }
        }
        settings.forget()
        if let trouble { throw trouble }
    }

    private func accessToken(
        for service: any NowService, afterRefusal: Bool
    ) async throws(AccessTokenProviderError) -> AccessToken {
        guard let instance = instance(of: service) else { throw .accessTokenRetrievalFailed }
        let transport = transport(to: instance, signedIn: true)
        let tokens: OAuthTokens?
        do throws(TransportFailure) {
            tokens = try await transport.accessToken(afterRefusal: afterRefusal)
        } catch {
            throw AccessTokenProviderError(error)
        }
        if let tokens { return AccessToken(tokens) }
        let status = transport.status
        if status.kind == .guest || status.isRejected { throw .hostReturnedNoTokens }
        throw .accessTokenRetrievalFailed
    }

    private func fetchSettings(of instance: Instance) async throws(SettingsError) -> [String: String] {
        let response: HTTPResponse
        do throws(TransportFailure) {
            response = try await transport(to: instance, signedIn: true).send(SettingsEndpoint.request(instance))
        } catch {
            throw error.kind == .signIn ? .notAuthorized : .fetchError
        }
        let fetched = try SettingsEndpoint.settings(in: response)
        settings.keep(fetched, of: instance)
        return fetched
    }

    private func instance(of service: any NowService) -> Instance? {
        try? Instance(service.configuration.instanceUrl.absoluteString)
    }

    private func transport(to instance: Instance, signedIn: Bool) -> AuthenticatingTransport {
        transports.withLock { transports in
            let key = Key(instance: instance, isSignedIn: signedIn)
            if let known = transports[key] { return known }
            let source: any CredentialSource =
                signedIn
                ? ProviderCredentials(configuration.provider) : FixedCredentials(.anonymous)
            let wire: any Transport =
                configuration.logLevel == .none
                ? network.transport
                : LoggingTransport(next: network.transport, level: configuration.logLevel, log: configuration.log)
            let made = AuthenticatingTransport(
                instance: instance, next: wire, credentials: source, secrets: network.secrets,
                clock: network.clock)
            transports[key] = made
            return made
        }
    }
}
