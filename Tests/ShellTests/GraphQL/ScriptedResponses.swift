import ExchangeModel
import Tables
import Testing
import Workbench

/// Runs lines at an instance with these response bodies, in order, and returns the transcript and the request bodies.
/// Checks that every request is a GraphQL request and that a replay gives the same.
func outputForResponses(
    _ lines: [String], _ bodies: [String], status: Int = 200, type: String = "application/json",
    width: Int? = nil, location: SourceLocation = #_sourceLocation
) async throws -> (text: String, bodies: [String]) {
    let script = ScriptedTransport(
        bodies.map {
            .success(
                HTTPResponse(
                    status: status, reason: "", headers: HeaderFields([HeaderField("Content-Type", type)]),
                    body: Array($0.utf8)))
        })
    let machine = try TestMachine(instance: script, answers: ["dev1"])
    let harness = try ShellHarness(machine, instance: "dev1", user: "admin", width: width)
    let text = await harness.transcript(of: lines)
    try await harness.closeAndReplay(location: location)
    #expect(script.requests.allSatisfy { $0.method == .post && $0.url.path == "/api/now/graphql" })
    #expect(script.requests.allSatisfy { $0.headers["Accept"] == "application/json" })
    #expect(script.requests.allSatisfy { $0.headers["Content-Type"] == "application/json" })
    return (text, script.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) })
}
