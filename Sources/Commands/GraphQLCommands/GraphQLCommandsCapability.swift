import Tables
package import Workbench

extension Capability {
    package static let graphQL = Capability(
        "GraphQL",
        commands: [
            .graphql, .graphqlDescribe, .graphqlFormat, .graphqlFrom,
        ],
        completes: CompletionEngine.graphQLValues)
}
