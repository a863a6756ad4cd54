import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// Asks any REST API of an instance.
public final class NowAPIService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    /// What the addresses of this API begin with.
    public let path: String
    private let line: ServiceLine

    /// Without a provider the SDK's core is used, as it is configured when a method is called.
    public init(
        configuration: NowServiceConfiguration, path: String,
        coreServiceProvider: (any NowCoreServiceProviding)? = nil
    ) {
        self.configuration = configuration
        self.path = path
        line = ServiceLine(configuration: configuration, core: coreServiceProvider)
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
        let url = try line.requests().instance.url("/" + pieces.joined(separator: "/"), query: items)
        let request = HTTPRequest(endpoint.httpMethod, url, headers: headers, body: body.map { Array($0) })
        let response = try await line.send(request, signedIn: endpoint.requiresAuthentication)
        do {
            try AnswerReader.check(response)
        } catch {
            throw NowDataError(error)
        }
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
