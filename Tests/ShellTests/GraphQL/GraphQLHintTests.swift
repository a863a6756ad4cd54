import TestSupport
import Testing

@testable import Recipes
@testable import Workbench

/// First attempts of a user new to GraphQL on ServiceNow, and the hints they get.
struct GraphQLHintTests {
    /// The system's shell splits a document that is not quoted.
    @Test(arguments: [
        (["graphql", "query", "Q", "{", "a", "}"], "graphql query Q '{' a }", 8..<23),
        (["graphql", "{", "a", "}", "--format", "json"], "graphql '{' a } --format json", 8..<15),
    ])
    func splitDocumentSuggestsQuotes(arguments: [String], line: String, span: Range<Int>) throws {
        guard case .command(let invocation) = try ProgramArguments(arguments).action else {
            Issue.record("no command")
            return
        }
        let problem = #expect(throws: Problem.self) {
            try CommandTable.match(invocation).bind(in: invocation.text)
        }
        expectEqual(problem?.message, "The shell split the document into several words.")
        expectEqual(problem?.source, Problem.Source(text: line, span: span))
        expectEqual(problem?.hints, ["Put it in single quotes: graphql '{ … }'"])
    }
}
