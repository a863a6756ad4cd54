import ExchangeModel
import Instances
import Recipes
import Tables
import Testing
import Workbench

/// Failed requests are reported with their exit status, and replay the same way.
@Suite struct FailureTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let line: String
        let outcomes: [ScriptedTransport.Outcome]
        let printed: String

        init(_ line: String, _ outcomes: ScriptedTransport.Outcome..., printed: String) {
            self.init(line, outcomes, printed: printed)
        }

        init(_ line: String, _ outcomes: [ScriptedTransport.Outcome], printed: String) {
            self.line = line
            self.outcomes = outcomes
            self.printed = printed
        }

        var testDescription: String { String(printed.prefix { $0 != "\n" }) }
    }

    @Test(arguments: wire + rejections + oddities)
    func failureIsReportedAndReplays(_ failing: Case) async throws {
        let machine = try TestMachine(instance: ScriptedTransport(failing.outcomes))
        let harness = try ShellHarness(machine)
        let printed = harness.printed(status: await harness.session.run(failing.line))
        #expect(printed == failing.printed + "\n", "now reads:\n\(printed)")
        try await harness.closeAndReplay()
    }

    /// Network failures.
    private static func broken(
        _ kind: TransportFailure.Kind, _ message: String, printed: String
    ) -> Case {
        Case(
            "table count incident", Array(repeating: .failure(TransportFailure(recorded: kind, message)), count: 4),
            printed: printed)
    }

    private static func answer(
        _ status: Int, _ body: String, type: String = "application/json", headers: [HeaderField] = []
    ) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(
                status: status, reason: "", headers: HeaderFields([HeaderField("Content-Type", type)] + headers),
                body: Array(body.utf8)))
    }

    static let wire = [
        broken(
            .resolve, "Could not find the address of dev1.service-now.com.",
            printed: """
                ! error: Could not find the address of dev1.service-now.com.
                ! note: The name may be misspelled, or this machine is offline.
                ! hint: connect https://NAME.service-now.com
                ! hint: profile list shows the known names.
                ? exit 4
                """),
        broken(
            .connect, "Nothing listens at 127.0.0.1:1.",
            printed: """
                ! Nothing listens at 127.0.0.1:1; trying again.
                ! error: Nothing listens at 127.0.0.1:1.
                ? exit 4
                """),
        broken(
            .tls, "The certificate of dev1 has expired.",
            printed: """
                ! error: The certificate of dev1 has expired.
                ! note: It was not renewed, or this machine's clock is ahead.
                ! hint: date shows this machine's clock.
                ! hint: openssl s_client -connect dev1:443 -servername dev1 </dev/null | openssl x509 -noout -enddate
                ? exit 4
                """),
        broken(
            .timeout, "No answer within 60 seconds",
            printed: """
                ! error: No answer within 60 seconds.
                ! hint: --timeout SECONDS waits longer.
                ? exit 4
                """),
        broken(
            .reset, "The connection broke",
            printed: """
                ! The connection broke; trying again.
                ! error: The connection broke.
                ? exit 4
                """),
        broken(
            .tooLarge, "The answer is larger than 64 MB",
            printed: """
                ! error: The answer is larger than 64 MB.
                ! hint: --max-body 256m takes more.
                ? exit 4
                """),
        broken(
            .cancelled, "The request was cancelled",
            printed: """
                ! Interrupted: the request was cancelled.
                ? exit 130
                """),
        broken(
            .invalidRequest, "The header holds a line break",
            printed: """
                ! error: The header holds a line break.
                ? exit 2
                """),
    ]

    static let rejections = [
        Case(
            "table list incident", answer(403, #"{"error":{"message":"User Not Authorized","detail":null}}"#),
            printed: """
                ! error: User Not Authorized (HTTP 403).
                !   table list ‹incident›
                ? exit 3
                """),
        Case(
            "table list incident", answer(400, #"{"error":{"message":"Invalid query","detail":"no\u001b[2Jsuch"}}"#),
            printed: """
                ! error: Invalid query: nosuch (HTTP 400).
                ? exit 3
                """),
        Case(
            "table list incident", answer(429, "", headers: [HeaderField("Retry-After", "1800")]),
            printed: """
                ! error: The instance limits the rate of requests (HTTP 429).
                ! note: The instance asks for a pause of 30 minutes, until 2026-01-01 00:30:00.
                ! hint: --timeout 1800 waits that long.
                ? exit 3
                """),
        Case(
            "table list incident", answer(500, #"{"error":{"message":"Boom","detail":"in a script"}}"#),
            printed: """
                ! error: Boom: in a script (HTTP 500).
                ? exit 3
                """),
        Case(
            "table list incident",
            Array(
                repeating: answer(503, "<html><title>Instance hibernating</title>", type: "text/html"), count: 4),
            printed: """
                ! The instance is not available (HTTP 503); trying again.
                ! error: The instance is not available and answered with a page, “Instance hibernating” (HTTP 503).
                ? exit 3
                """),
        Case(
            "table get incident 00000000000000000000000000000000",
            answer(404, #"{"error":{"message":"No Record found","detail":"Record doesn't exist"}}"#),
            printed: """
                ! error: No Record found: Record doesn't exist (HTTP 404).
                !   table get incident ‹00000000000000000000000000000000›
                ? exit 3
                """),
    ]

    static let oddities = [
        Case(
            "table list incident", answer(200, "<html>Log in</html>", type: "text/html"),
            printed: """
                ! error: sandbox answered with a web page and not with JSON (HTTP 200).
                ! note: It may come from a captive portal, a proxy, or an instance in maintenance.
                ! hint: Open any page in a browser on this machine to see which login appears.
                ! hint: tape show shows the response.
                ? exit 3
                """),
        Case(
            "table list incident", answer(200, ""),
            printed: """
                ! error: The answer is empty (HTTP 200), not JSON.
                ! hint: tape show
                ? exit 3
                """),
        Case(
            "table list incident", answer(202, ""),
            printed: """
                ! error: The answer is empty (HTTP 202), not JSON.
                ! hint: tape show
                ? exit 3
                """),
        Case(
            "table list incident", answer(200, #"{"rows":[]}"#),
            printed: """
                ! error: The answer is JSON without a result.
                ! hint: tape show
                ? exit 3
                """),
        Case(
            "table list incident",
            answer(
                200,
                #"{"result":[{"number":"INC1"},{"error":{"message":"Maximum execution time exceeded"},"status":"failure"}"#
            ),
            printed: """
                number  short_description  priority  state  assigned_to
                INC1
                ! error: The instance aborted its answer: Maximum execution time exceeded.
                ! note: Only the first record is shown.
                ! hint: Request fewer records (-n NUMBER), fewer fields (-f FIELDS), or narrow the query (-q QUERY).
                ? exit 3
                """),
        Case(
            "table get sys_user Ann -f email",
            answer(200, #"{"result":{"columns":{"user_name":{"type":"string"},"name":{"type":"string"}}}}"#),
            answer(200, #"{"result":[]}"#),
            answer(
                200,
                #"{"result":[{"sys_id":{"value":"a1","display_value":"a1"},"name":{"value":"Ann"}},"#
                    + #"{"sys_id":{"value":"b2","display_value":"b2"},"name":{"value":"Ann"}}]}"#),
            printed: """
                ! error: 2 or more records of sys_user are called Ann: a1, b2.
                !   table get sys_user ‹Ann› -f email
                ! hint: table get sys_user a1
                ? exit 3
                """),
    ]
}
