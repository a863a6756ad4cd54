import ExchangeModel
import Notation

/// One operation as it is sent: `{"query":…,"variables":{…},"operationName":…}`.
struct GraphQLRequest {
    /// What a body, or an address, holds.
    enum Sent {
        case one(GraphQLRequest)
        /// What is wrong with one of them is the answer to that one.
        case several([Result<GraphQLRequest, GraphQLRefusal>])
    }

    /// The document.
    let query: String
    /// The values of its variables; nil when none are given.
    let variables: JSONNode?
    /// Which of its operations is meant.
    let operationName: String?
    /// Whether it may only read.
    let readsOnly: Bool

    /// Reads a request: from the body of a POST, from the address of a GET.
    static func read(_ call: Call) throws -> Sent {
        guard call.request.effectiveMethod == .post else { return .one(try GraphQLRequest(call.parameters)) }
        let root = try RequestBody.document(of: call.request) { GraphQLRefusal.badRequest($0) }.root
        guard root.kind == .array else { return .one(try GraphQLRequest(root)) }
        guard root.count > 0 else { throw GraphQLRefusal.badRequest("The body is an array without operations") }
        guard root.count <= GraphQLRoute.mostOperations else {
            throw GraphQLRefusal.badRequest("The body holds more than \(GraphQLRoute.mostOperations) operations")
        }
        return .several(
            root.elements.map { node in Result { () throws(GraphQLRefusal) in try GraphQLRequest(node) } })
    }

    private init(_ node: JSONNode) throws(GraphQLRefusal) {
        guard node.kind == .object else { throw .badRequest("An operation is an object with a query") }
        guard let query = node["query"], query.kind != .null else { throw .badRequest("query is missing") }
        guard let text = query.string else { throw .badRequest("query is no string") }
        let variables = node["variables"].flatMap { $0.kind == .null ? nil : $0 }
        guard variables.map({ $0.kind == .object }) ?? true else { throw .badRequest("variables is no object") }
        let name = node["operationName"].flatMap { $0.kind == .null ? nil : $0 }
        guard name.map({ $0.kind == .string }) ?? true else { throw .badRequest("operationName is no string") }
        self.query = text
        self.variables = variables
        operationName = name?.string
        readsOnly = false
    }

    private init(_ parameters: Parameters) throws(GraphQLRefusal) {
        guard let query = parameters["query"] else { throw .badRequest("query is missing") }
        self.query = query
        operationName = parameters["operationName"]
        readsOnly = true
        guard let text = parameters["variables"], !text.isEmpty else {
            variables = nil
            return
        }
        guard let root = try? JSONDocument(text).root else { throw .badRequest("variables is not valid JSON") }
        guard root.kind == .object || root.kind == .null else { throw .badRequest("variables is no object") }
        variables = root.kind == .null ? nil : root
    }
}
