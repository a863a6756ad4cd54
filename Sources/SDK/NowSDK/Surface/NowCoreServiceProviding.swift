public import ExchangeModel

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
