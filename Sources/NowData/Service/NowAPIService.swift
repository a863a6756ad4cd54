public import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// Asks any REST API of an instance.
public final class NowAPIService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    /// What the addresses of this API begin with.
    public let path: String
    private let connection: ServiceConnection

    /// Without a provider the SDK's core is used, as it is configured when a method is called.
    public init(
        configuration: NowServiceConfiguration, path: String,
        coreServiceProvider: (any NowCoreServiceProviding)? = nil
    ) {
        self.configuration = configuration
        self.path = path
        connection = ServiceConnection(configuration: configuration, core: coreServiceProvider)
    }

    /// Sends a request and returns a good answer; any other status is `NowDataError.badResponse`.
    ///
    /// Query items and headers travel in the order of their names.
    public func data(
        for endpoint: any NowAPIEndpoint, queryItems: [String: String]? = nil, httpHeaders: [String: String]? = nil,
        body: Data? = nil
    ) async throws -> DataResponse {
        let pieces = [path, endpoint.relativePath].flatMap { $0.split(separator: "/") }
        guard pieces.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(NowAPIService.mayStandInPath) }) else {
            throw NowDataError.invalidURL
        }
        let items = (queryItems ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        var headers = HeaderFields(
            (httpHeaders ?? [:]).sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) })
        if headers["Accept"] == nil { headers.append("Accept", "application/json") }
        let url = try connection.requests().instance.url("/" + pieces.joined(separator: "/"), query: items)
        let request = HTTPRequest(endpoint.httpMethod, url, headers: headers, body: body.map { Array($0) })
        let response = try await connection.send(request, signedIn: endpoint.requiresAuthentication)
        try NowDataError.reading { () throws(RequestFailure) in try AnswerReader.check(response) }
        return DataResponse(data: Data(response.body), statusCode: response.status, headers: response.headers)
    }

    /// As `data(for:queryItems:httpHeaders:body:)`, with a completion handler that is called once, from any thread.
    public func data(
        for endpoint: any NowAPIEndpoint, queryItems: [String: String]? = nil, httpHeaders: [String: String]? = nil,
        body: Data? = nil, completion: @escaping @Sendable (Result<DataResponse, NowDataError>) -> Void
    ) {
        deliver(to: completion) {
            try await self.data(for: endpoint, queryItems: queryItems, httpHeaders: httpHeaders, body: body)
        }
    }

    /// What may travel in a path as it is: neither a query's mark nor what HTTP forbids.
    private static func mayStandInPath(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }
}

/// A request method, as the exchange model has it.
public typealias HTTPMethod = ExchangeModel.HTTPMethod

/// One address of a REST API.
public protocol NowAPIEndpoint: Sendable {
    /// How it is asked.
    var httpMethod: HTTPMethod { get }
    /// Behind the service's own path.
    var relativePath: String { get }
    /// Whether requests are signed in; true by default.
    var requiresAuthentication: Bool { get }
}

extension NowAPIEndpoint {
    /// True: requests are signed in.
    public var requiresAuthentication: Bool { true }
}

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
