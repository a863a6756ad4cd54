import ExchangeModel
package import Notation

/// What an instance says to one operation. Failures of GraphQL come with status 200, with or without data beside them.
package struct GraphQLAnswer: Sendable {
    /// The whole answer.
    package let node: JSONNode

    /// What was asked for, as far as it came; nil when nothing did.
    package var data: JSONNode? { node["data"].flatMap { $0.kind == .null ? nil : $0 } }

    /// What went wrong, in the order the instance tells it.
    package var errors: [GraphQLError] {
        guard let errors = node["errors"], errors.kind != .null else { return [] }
        // What is no list is an error all the same.
        return errors.kind == .array ? errors.elements.map(GraphQLError.init) : [GraphQLError(errors)]
    }

    /// How many that are.
    package var errorCount: Int {
        guard let errors = node["errors"], errors.kind != .null else { return 0 }
        return errors.kind == .array ? errors.count : 1
    }

    /// An answer to an operation; nil when it is none.
    init?(_ node: JSONNode) {
        guard node.kind == .object, node["data"] != nil || node["errors"] != nil else { return nil }
        self.node = node
    }

    /// The answers in a response: one for one operation, else a list with one for each.
    static func all(in response: HTTPResponse, count: Int) throws(RequestFailure) -> [GraphQLAnswer] {
        let root = try AnswerReader.json(response)
        func unexpected(_ what: String) -> RequestFailure {
            .refused(InstanceRefusal(.notJSON, status: response.status, message: what))
        }
        guard count != 1 || root.kind == .array else {
            guard let answer = GraphQLAnswer(root) else {
                throw unexpected(
                    "The answer is JSON, but no answer to a GraphQL document: it has neither data nor errors.")
            }
            return [answer]
        }
        // An instance that cannot read the body as a whole gives one answer to all of it.
        if root.kind == .object, let answer = GraphQLAnswer(root), answer.data == nil { return [answer] }
        let answers = root.elements.compactMap(GraphQLAnswer.init)
        guard root.kind == .array, root.count == count, answers.count == count else {
            throw unexpected(
                root.kind == .array
                    ? "The answer is a list of \(root.count), and does not fit what was sent."
                    : "Several operations were sent, and the answer is not a list.")
        }
        return answers
    }
}
