public import FoundationEssentials
public import NowSDK

/// Creates a service for the records of tables.
public func makeTableService(instanceUrl: URL) async throws(NowServiceError) -> NowTableService {
    try ServiceFactory.tables(instanceUrl).get()
}

/// Creates a service for the records of tables: `NowData.makeTableService(instanceUrl:) { result in … }`.
///
/// `completion` is called once, before the function returns.
public func makeTableService(
    instanceUrl: URL, completion: @escaping (Result<NowTableService, NowServiceError>) -> Void
) {
    completion(ServiceFactory.tables(instanceUrl))
}

/// Creates a GraphQL service.
public func makeGraphQLService(instanceUrl: URL) async throws(NowServiceError) -> NowGraphQLService {
    try ServiceFactory.graphQL(instanceUrl).get()
}

/// Creates a GraphQL service.
///
/// `completion` is called once, before the function returns.
public func makeGraphQLService(
    instanceUrl: URL, completion: @escaping (Result<NowGraphQLService, NowServiceError>) -> Void
) {
    completion(ServiceFactory.graphQL(instanceUrl))
}

/// Creates a service for a REST API whose paths begin with `path`.
public func makeApiService(instanceUrl: URL, path: String) async throws(NowServiceError) -> NowAPIService {
    try ServiceFactory.api(instanceUrl, path).get()
}

/// Creates a service for a REST API whose paths begin with `path`.
///
/// `completion` is called once, before the function returns.
public func makeApiService(
    instanceUrl: URL, path: String, completion: @escaping (Result<NowAPIService, NowServiceError>) -> Void
) {
    completion(ServiceFactory.api(instanceUrl, path))
}

/// Creates an attachment service.
public func makeAttachmentService(instanceUrl: URL) async throws(NowServiceError) -> NowAttachmentService {
    try ServiceFactory.attachments(instanceUrl).get()
}

/// Creates an attachment service.
///
/// `completion` is called once, before the function returns.
public func makeAttachmentService(
    instanceUrl: URL, completion: @escaping (Result<NowAttachmentService, NowServiceError>) -> Void
) {
    completion(ServiceFactory.attachments(instanceUrl))
}

/// Creates services of the configured SDK.
private enum ServiceFactory {
    static func tables(_ url: URL) -> Result<NowTableService, NowServiceError> {
        configured(url) { NowTableService(configuration: $0, coreServiceProvider: $1) }
    }

    static func graphQL(_ url: URL) -> Result<NowGraphQLService, NowServiceError> {
        configured(url) { NowGraphQLService(configuration: $0, coreServiceProvider: $1) }
    }

    static func api(_ url: URL, _ path: String) -> Result<NowAPIService, NowServiceError> {
        configured(url) { NowAPIService(configuration: $0, path: path, coreServiceProvider: $1) }
    }

    static func attachments(_ url: URL) -> Result<NowAttachmentService, NowServiceError> {
        configured(url) { NowAttachmentService(configuration: $0, coreServiceProvider: $1) }
    }

    private static func configured<Service>(
        _ instanceUrl: URL, _ make: (NowServiceConfiguration, any NowCoreServiceProviding) -> Service
    ) -> Result<Service, NowServiceError> {
        guard let core = NowSDK.core() else { return .failure(.sdkNotConfigured) }
        guard let configuration = NowSDK.makeServiceConfiguration(for: instanceUrl) else {
            return .failure(.serviceConfigurationInvalid)
        }
        return .success(make(configuration, core))
    }
}
