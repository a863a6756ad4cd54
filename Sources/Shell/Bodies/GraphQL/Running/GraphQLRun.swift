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
            operation.value(of: variable, given: variables)
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
