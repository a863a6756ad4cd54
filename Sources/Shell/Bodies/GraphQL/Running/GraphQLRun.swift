import NowData
import Notation

/// A `graphql` command that has been read and bound, before anything is sent: the place for checks, for paging and for
/// the guard to look at.
struct GraphQLRun: Sendable {
    /// One operation that will run.
    struct Entry: Sendable {
        /// As it stands in the document.
        let operation: GraphQL.Operation
        /// A value for each declared variable that is given one, in the order of their declarations, of the JSON type that
        /// the declaration asks for.
        var variables: [JSON.Member]
        /// Whether a request has to name it, because the document holds more operations.
        let isNamed: Bool

        /// The value of a variable: what was given, else the default of the declaration as JSON; nil for none.
        func value(of variable: String) -> JSON? {
            if let given = variables.first(where: { $0.name == variable }) { return given.value }
            let definition = operation.variables.first { $0.name.text == variable }
            return definition?.defaultValue.map { $0.json { _ in nil } }
        }
    }

    /// The document's text, and where it stands under the user's eyes.
    let source: GraphQLSource
    /// The document, read.
    let document: GraphQL.Document
    /// The operations that will run, in the order of the document; never empty.
    var entries: [Entry]
    /// What `--var` and `--vars` gave, for carets.
    let given: GraphQLGivenVariables

    /// Whether something may be changed.
    var writes: Bool { entries.contains { $0.operation.kind != .query } }

    /// What is sent, an entry each.
    var requests: [GraphQLRequest] { entries.map(request) }

    /// What is sent for one entry.
    func request(_ entry: Entry) -> GraphQLRequest {
        GraphQLRequest(
            query: source.text, variables: entry.variables,
            operationName: entry.isNamed ? entry.operation.name?.text : nil)
    }
}

extension GraphQL.Value {
    /// The value as JSON: an enumeration's word is a text. A variable that has no value is null.
    func json(_ variable: (String) -> JSON?) -> JSON {
        switch kind {
        case .variable(let name): variable(name) ?? .null
        case .int(let digits), .float(let digits): .number(digits)
        case .string(let text), .enumeration(let text): .string(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        case .list(let elements): .array(elements.map { $0.json(variable) })
        case .object(let fields): .object(fields.map { JSON.Member($0.name.text, $0.value.json(variable)) })
        }
    }
}
