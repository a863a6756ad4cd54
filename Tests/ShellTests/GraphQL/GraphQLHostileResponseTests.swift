import ExchangeModel
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// Hostile responses: nothing is lost, nothing is invented, and processing ends soon.
@Suite struct GraphQLHostileResponseTests {
    private func printed(_ line: String, _ bodies: [String]) async throws -> String {
        let script = ScriptedTransport(
            bodies.map {
                .success(
                    HTTPResponse(
                        status: 200, reason: "",
                        headers: HeaderFields([HeaderField("Content-Type", "application/json")]),
                        body: Array($0.utf8)))
            })
        let harness = try ShellHarness(try TestMachine(instance: script), instance: "dev1", user: "admin")
        let printed = await harness.transcript(of: [line]).dropFirst(line.utf8.count + 3)
        try await harness.session.close()
        return String(printed)
    }

    private static let list = "graphql --no-validate { GlideRecord_Query { t { _rowCount _results { a { value } } } } }"

    @Test(arguments: [
        (#"{"data":null,"errors":"boom"}"#, "! error: boom.\n? exit 3\n"),
        (#"{"data":null,"errors":{"message":"boom"}}"#, "! error: boom.\n? exit 3\n"),
        (#"{"errors":true}"#, "! error: true.\n? exit 3\n"),
        (#"{"data":"text"}"#, "\"text\"\n"),
        (
            #"{"data":{"GlideRecord_Query":{"t":{"_rowCount":-5,"_results":[{"a":{"value":"1"}}]}}}}"#, "a\n1\n"
        ),
        (
            #"{"errors":[{"message":"m","locations":[{"line":-1,"column":-9}],"path":[1e400,null,{}]}]}"#,
            "! error: m.\n? exit 3\n"
        ),
    ])
    func unusualResponses(_ body: String, _ expected: String) async throws {
        #expect(try await printed(Self.list, [body]) == expected)
    }

    @Test func manyErrorsAreTruncatedAndCounted() async throws {
        let errors = (0..<100_000).map { "{\"message\":\"m\($0)\"}" }.joined(separator: ",")
        let text = try await printed(Self.list, ["{\"data\":null,\"errors\":[\(errors)]}"])
        #expect(text.split(separator: "\n").count { $0.hasPrefix("! error: ") } == 20)
        #expect(text.hasSuffix("! error: m19.\n! note: And 99980 more.\n? exit 3\n"), "\(text.suffix(200))")
    }

    @Test func ignoredPagingEndsList() async throws {
        let rows = (0..<2).map { "{\"a\":{\"value\":\"v\($0)\"},\"sys_id\":{\"value\":\"\($0)\"}}" }.joined(
            separator: ",")
        let body = "{\"data\":{\"GlideRecord_Query\":{\"t\":{\"_results\":[\(rows)]}}}}"
        let line =
            "graphql --no-validate --format csv --all { GlideRecord_Query { t(queryConditions: \"ORDERBYa\", pagination: {limit: 2}) { _results { a { value } sys_id { value } } } } }"
        #expect(
            try await printed(line, Array(repeating: body, count: 5)) == """
                a,sys_id
                v0,0
                v1,1
                ! error: The instance sent the same records again for another page.
                ! note: Only the first 2 records are shown.
                ! hint: To send the document once, unchanged, omit --all.
                ? exit 3

                """)
    }
}
