import ExchangeModel
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Hostile responses: nothing is lost, nothing is invented, and processing ends soon.
struct GraphQLHostileResponseTests {
    private func printed(_ line: String, _ body: String) async throws -> String {
        let script = ScriptedTransport([
            .success(HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
        ])
        let harness = try ShellHarness(try TestMachine(instance: script), instance: "dev1", user: "admin")
        let printed = await harness.transcript(of: [line]).dropFirst(line.utf8.count + 3)
        try await harness.session.close()
        return String(printed)
    }

    @Test func manyErrorsAreTruncatedAndCounted() async throws {
        let errors = (0..<5000).map { "{\"message\":\"m\($0)\"}" }.joined(separator: ",")
        let text = try await printed("graphql --no-validate { a }", "{\"data\":null,\"errors\":[\(errors)]}")
        expectEqual(text.split(separator: "\n").count { $0.hasPrefix("! error: ") }, 20)
        #expect(text.hasSuffix("! error: m19.\n! note: And 4980 more.\n? exit 3\n"), "\(text.suffix(200))")
    }

    /// A prompt's stack is small, and fragments may be chained in any number.
    @Test func longFragmentChainIsExpanded() async throws {
        let count = 2000
        let chain = (0..<count).map { "fragment F\($0) on QueryType { ...F\($0 + 1) }" }.joined(separator: " ")
        let text = try await printed(
            "graphql --no-validate { ...F0 } \(chain) fragment F\(count) on QueryType { a }",
            #"{"data":null,"errors":[{"message":"no","path":["a"]}]}"#)
        #expect(text.contains("! error: no."), "\(text.suffix(200))")
    }
}
