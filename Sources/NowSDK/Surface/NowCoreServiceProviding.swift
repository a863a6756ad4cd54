public import ExchangeModel

/// What services need of the core.
public protocol NowCoreServiceProviding: Sendable {
    /// The transport to a service's instance. Services of one instance share it, and with it one session. A transport
    /// that is not `signedIn` sends everything as a guest.
    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> any Transport
    /// A token for requests to the service's instance: the one at hand while it holds, else a new one. Requests through
    /// `requestNetworkService` need none of it: they are signed in by themselves.
    func requestAccessToken(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken
    /// Says that the token at hand was refused, and gives another.
    func accessTokenDidFail(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken
    /// Whether requests of that service go out as a guest's, as far as known: before the first request nobody is anybody.
    func isGuestUser(for service: any NowService) async -> Bool
    /// The settings of the service's instance, value by name: its mobile properties. They are fetched once, and again after
    /// `refreshSettings(for:)`; a service looks for those that are its own.
    func requestSettings(for service: any NowService) async throws(SettingsError) -> [String: String]
    /// Fetches the settings of the service's instance anew. When that fails, those known stay.
    func refreshSettings(for service: any NowService) async throws(SettingsError) -> [String: String]
    /// Fetches the settings of every instance anew of which some are known. Those that cannot be had stay as they are.
    func refreshAllSettings() async
    /// The settings that are known of the service's instance, and new ones as they come, until the task that listens
    /// ends. It stands where the SDK of other systems has a publisher.
    func settingsPublisher(for service: any NowService) -> AsyncStream<[String: String]>
    /// Whether the application lets services ask the person for that permission.
    func canRequestPermission(_ permission: DevicePermission) -> Bool
}

extension NowCoreServiceProviding {
    /// The transport to a service's instance, signed in.
    public func requestNetworkService(for service: any NowService) throws(NowServiceError) -> any Transport {
        try requestNetworkService(for: service.configuration, signedIn: true)
    }
}
