public import ExchangeModel

/// What services need of the core.
public protocol NowCoreServiceProviding: Sendable {
    /// The transport to a service's instance. Services of one instance share it, and with it one session. A transport
    /// that is not `signedIn` sends everything as a guest.
    func requestNetworkService(
        for configuration: NowServiceConfiguration, signedIn: Bool
    ) throws(NowServiceError) -> any Transport
    /// A token for requests to the service's instance: the current one while it holds, else a new one. Requests through
    /// `requestNetworkService` need none of it: they are signed in by themselves.
    func requestAccessToken(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken
    /// Says that the current token was refused, and gives another.
    func accessTokenDidFail(for service: any NowService) async throws(AccessTokenProviderError) -> AccessToken
    /// Whether requests of that service go out as a guest's, as far as known: before the first request no user is known.
    func isGuestUser(for service: any NowService) async -> Bool
    /// The settings of the service's instance, value by name: its mobile properties. They are fetched once, and again after
    /// `refreshSettings(for:)`; a service looks for those that are its own.
    func requestSettings(for service: any NowService) async throws(SettingsError) -> [String: String]
    /// Fetches the settings of the service's instance again. When that fails, those known stay.
    func refreshSettings(for service: any NowService) async throws(SettingsError) -> [String: String]
    /// Fetches the settings of every instance again of which some are known. Those that cannot be had stay as they are.
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

extension NowCoreServiceProviding {
    /// The clock of the network that instances are reached by; nil for a core that is not the SDK's own.
    package var networkClock: (any Clock)? { (self as? NowCoreService)?.network.clock }
}

/// The same questions for callers that do not wait: `completion` is called once, from any thread.
extension NowCoreServiceProviding {
    /// Gives a token for requests to the service's instance.
    public func requestAccessToken(
        for service: any NowService,
        completion: @escaping @Sendable (Result<AccessToken, AccessTokenProviderError>) -> Void
    ) {
        Task {
            completion(
                await outcome { () throws(AccessTokenProviderError) in try await requestAccessToken(for: service) })
        }
    }

    /// Says that the current token was refused, and gives another.
    public func accessTokenDidFail(
        for service: any NowService,
        completion: @escaping @Sendable (Result<AccessToken, AccessTokenProviderError>) -> Void
    ) {
        Task {
            completion(
                await outcome { () throws(AccessTokenProviderError) in try await accessTokenDidFail(for: service) })
        }
    }

    /// Gives the settings of the service's instance.
    public func requestSettings(
        for service: any NowService, completion: @escaping @Sendable (Result<[String: String], SettingsError>) -> Void
    ) {
        Task { completion(await outcome { () throws(SettingsError) in try await requestSettings(for: service) }) }
    }

    /// Fetches the settings of the service's instance again.
    public func refreshSettings(
        for service: any NowService, completion: @escaping @Sendable (Result<[String: String], SettingsError>) -> Void
    ) {
        Task { completion(await outcome { () throws(SettingsError) in try await refreshSettings(for: service) }) }
    }
}

private func outcome<Value: Sendable, Failure: Error>(
    _ call: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) {
        return .success(try await call())
    } catch {
        return .failure(error)
    }
}
