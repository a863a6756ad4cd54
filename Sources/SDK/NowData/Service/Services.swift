public import ExchangeModel
public import FoundationEssentials
import Notation
public import NowSDK

/// Creates a service for the records of tables.
public func makeTableService(instanceUrl: URL) async throws(NowServiceError) -> NowTableService {
    try makeService(for: instanceUrl) { NowTableService(configuration: $0, coreServiceProvider: $1) }.get()
}

/// Creates a service for the records of tables: `NowData.makeTableService(instanceUrl:) { result in … }`.
///
/// `completion` is called once, before the function returns.
public func makeTableService(
    instanceUrl: URL, completion: @escaping (Result<NowTableService, NowServiceError>) -> Void
) {
    completion(makeService(for: instanceUrl) { NowTableService(configuration: $0, coreServiceProvider: $1) })
}

/// Creates a GraphQL service.
public func makeGraphQLService(instanceUrl: URL) async throws(NowServiceError) -> NowGraphQLService {
    try makeService(for: instanceUrl) { NowGraphQLService(configuration: $0, coreServiceProvider: $1) }.get()
}

/// Creates a GraphQL service.
///
/// `completion` is called once, before the function returns.
public func makeGraphQLService(
    instanceUrl: URL, completion: @escaping (Result<NowGraphQLService, NowServiceError>) -> Void
) {
    completion(makeService(for: instanceUrl) { NowGraphQLService(configuration: $0, coreServiceProvider: $1) })
}

/// Creates a service for a REST API whose paths begin with `path`.
public func makeApiService(instanceUrl: URL, path: String) async throws(NowServiceError) -> NowAPIService {
    try makeService(for: instanceUrl) { NowAPIService(configuration: $0, path: path, coreServiceProvider: $1) }.get()
}

/// Creates a service for a REST API whose paths begin with `path`.
///
/// `completion` is called once, before the function returns.
public func makeApiService(
    instanceUrl: URL, path: String, completion: @escaping (Result<NowAPIService, NowServiceError>) -> Void
) {
    completion(makeService(for: instanceUrl) { NowAPIService(configuration: $0, path: path, coreServiceProvider: $1) })
}

private func makeService<Service>(
    for instanceUrl: URL, _ make: (NowServiceConfiguration, any NowCoreServiceProviding) -> Service
) -> Result<Service, NowServiceError> {
    guard let core = NowSDK.core() else { return .failure(.sdkNotConfigured) }
    guard let configuration = NowSDK.makeServiceConfiguration(for: instanceUrl) else {
        return .failure(.serviceConfigurationInvalid)
    }
    return .success(make(configuration, core))
}

struct ServiceConnection: Sendable {
    let configuration: NowServiceConfiguration
    let core: (any NowCoreServiceProviding)?

    func requests() throws(NowDataError) -> TableRequests { TableRequests(instance: try instance(), purpose: .command) }

    func tables() throws(NowDataError) -> TableClient {
        TableClient(instance: try instance(), transport: try transport(signedIn: true), purpose: .schema)
    }

    private func instance() throws(NowDataError) -> Instance {
        do {
            return try Instance(configuration.instanceUrl.absoluteString)
        } catch {
            throw .missingServiceConfiguration
        }
    }

    private func transport(signedIn: Bool) throws(NowDataError) -> any Transport {
        guard let core = core ?? NowSDK.core() else { throw .missingServiceConfiguration }
        do {
            return try core.requestNetworkService(for: configuration, signedIn: signedIn)
        } catch {
            throw .missingServiceConfiguration
        }
    }

    func send(_ request: HTTPRequest, signedIn: Bool = true) async throws(NowDataError) -> HTTPResponse {
        let transport = try transport(signedIn: signedIn)
        do {
            return try await transport.send(request)
        } catch {
            throw NowDataError(.transport(error))
        }
    }

    func data(_ request: HTTPRequest) async throws(NowDataError) -> Data {
        let response = try await send(request)
        _ = try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.result(of: response) }
        return Data(response.body)
    }
}

/// Calls `completion` once with the outcome of `operation`: on the caller's actor, so that the closure may use the
/// caller's properties, or on any thread if the caller has no actor.
func deliver<Value: Sendable>(
    isolation: isolated (any Actor)?, to completion: @escaping (Result<Value, NowDataError>) -> Void,
    _ operation: @escaping @Sendable () async throws -> Value
) {
    Task {
        // Runs the task on the actor.
        _ = isolation
        do throws(NowDataError) {
            completion(.success(try await NowDataError.converting(operation)))
        } catch {
            completion(.failure(error))
        }
    }
}

/// A client of any REST API of an instance.
public final class NowAPIService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    /// The prefix of the API's paths.
    public let path: String
    private let connection: ServiceConnection

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(
        configuration: NowServiceConfiguration, path: String, coreServiceProvider: (any NowCoreServiceProviding)? = nil
    ) {
        self.configuration = configuration
        self.path = path
        connection = ServiceConnection(configuration: configuration, core: coreServiceProvider)
    }

    /// Sends a request and returns the response. An error status is thrown as `NowDataError.badResponse`.
    ///
    /// Query items and headers are sent in the order of their names.
    public func data(
        for endpoint: any NowAPIEndpoint, queryItems: [String: String]? = nil, httpHeaders: [String: String]? = nil,
        body: Data? = nil
    ) async throws -> DataResponse {
        let pieces = [path, endpoint.relativePath].flatMap { $0.split(separator: "/") }
        guard pieces.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(NowAPIService.isValidInPath) }) else {
            throw NowDataError.invalidURL
        }
        let items = (queryItems ?? [:]).sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        var headers = HeaderFields(
            (httpHeaders ?? [:]).sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) })
        if headers["Accept"] == nil { headers.append("Accept", "application/json") }
        let url = try connection.requests().instance.url("/" + pieces.joined(separator: "/"), query: items)
        let request = HTTPRequest(endpoint.httpMethod, url, headers: headers, body: body.map { Array($0) })
        let response = try await connection.send(request, signedIn: endpoint.requiresAuthentication)
        try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.check(response) }
        return DataResponse(data: Data(response.body), statusCode: .init(response.status), headers: response.headers)
    }

    /// A variant of `data(for:queryItems:httpHeaders:body:)` with a completion handler, which is called once, on the
    /// caller's actor or, without one, on any thread.
    public func data(
        for endpoint: any NowAPIEndpoint, queryItems: [String: String]? = nil, httpHeaders: [String: String]? = nil,
        body: Data? = nil, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<DataResponse, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) {
            try await self.data(for: endpoint, queryItems: queryItems, httpHeaders: httpHeaders, body: body)
        }
    }

    private static func isValidInPath(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }
}

/// A request method.
public typealias HTTPMethod = ExchangeModel.HTTPMethod

/// An endpoint of a REST API.
public protocol NowAPIEndpoint: Sendable {
    /// The request method.
    var httpMethod: HTTPMethod { get }
    var relativePath: String { get }
    /// Whether requests are authenticated (default: true).
    var requiresAuthentication: Bool { get }
}

extension NowAPIEndpoint {
    /// Returns true.
    public var requiresAuthentication: Bool { true }
}

/// Executes GraphQL queries and mutations with the rights of the signed-in user.
public final class NowGraphQLService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    private let connection: ServiceConnection

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        connection = ServiceConnection(configuration: configuration, core: coreServiceProvider)
    }

    /// Executes a document and returns the JSON response with `data` and `errors`. GraphQL errors have status 200 and
    /// are not thrown. Throws `NowDataError`.
    public func execute(_ query: GraphQLQuery) async throws -> Data {
        let instance = try connection.requests().instance
        let response = try await connection.send(GraphQLClient.request([query.request], to: instance))
        _ = try NowDataError.reading { () throws(RequestFailure) in try ResponseParser.json(response) }
        return Data(response.body)
    }

    /// A variant of `execute(_:)` with a completion handler, which is called once, on the caller's actor or, without
    /// one, on any thread.
    public func execute(
        _ query: GraphQLQuery, isolation: isolated (any Actor)? = #isolation,
        completion: @escaping (Result<Data, NowDataError>) -> Void
    ) {
        deliver(isolation: isolation, to: completion) { try await self.execute(query) }
    }
}

/// A GraphQL document with optional variables.
public struct GraphQLQuery: Sendable, Hashable {
    /// The document.
    public let query: String
    /// Which operation of the document is executed; nil if there is only one.
    public let operationName: String?
    let variables: [JSON.Member]

    /// Creates a query. The document is validated by the instance.
    public init(query: String, operationName: String? = nil) {
        self.query = query
        self.operationName = operationName
        variables = []
    }

    /// Creates a query with variables: any value that encodes to a JSON object, such as `["q": "active=true"]`. Names
    /// are unchanged. Throws `NowDataError.cannotEncodeModel` for other values.
    public init(query: String, variables: some Encodable, operationName: String? = nil) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .nonISO8601UTC
        let bytes: Data
        do {
            bytes = try encoder.encode(variables)
        } catch let error as EncodingError {
            throw NowDataError.cannotEncodeModel(error)
        }
        guard let root = (try? JSONDocument(Array(bytes)))?.root, case .object(let members) = JSON(root) else {
            let context = EncodingError.Context(codingPath: [], debugDescription: "Variables are an object.")
            throw NowDataError.cannotEncodeModel(.invalidValue(variables, context))
        }
        self.query = query
        self.operationName = operationName
        self.variables = members
    }

    var request: GraphQLRequest { GraphQLRequest(query: query, variables: variables, operationName: operationName) }
}

/// The outcome of a request as an asynchronous sequence with one element: what the SDK has as Combine publishers. Each
/// iteration sends the request again.
///
/// ```swift
/// for try await data in graphQL.publisher(for: query) { show(data) }
/// let response = NowDataPublisher { try await api.data(for: endpoint) }
/// ```
public struct NowDataPublisher<Element: Sendable>: AsyncSequence, Sendable {
    /// The error of an iteration.
    public typealias Failure = NowDataError

    private let operation: @Sendable () async throws -> Element

    /// Creates a sequence from a call of a service.
    public init(_ operation: @escaping @Sendable () async throws -> Element) { self.operation = operation }

    /// Starts an iteration. The request is sent when its element is asked for.
    public func makeAsyncIterator() -> Iterator { Iterator(operation: operation) }

    /// Sends the request and ends.
    public struct Iterator: AsyncIteratorProtocol {
        /// The error of an iteration.
        public typealias Failure = NowDataError

        var operation: (@Sendable () async throws -> Element)?

        /// The outcome of the request; nil after the first call.
        public mutating func next(isolation: isolated (any Actor)?) async throws(NowDataError) -> Element? {
            guard let operation else { return nil }
            self.operation = nil
            return try await NowDataError.converting(operation)
        }

        /// The outcome of the request; nil after the first call.
        public mutating func next() async throws(NowDataError) -> Element? { try await next(isolation: nil) }
    }
}

extension NowGraphQLService {
    /// `execute(_:)` as an asynchronous sequence.
    public func publisher(for query: GraphQLQuery) -> NowDataPublisher<Data> {
        NowDataPublisher { try await self.execute(query) }
    }
}
