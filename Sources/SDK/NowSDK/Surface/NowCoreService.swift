public import ExchangeModel
public import FoundationEssentials
import Synchronization

/// The core as services see it.
public protocol NowCoreServiceProviding: Sendable {
    /// The transport to a service's instance. Services of one instance share it and its session. A transport that is
    /// not `signedIn` sends everything unauthenticated.
    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> NetworkService
    /// An access token for the service's instance: the current one while it is valid, else a new one. Requests through
    /// `requestNetworkService` do not need it; they are authenticated automatically.
    func requestAccessToken(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken
    /// Reports that the current token was rejected, and returns another.
    func accessTokenDidFail(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken
    /// Whether the service's requests are unauthenticated. Before the first request no user is known.
    func isGuestUser(for service: any NowService) async -> Bool
    /// The settings of the service's instance (its mobile properties), by name. They are fetched once, and again by
    /// `refreshSettings(for:)`. A service picks its own.
    func requestSettings(for service: any NowService) async throws(SettingsError) -> Settings
    /// Fetches the settings of the service's instance again. On failure the known settings are kept.
    func refreshSettings(for service: any NowService) async throws(SettingsError) -> Settings
    /// Fetches the known settings of every instance again. On failure the known settings are kept.
    func refreshAllSettings() async
    /// The known settings of the service's instance, then every update, until the consuming task ends. It corresponds
    /// to the publisher of the SDK on other platforms.
    func settingsPublisher(for service: any NowService) -> AsyncStream<Settings>
    /// Whether the application allows services to request a permission from the user.
    func canRequestPermission(_ permission: DevicePermission) -> Bool
}

/// The settings of an instance, by name.
public typealias Settings = [String: String]

/// What sends the requests of services.
public typealias NetworkService = any Transport

extension NowCoreServiceProviding {
    /// Fetches the known settings of every instance again, in the background.
    public func refreshAllSettings() {
        Task { await refreshAllSettings() }
    }

    /// The authenticated transport to a service's instance.
    public func requestNetworkService(for service: any NowService) throws(NowServiceError) -> NetworkService {
        try requestNetworkService(for: service.configuration, signedIn: true)
    }
}

extension NowCoreServiceProviding {
    /// The clock of the configured network; nil if the core is not the SDK's own.
    package var networkClock: (any Clock)? { (self as? NowCoreService)?.network.clock }
}

/// Variants with a completion handler, which is called once, on the caller's actor or, without one, on any thread.
extension NowCoreServiceProviding {
    /// Requests an access token for the service's instance.
    public func requestAccessToken(
        for service: any NowService, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<AccessToken, AccessTokenProviderError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(AccessTokenProviderError) in
            try await self.requestAccessToken(for: service)
        }
    }

    /// Reports that the current token was rejected, and requests another.
    public func accessTokenDidFail(
        for service: any NowService, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<AccessToken, AccessTokenProviderError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(AccessTokenProviderError) in
            try await self.accessTokenDidFail(for: service)
        }
    }

    /// Requests the settings of the service's instance.
    public func requestSettings(
        for service: any NowService, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Settings, SettingsError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(SettingsError) in
            try await self.requestSettings(for: service)
        }
    }

    /// Fetches the settings of the service's instance again.
    public func refreshSettings(
        for service: any NowService, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Settings, SettingsError>) -> Void
    ) {
        deliverResult(isolation: isolation, to: completion) { () throws(SettingsError) in
            try await self.refreshSettings(for: service)
        }
    }
}

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

/// A service of the SDK.
public protocol NowService: Sendable {
    /// The instance and the application of the service.
    var configuration: NowServiceConfiguration { get }
}

/// The instance and the application of a service.
public struct NowServiceConfiguration: Sendable, Hashable {
    /// The URL of the instance; only its origin is used.
    public let instanceUrl: URL
    /// Identifies the application.
    public let appBundleId: String

    /// Creates a configuration. The URL is validated on use.
    public init(instanceUrl: URL, appBundleId: String) {
        self.instanceUrl = instanceUrl
        self.appBundleId = appBundleId
    }
}

/// Why a service cannot be created (the SDK's documented cases).
public enum NowServiceError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// `NowSDK.configure(with:)` was not called.
    case sdkNotConfigured
    /// The instance's URL is invalid.
    case serviceConfigurationInvalid
    /// The instance does not offer the service.
    case serviceDisabled
    /// The service's settings cannot be read.
    case serviceSettingsInvalid
    /// The service has no settings.
    case serviceSettingsNotFound
    /// The service's settings could not be fetched.
    case serviceSettingsRetrievalFailed

    /// One sentence.
    public var description: String {
        switch self {
        case .sdkNotConfigured: "The SDK is not configured; call NowSDK.configure(with:) first."
        case .serviceConfigurationInvalid: "Invalid instance URL."
        case .serviceDisabled: "The instance does not offer this service."
        case .serviceSettingsInvalid: "The service's settings cannot be read."
        case .serviceSettingsNotFound: "The service has no settings."
        case .serviceSettingsRetrievalFailed: "The service's settings could not be fetched."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}

/// Calls `completion` once with the outcome of `operation`: on the caller's actor, so that the closure may use the
/// caller's properties, or on any thread if the caller has no actor.
package func deliverResult<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)?, to completion: @escaping (Result<Value, Failure>) -> Void,
    _ operation: @escaping @Sendable () async throws(Failure) -> Value
) {
    Task {
        // Runs the task on the actor.
        _ = isolation
        do throws(Failure) {
            completion(.success(try await operation()))
        } catch {
            completion(.failure(error))
        }
    }
}
