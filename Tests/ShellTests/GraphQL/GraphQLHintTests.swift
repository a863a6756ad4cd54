import Testing

@testable import Recipes
@testable import Workbench

/// First attempts of a user new to GraphQL on ServiceNow, and the hints they get.
@Suite struct GraphQLHintTests {
    private static let split: [(arguments: [String], line: String)] = [
        (["graphql", "query", "Q", "{a}"], "graphql 'query Q {a}'"),
        (["graphql", "{", "a", "{", "b", "}", "}", "--format", "json"], "graphql '{ a { b } }' --format json"),
        (["--no-input", "graphql", "format", "query", "{", "a", "}"], "graphql format 'query { a }'"),
        (
            ["graphql", "{", "...F", "}", "fragment", "F", "on", "T", "{a}", "--all"],
            "graphql '{ ...F } fragment F on T {a}' --all"
        ),
        (["graphql", "{ a(b: \"{\") }"], "graphql '{ a(b: \"{\") }'"),
        (["graphql", "@q.graphql", "--var", "a={"], "graphql @q.graphql --var a='{'"),
        (["graphql", "describe", "incident", "query"], "graphql describe incident query"),
    ]

    @Test(arguments: split)
    func splitDocumentIsJoined(arguments: [String], line: String) throws {
        guard case .command(let invocation) = try ProgramArguments(arguments).action else {
            Issue.record("no command")
            return
        }
        #expect(invocation.text == line)
    }

    @Test func unreadableSplitDocumentSuggestsQuotes() {
        let problem = #expect(throws: Problem.self) {
            try ProgramArguments(["graphql", "query", "Q", "{", "a(b:", "active=true)", "}"])
        }
        #expect(
            problem.map { ProblemText.lines($0) } == """
                error: The shell split the document into 6 words, which cannot be parsed: expected an argument, found =.
                  graphql 'query Q { a(b: active=true) }'
                                                ^
                hint: Put it in single quotes: snowdeck graphql '{ … }'

                """)
    }
}
