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

    /// Says that the token at hand was refused, and gives another.
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

    /// Fetches the settings of the service's instance anew.
    public func refreshSettings(
        for service: any NowService, completion: @escaping @Sendable (Result<[String: String], SettingsError>) -> Void
    ) {
        Task { completion(await outcome { () throws(SettingsError) in try await refreshSettings(for: service) }) }
    }
}

/// What a call that may fail comes to.
private func outcome<Value: Sendable, Failure: Error>(
    _ call: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
    do throws(Failure) {
        return .success(try await call())
    } catch {
        return .failure(error)
    }
}
