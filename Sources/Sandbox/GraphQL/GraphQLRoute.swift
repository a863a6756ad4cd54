import ExchangeModel
import Notation

extension RESTResource {
    static let graphQL = RESTResource(GraphQLRoute.path, [.post: { try GraphQLRoute(call: $0).answer() }])
}

/// `/api/now/graphql`: one operation, or an array of them that is answered with an array.
struct GraphQLRoute {
    /// The API has no versions.
    static let path = "now/graphql"
    static let maxOperations = 100

    let call: Call

    func answer() throws -> Answer {
        var out = JSONText(capacity: 16_384)
        do {
            switch try SandboxGraphQLRequest.read(call) {
            case .one(let request): try GraphQLExecution.answer(request, call, into: &out)
            case .several(let requests): try answer(requests, into: &out)
            }
        } catch let error as GraphQLRequestError {
            out = JSONText()
            error.write(into: &out)
        } catch is GraphQLLimitError {
            throw APIError.cancelled
        }
        return .json(out.bytes)
    }

    private func answer(
        _ requests: [Result<SandboxGraphQLRequest, GraphQLRequestError>], into out: inout JSONText
    ) throws {
        try out.list(requests) { _, request, out in
            switch request {
            case .success(let request): try GraphQLExecution.answer(request, call, into: &out)
            case .failure(let error): error.write(into: &out)
            }
        }
    }
}

struct SandboxGraphQLRequest {
    enum Sent {
        case one(SandboxGraphQLRequest)
        case several([Result<SandboxGraphQLRequest, GraphQLRequestError>])
    }

    let query: String
    let variables: JSONNode?
    let operationName: String?

    static func read(_ call: Call) throws -> Sent {
        let root = try RequestBody.document(of: call.request) { GraphQLRequestError.badRequest($0) }.root
        guard root.kind == .array else { return .one(try SandboxGraphQLRequest(root)) }
        guard root.count > 0 else { throw GraphQLRequestError.badRequest("The body is an array without operations") }
        guard root.count <= GraphQLRoute.maxOperations else {
            throw GraphQLRequestError.badRequest("The body holds more than \(GraphQLRoute.maxOperations) operations")
        }
        return .several(
            root.elements.map { node in Result { () throws(GraphQLRequestError) in try SandboxGraphQLRequest(node) } })
    }

    private init(_ node: JSONNode) throws(GraphQLRequestError) {
        guard let query = node["query"]?.string else { throw .badRequest("query is not a string") }
        let variables = node["variables"].flatMap { $0.kind == .null ? nil : $0 }
        guard variables.map({ $0.kind == .object }) ?? true else { throw .badRequest("variables is not an object") }
        self.query = query
        self.variables = variables
        operationName = node["operationName"]?.string
    }
}

extension GraphQLRequestError {
    static func badRequest(_ message: String) -> GraphQLRequestError { GraphQLRequestError(.invalidSyntax, message) }

    static func syntax(_ error: GraphQL.SyntaxError, in query: String) -> GraphQLRequestError {
        let bytes = Array(query.utf8)
        let range = error.range.clamped(to: 0..<bytes.count)
        let word = range.isEmpty ? "<EOF>" : String(decoding: bytes[range].prefix(100), as: UTF8.self)
        return GraphQLRequestError(
            .invalidSyntax, "Invalid Syntax : offending token '\(word)' at line \(error.line) column \(error.column)")
    }

    static let unnamedOperation = GraphQLRequestError(
        .validation, "Must provide operation name if query contains multiple operations.")
    static let noOperation = GraphQLRequestError(.validation, "Must provide an operation.")

    static func unknownOperation(_ name: String) -> GraphQLRequestError {
        GraphQLRequestError(.validation, "Unknown operation named '\(name)'.")
    }

    static let subscription = GraphQLRequestError(.unsupported, "Schema is not configured for subscriptions.")

    static func nullVariable(_ name: String, _ type: String) -> GraphQLRequestError {
        GraphQLRequestError(.validation, "Variable '\(name)' has coerced Null value for NonNull type '\(type)'")
    }

    static func badVariable(_ name: String, _ reason: String) -> GraphQLRequestError {
        GraphQLRequestError(.validation, "Variable '\(name)' has an invalid value: \(reason)")
    }

    /// Fields with one response name must be the same field with the same arguments (specification section 5.3.2).
    static func conflict(_ one: GraphQL.Field, _ other: GraphQL.Field) -> GraphQLRequestError {
        let reason =
            one.name == other.name
            ? "fields have different arguments" : "'\(one.name.text)' and '\(other.name.text)' are different fields"
        return GraphQLRequestError(.validation, "Validation error (FieldsConflict) : '\(one.responseName)' : \(reason)")
    }
}
