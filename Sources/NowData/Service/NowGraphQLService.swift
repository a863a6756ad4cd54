import ExchangeModel
public import FoundationEssentials
import Notation
public import NowSDK

/// Runs GraphQL queries and mutations on an instance, within the rights of the signed-in user.
public final class NowGraphQLService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    private let connection: ServiceConnection

    /// Without a provider the SDK's core is used, as it is configured when a method is called.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        connection = ServiceConnection(configuration: configuration, core: coreServiceProvider)
    }

    /// Runs a document and returns the JSON the instance sends, `data` and `errors` as they are: an instance answers a
    /// document that it cannot run with status 200 too. Throws `NowDataError`.
    public func execute(_ query: GraphQLQuery) async throws -> Data {
        let instance = try connection.requests().instance
        let response = try await connection.send(GraphQLClient.request([query.request], to: instance))
        _ = try NowDataError.reading { () throws(RequestFailure) in try AnswerReader.json(response) }
        return Data(response.body)
    }

    /// As `execute(_:)`, with a completion handler that is called once, from any thread.
    public func execute(_ query: GraphQLQuery, completion: @escaping @Sendable (Result<Data, NowDataError>) -> Void) {
        deliver(to: completion) { try await self.execute(query) }
    }
}

/// A GraphQL document, with values for its variables where it has some.
public struct GraphQLQuery: Sendable, Hashable {
    /// The document's text.
    public let query: String
    /// Which operation of the document is run; nil when it has only one.
    public let operationName: String?
    let variables: [JSON.Member]

    /// Takes a document; the instance judges it.
    public init(query: String, operationName: String? = nil) {
        self.query = query
        self.operationName = operationName
        variables = []
    }

    /// Takes a document and values for its variables: what becomes a JSON object, such as `["q": "active=true"]`. Names
    /// stay as they are. Throws `NowDataError.cannotEncodeModel` when it becomes none.
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

    /// The same as it is sent.
    var request: GraphQLRequest { GraphQLRequest(query: query, variables: variables, operationName: operationName) }
}
