import ExchangeModel
import Sandbox
import TestSupport
import Testing

/// The `task` commands send the requests documented for the MyWork application.
struct TaskWireTests {
    private func wire(_ request: HTTPRequest) -> String {
        let names = request.headers.map(\.name).joined(separator: " ")
        let cookies = request.headers["Cookie"].map { line in
            " (" + line.split(separator: "; ").map { String($0.prefix { $0 != "=" }) }.sorted().joined(separator: " ")
                + ")"
        }
        let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
        return "\(request.method) \(request.url.path): \(names)\(cookies ?? "")\(body)"
    }

    @Test func documentedRequestsAreSent() async throws {
        let watch = StagedInstance(TestSandbox())
        let harness = try ShellHarness(try TestMachine(instance: watch))
        let printed = await harness.transcript(of: [
            "task --format ndjson > tasks.ndjson",
            #"task comment d7296d02c0a801670085e737da016e70 "Hello, world!""#,
            "task comment d7296d02c0a801670085e737da016e70 again",
        ])
        expectEqual(printed.split(separator: "\n").count { $0 == "! Work note added to PRB0000011." }, 2, "\(printed)")
        let first = "BIGipServerpool_sandbox JSESSIONID glide_session_store glide_user_route"
        let later =
            "BIGipServerpool_sandbox JSESSIONID glide_session_store glide_user glide_user_route glide_user_session"
        expectEqual(
            watch.requests.map(wire),
            [
                "GET /api/x_snc_my_work/v1/tracker/task: Accept Authorization",
                // It was in the list.
                "POST /api/x_snc_my_work/v1/tracker/task/d7296d02c0a801670085e737da016e70/comment: "
                    + #"Accept Content-Type Cookie (\#(first)) {"comment":"Hello, world!"}"#,
                // After a write the list is outdated, and the record is read before the next write.
                "GET /api/now/table/task/d7296d02c0a801670085e737da016e70: Accept Cookie (\(later))",
                "POST /api/x_snc_my_work/v1/tracker/task/d7296d02c0a801670085e737da016e70/comment: "
                    + #"Accept Content-Type Cookie (\#(later)) {"comment":"again"}"#,
            ])
        #expect(watch.requests.allSatisfy { $0.principal == "john.doe" })
        expectEqual(watch.requests[0].headers["Accept"], "application/json")
        expectEqual(watch.requests[1].headers["Content-Type"], "application/json")
    }

    @Test func instanceLinksAreNotFollowed() async throws {
        let body = """
            {"result":{"Change Request":[{"number":"CHG1","sys_id":"c1","short_desc":null,"created":"","link":\
            "https://elsewhere.example/api/now/v2/table/Change Request/c1","snowui":"https://elsewhere.example/"}]}}
            """
        let watch = StagedInstance(
            ScriptedTransport([
                .success(
                    HTTPResponse(
                        status: 200, headers: ["Content-Type": "application/json"], body: Array(body.utf8)))
            ]))
        let harness = try ShellHarness(try TestMachine(instance: watch))
        let printed = await harness.transcript(of: ["task", "task show c1"])
        #expect(
            printed.hasPrefix(
                """
                > task
                Change Request (1)
                number  short_description  sys_created_on
                CHG1
                ! 1 open task in all.
                """), "\(printed)")
        #expect(watch.requests.allSatisfy { $0.url.host == "sandbox.localhost" })
    }
}
