import FoundationEssentials
import Notation

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
