public import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// A client of any REST API of an instance.
public final class NowAPIService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    /// The prefix of the API's paths.
    public let path: String
    private let connection: ServiceConnection

    /// Creates a service. Without a provider, each call uses the SDK's core as configured at that time.
    public init(
        configuration: NowServiceConfiguration, path: String,
        coreServiceProvider: (any NowCoreServiceProviding)? = nil
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

    /// Whether a byte may be used in a path unescaped: not `?` or `#`, and nothing that HTTP forbids.
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
    /// The path relative to the service's path.
    var relativePath: String { get }
    /// Whether requests are authenticated (default: true).
    var requiresAuthentication: Bool { get }
}

extension NowAPIEndpoint {
    /// Returns true.
    public var requiresAuthentication: Bool { true }
}
