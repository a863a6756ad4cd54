import ExchangeModel
public import FoundationEssentials
public import NowSDK

/// Runs GraphQL queries and mutations on an instance, within the rights of whoever is signed in.
public final class NowGraphQLService: NowService {
    /// The instance and the application this service was made for.
    public let configuration: NowServiceConfiguration
    private let line: ServiceLine

    /// Without a provider the SDK's core is used, as it is configured when a method is called.
    public init(configuration: NowServiceConfiguration, coreServiceProvider: (any NowCoreServiceProviding)? = nil) {
        self.configuration = configuration
        line = ServiceLine(configuration: configuration, core: coreServiceProvider)
    }

    /// Runs a document and returns the JSON the instance sends, `data` and `errors` as they are: an instance answers a
    /// document that it cannot run with status 200 too. Throws `NowDataError`.
    public func execute(_ query: GraphQLQuery) async throws -> Data {
        let instance = try line.requests().instance
        let response = try await line.send(GraphQLClient.request([query.request], to: instance))
        do {
            _ = try AnswerReader.json(response)
        } catch {
            throw NowDataError(error)
        }
        return Data(response.body)
    }

    /// As `execute(_:)`, with a completion handler that is called once, from any thread.
    public func execute(_ query: GraphQLQuery, completion: @escaping @Sendable (Result<Data, NowDataError>) -> Void) {
        deliver(to: completion) { try await self.execute(query) }
    }
}
