public import FoundationEssentials
public import NowSDK

/// Makes a service for the web pages of an instance: `NowWeb.makeWebService(instanceUrl:) { result in … }`.
///
/// `completion` is called once, before the function returns.
public func makeWebService(
    instanceUrl: URL, completion: @escaping (Result<NowWebService, NowServiceError>) -> Void
) {
    guard let core = NowSDK.core() else { return completion(.failure(.sdkNotConfigured)) }
    guard let configuration = NowSDK.makeServiceConfiguration(for: instanceUrl) else {
        return completion(.failure(.serviceConfigurationInvalid))
    }
    completion(.success(NowWebService(configuration: configuration, coreServiceProvider: core)))
}

/// Makes a service for the web pages of an instance. Hold on to it for as long as its pages are of use: what was
/// preloaded is in it.
public func makeWebService(instanceUrl: URL) async throws(NowServiceError) -> NowWebService {
    var made: Result<NowWebService, NowServiceError> = .failure(.sdkNotConfigured)
    makeWebService(instanceUrl: instanceUrl) { made = $0 }
    return try made.get()
}
