import ExchangeModel
import FoundationEssentials
import Notation
import TestSupport
import Testing

@testable import NowData

struct ResponseParserTests {
    private func errorResponse(_ body: String, _ status: Int, _ headers: [HeaderField] = []) async throws
        -> ErrorResponse?
    {
        let (tables, _) = try client([answer(body, status: status, headers)])
        return await NowDataTests.errorResponse { _ = try await tables.list(TableRead("incident")) }
    }

    @Test(
        arguments: [
            (401, "User Not Authenticated", "Required to provide Auth information", ErrorResponse.Kind.notSignedIn),
            (403, "Operation Failed", "ACL Exception Insert Failed due to security constraints", .forbidden),
            (404, "No Record found", "Record doesn't exist or ACL restricts the record retrieval", .notFound),
            (400, "Invalid table nosuch", nil, .invalid), (405, "Method not supported", nil, .invalid),
            (500, "java.lang.NullPointerException", nil, .server), (503, "Busy", "Later", .server),
        ] as [(Int, String, String?, ErrorResponse.Kind)])
    func instanceMessageIsKept(status: Int, message: String, detail: String?, kind: ErrorResponse.Kind)
        async throws
    {
        let detailText = detail.map { "\"\($0)\"" } ?? "null"
        let body = "{\"error\":{\"message\":\"\(message)\",\"detail\":\(detailText)},\"status\":\"failure\"}"
        let refused = try await errorResponse(body, status)
        let cause = message.hasPrefix("Invalid table") ? ErrorResponse.Cause.unknownTable : nil
        expectEqual(refused, ErrorResponse(kind, status: status, message: message, detail: detail, cause: cause))
        expectEqual(refused?.description, message + (detail.map { ": " + $0 } ?? "") + " (HTTP \(status))")
    }

    @Test func rateLimitErrorHasRetryAfter() async throws {
        let body =
            #"{"error":{"message":"Rate limit exceeded","detail":"Rate limit of 100 requests per hour"},"status":"failure"}"#
        try await expectEqual(errorResponse(body, 429, [HeaderField("Retry-After", "59")])?.retryAfter, 59)
        try await expectEqual(errorResponse(body, 429, [HeaderField("Retry-After", "-1")])?.retryAfter, nil)
        try await expectEqual(errorResponse("", 429)?.kind, .tooManyRequests)
        try await expectEqual(
            errorResponse("", 429)?.description, "The instance limits the rate of requests (HTTP 429)")
    }

    @Test(arguments: [
        (401, "", "The instance requires a sign-in (HTTP 401)"),
        (403, "<html><body>no</body></html>", "The instance denies access and answered with a page (HTTP 403)"),
        (
            400, "<html><head><title>Bad &amp; long</title>",
            "The instance did not accept the request and answered with a page, “Bad & long” (HTTP 400)"
        ),
        (404, "\n <!DOCTYPE html>", "The instance does not know this address and answered with a page (HTTP 404)"),
        (414, "<html>", "The instance did not accept the request and answered with a page (HTTP 414)"),
        (502, "bad gateway", "The instance is not available (HTTP 502)"), (500, "{}", "The instance failed (HTTP 500)"),
        (
            401, #"{"error":"server_error","error_description":"access_denied"}"#,
            "server_error: access_denied (HTTP 401)"
        ),
        (400, #"{"error":{"message":"","detail":"only this"}}"#, "only this (HTTP 400)"),
    ])
    func responseWithoutMessageGetsOne(status: Int, body: String, sentence: String) async throws {
        try await expectEqual(errorResponse(body, status)?.description, sentence)
    }

    @Test(arguments: [
        (
            "<html><title>Instance Hibernating page</title></html>",
            "The answer is a web page, not JSON: “Instance Hibernating page”."
        ),
        (
            "<html>hello</html>",
            "The answer is a web page, not JSON; it may be a login page or a hibernating developer instance."
        ),
        ("", "The answer is empty (HTTP 200), not JSON."),
        (#"{"error":{"message":"x"}}"#, "The answer is JSON without a result."),
        (#"{"result":{"a":"b"}}"#, "The answer is JSON, but not a list."),
    ])
    func unexpected200IsDistinguished(body: String, sentence: String) async throws {
        let refused = try await errorResponse(body, 200)
        expectEqual(refused?.kind, .notJSON)
        expectEqual(refused?.description, sentence)
    }

    @Test func invalidJSONHasPosition() async throws {
        let refused = try await errorResponse(#"{"result":[{"a":}]}"#, 200)
        expectEqual(refused?.kind, .notJSON)
        expectEqual(refused?.message.hasPrefix("The answer is not JSON: "), true)
        expectEqual(refused?.message.hasSuffix(" at line 1, column 17."), true)
    }

    @Test func truncatedResponseIsReported() async throws {
        let error =
            #"{"error":{"message":"Transaction cancelled: maximum execution time exceeded","detail":"Check logs"},"status":"failure"}"#
        let rows = String(repeating: #"{"number":"INC0010021","note":"{\"error\":"},"#, count: 1000)
        let expected = ErrorResponse(
            .truncated, status: 200,
            message: "The instance aborted its answer: Transaction cancelled: maximum execution time exceeded",
            detail: "Check logs", rows: Array(("[" + rows.dropLast() + "]").utf8))
        expectEqual(expected.wholeRows?.count, 1000)
        try await expectEqual(errorResponse(#"{"result":["# + rows + error, 200), expected)
        try await expectEqual(errorResponse(#"{"result":["# + rows + #"{"number":"INC"# + error, 200), expected)
        try await expectEqual(
            errorResponse(#"{"result":["# + rows.dropLast() + "]," + error.dropFirst(), 200), expected)
        try await expectEqual(errorResponse(#"{"result":[{"number":"INC"# + error, 200)?.wholeRows?.count, 0)
    }

    @Test(
        arguments: [
            (#"{"result":["#, 0), (#"{"result":[{"a":"1"},{"b":{"c":[1,2]}},{"a":"]}\"#, 2),
            (#" { "result" : [ {"a":"\\"} , {"b""#, 1), (#"{"result":[{"a":"1"},"#, 1),
        ] as [(String, Int)])
    func truncatedListReportsRowCount(body: String, rows: Int) async throws {
        let refused = try await errorResponse(body, 200)
        expectEqual(refused?.kind, .truncated)
        expectEqual(refused?.wholeRows?.count, rows)
        expectEqual(refused?.description.hasPrefix("The answer is truncated: "), true)
    }

    @Test(
        arguments: [
            ("<TITLE lang=en>\n Too &lt;long&gt; &amp;lt; \u{1B}[31mred\u{202E}</TITLE>", "Too <long> &lt; red"),
            ("<title></title>", nil), ("<title>never closed", nil), ("<p>nothing</p>", nil), ("", nil), ("<title", nil),
            ("<svg><text>é</text></svg><title>Größe\u{301}</title>", "Größe\u{301}"),
        ] as [(String, String?)])
    func pageTitleIsSanitized(page: String, title: String?) {
        expectEqual(PageTitle.of(Array(page.utf8)), title)
    }

    @Test func messagesAreSanitizedAndTruncated() async throws {
        let long = String(repeating: "x", count: 100_000)
        let body =
            #"{"error":{"message":"\u001b]0;owned\u0007\u001b[31mred\r\n  line\u202e\u0000","detail":""# + long
            + #""}}"#
        let refused = try #require(try await errorResponse(body, 400))
        expectEqual(refused.message, "red line")
        expectEqual(refused.detail, String(repeating: "x", count: 1000) + "…")
    }

    @Test func transportFailureIsPassedThrough() async throws {
        let trouble = TransportFailure(.timeout, "Too late.")
        let (tables, _) = try client([.failure(trouble)])
        await expectEqual(failure { _ = try await tables.list(TableRead("incident")) }, .transport(trouble))
    }

    @Test func rejectedDeletionFails() async throws {
        let (tables, _) = try client([answer(#"{"error":{"message":"No Record found","detail":null}}"#, status: 404)])
        await expectEqual(
            NowDataTests.errorResponse { try await tables.delete("a", from: "incident") }?.kind, .notFound)
    }
}
