import ExchangeModel
public import FoundationEssentials
import Notation
public import NowSDK

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
