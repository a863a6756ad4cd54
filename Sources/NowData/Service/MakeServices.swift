public import FoundationEssentials
public import NowSDK

/// Makes a service for the records of an instance's tables: `NowData.makeTableService(instanceUrl:) { result in … }`.
///
/// `completion` is called once, before the function returns.
public func makeTableService(
    instanceUrl: URL, completion: @escaping (Result<NowTableService, NowServiceError>) -> Void
) {
    completion(
        ServiceMaking.configured(instanceUrl) { NowTableService(configuration: $0, coreServiceProvider: $1) })
}

/// Makes a service for any REST API of an instance whose addresses begin with `path`.
///
/// `completion` is called once, before the function returns.
public func makeApiService(
    instanceUrl: URL, path: String, completion: @escaping (Result<NowAPIService, NowServiceError>) -> Void
) {
    completion(
        ServiceMaking.configured(instanceUrl) {
            NowAPIService(configuration: $0, path: path, coreServiceProvider: $1)
        })
}

/// Makes a service that runs GraphQL queries on an instance.
///
/// `completion` is called once, before the function returns.
public func makeGraphQLService(
    instanceUrl: URL, completion: @escaping (Result<NowGraphQLService, NowServiceError>) -> Void
) {
    completion(
        ServiceMaking.configured(instanceUrl) { NowGraphQLService(configuration: $0, coreServiceProvider: $1) })
}

/// Makes a service for the files that belong to an instance's records.
///
/// `completion` is called once, before the function returns.
public func makeAttachmentService(
    instanceUrl: URL, completion: @escaping (Result<NowAttachmentService, NowServiceError>) -> Void
) {
    completion(
        ServiceMaking.configured(instanceUrl) { NowAttachmentService(configuration: $0, coreServiceProvider: $1) })
}

/// What the functions that make services share.
enum ServiceMaking {
    static func configured<Service>(
        _ instanceUrl: URL,
        _ make: (NowServiceConfiguration, any NowCoreServiceProviding) -> Service
    ) -> Result<Service, NowServiceError> {
        guard let core = NowSDK.core() else { return .failure(.sdkNotConfigured) }
        guard let configuration = NowSDK.makeServiceConfiguration(for: instanceUrl) else {
            return .failure(.serviceConfigurationInvalid)
        }
        return .success(make(configuration, core))
    }
}
