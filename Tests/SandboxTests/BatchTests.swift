import ExchangeModel
import Notation
import Testing

struct BatchTests {
    private func part(_ id: String, _ method: String, _ url: String, _ more: String = "") -> String {
        #"{"id":"\#(id)","method":"\#(method)","url":"\#(url)"\#(more)}"#
    }

    private func batch(_ client: SandboxClient, _ parts: [String], headers: HeaderFields = [:]) throws -> HTTPResponse {
        try client.ask(
            .post, "/api/now/v1/batch",
            body: #"{"batch_request_id":"7","rest_requests":[\#(parts.joined(separator: ","))]}"#, headers: headers)
    }

    private func text(_ entry: JSON?) -> String {
        Base64.decode((entry?["body"]?.scalarText ?? "!").utf8).map { String(decoding: $0, as: UTF8.self) }
            ?? "no Base64"
    }

    @Test func partsAreExecutedInOrder() throws {
        let client = try SandboxClient()
        let body = Base64.encode(#"{"short_description":"from a batch"}"#.utf8)
        let response = try batch(
            client,
            [
                part("a", "GET", "/api/now/table/sys_user?user_name=john.doe&sysparm_fields=user_name"),
                part(
                    "b", "POST", "/api/now/table/incident?sysparm_fields=number",
                    #","headers":[{"name":"Content-Type","value":"application/json"}],"body":"\#(body)","exclude_response_headers":true"#
                ),
                part(
                    "c", "GET", "/api/now/stats/incident?sysparm_count=true&short_description=from+a+batch",
                    #","exclude_response_headers":true"#),
            ])
        #expect(response.status == 200 && response.headers["Content-Type"] == "application/json;charset=UTF-8")
        func entry(_ id: String, _ body: String, _ status: String, _ headers: String) -> String {
            #"{"id":"\#(id)","body":"\#(Base64.encode(body.utf8))",\#(status),"headers":[\#(headers)],"execution_time":1}"#
        }
        let headers = [
            ("X-Total-Count", "1"), ("X-Content-Type-Options", "nosniff"), ("Pragma", "no-store,no-cache"),
            ("Cache-Control", "no-cache,no-store,must-revalidate,max-age=-1"), ("Expires", "0"),
            ("Content-Type", "application/json;charset=UTF-8"), ("Content-Length", "38"),
        ].map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        let number = try client.list("incident", "short_description=from a batch", "number").first ?? "none"
        #expect(
            response.text
                == #"{"batch_request_id":"7","serviced_requests":["#
                + [
                    entry(
                        "a", #"{"result":[{"user_name":"john.doe"}]}"#, #""status_code":200,"status_text":"OK""#,
                        headers.replacing("38", with: "37")),
                    entry(
                        "b", #"{"result":{"number":"\#(number)"}}"#, #""status_code":201,"status_text":"Created""#, ""),
                    entry("c", #"{"result":{"stats":{"count":"1"}}}"#, #""status_code":200,"status_text":"OK""#, ""),
                ].joined(separator: ",") + #"],"unserviced_requests":[]}"#)
    }

    /// Reads and writes in a batch give the same status, body and header lines as single requests.
    @Test func batchMatchesSingleRequests() throws {
        let requests: [(HTTPMethod, String, String?)] = [
            (
                .get, "/api/now/table/incident?sysparm_limit=3&sysparm_fields=number,caller_id.name&sysparm_offset=1",
                nil
            ),
            (.get, "/api/now/v1/table/incident?number=none", nil),
            (.get, "/api/now/v2/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_display_value=all", nil),
            (.post, "/api/now/table/incident?sysparm_fields=number,sys_id", #"{"impact":"1","urgency":"1"}"#),
            (.post, "/api/now/table/incident", "{"),
            (
                .patch, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8?sysparm_fields=state",
                #"{"state":"2"}"#
            ),
            (.delete, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", nil),
            (.get, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", nil),
            (.head, "/api/now/table/incident?sysparm_limit=1", nil),
            (.get, "/api/now/stats/task?sysparm_count=true&sysparm_group_by=sys_class_name", nil),
            (.get, "/api/now/ui/meta/problem", nil), (.get, "/api/now/nothing", nil),
            (.get, "/api/now/table/nosuch", nil), (.put, "/api/now/table/incident", "{}"),
            (.get, "/api/now/table/incident?sysparm_query=ORDERBYnumber&sysparm_limit=2", nil),
        ]
        for user in ["john.doe:password", "abel.tuter:password"] {
            let alone = try SandboxClient(user)
            let expected = try requests.map { try alone.ask($0.0, $0.1, body: $0.2) }
            let together = try SandboxClient(user)
            let parts = requests.enumerated().map { offset, request in
                let body = request.2.map {
                    #","headers":[{"name":"Content-Type","value":"application/json"}],"body":"\#(Base64.encode($0.utf8))""#
                }
                return part(String(offset), request.0.rawValue, request.1, body ?? "")
            }
            let entries = SandboxClient.elements(try batch(together, parts).json["serviced_requests"] ?? .null)
            #expect(entries.count == requests.count)
            for (entry, response) in zip(entries, expected) {
                #expect(entry["status_code"]?.scalarText == String(response.status))
                #expect(entry["status_text"]?.scalarText == response.reason)
                #expect(text(entry) == response.text)
                let lines = SandboxClient.elements(entry["headers"] ?? .null).map {
                    HeaderField($0["name"]?.scalarText ?? "", $0["value"]?.scalarText ?? "")
                }
                for line in lines where line.name != "Content-Length" {
                    #expect(response.headers[line.name] == line.value)
                }
                let isCounted = lines.contains { $0.name == "X-Total-Count" }
                #expect(isCounted == (response.headers["X-Total-Count"] != nil))
            }
        }
    }

    @Test(arguments: [
        (#""method":"GET""#, "url is missing or no text"),
        (#""url":"/api/now/table/incident""#, "method is missing or no method"),
        (#""method":7,"url":"/api/now/table/incident""#, "method is missing or no method"),
        (#""method":"GET /","url":"/api/now/table/incident""#, "method is missing or no method"),
        (
            #""method":"GET","url":"https://elsewhere.example/api/now/table/incident""#,
            "url is not a relative address of this instance"
        ),
        (
            #""method":"GET","url":"//elsewhere.example/api/now/table/incident""#,
            "url is not a relative address of this instance"
        ),
        (#""method":"GET","url":"/api/now/table/incident?a=b c""#, "url is not a relative address of this instance"),
        (#""method":"GET","url":"/a\r\nX: y""#, "url is not a relative address of this instance"),
        (#""method":"GET","url":"/api","headers":{"a":"b"}"#, "headers is not an array"),
        (
            #""method":"GET","url":"/api","headers":["a"]"#,
            "A header needs a name and a value, without control characters"
        ),
        (
            #""method":"GET","url":"/api","headers":[{"name":"A","value":"b\r\nSet-Cookie: c"}]"#,
            "A header needs a name and a value, without control characters"
        ),
        (
            #""method":"GET","url":"/api","headers":[{"name":"A: b","value":"c"}]"#,
            "A header needs a name and a value, without control characters"
        ),
        (#""method":"POST","url":"/api","body":"?""#, "body is not Base64"),
        (#""method":"POST","url":"/api","body":{}"#, "body is not Base64"),
        (#""method":"POST","url":"/api/now/batch","body":"e30=""#, "A batch must not hold a batch"),
    ])
    func invalidPartHasItsOwnError(fields: String, reason: String) throws {
        let client = try SandboxClient()
        let answer = try batch(
            client,
            [#"{"id":1,\#(fields)}"#, part("2", "GET", "/api/now/stats/incident?sysparm_count=true&number=none")]
        ).json
        let entries = SandboxClient.elements(answer["serviced_requests"] ?? .null)
        #expect(entries.map { $0["status_code"]?.scalarText } == ["400", "200"])
        #expect(entries.map { $0["id"] } == ["1", "2"])
        let isNested = reason.contains("batch")
        #expect(isNested || entries[0]["error_message"] == .string(reason))
        #expect(
            text(entries[0])
                == #"{"error":{"message":"Invalid request in batch","detail":"\#(reason)"},"status":"failure"}"#)
        #expect(text(entries[1]) == #"{"result":{"stats":{"count":"0"}}}"#)
    }

    @Test(arguments: [
        "", "{", "[]", "7", "{}", #"{"rest_requests":{}}"#, #"{"rest_requests":[7]}"#, #"{"rest_requests":[{},null]}"#,
    ])
    func invalidBatchIsRejected(body: String) throws {
        let response = try SandboxClient().ask(.post, "/api/now/batch", body: body)
        #expect(response.status == 400)
    }

    @Test func batchNeedsASignInAndJSON() throws {
        #expect(try SandboxClient(nil).ask(.post, "/api/now/batch", body: #"{"rest_requests":[]}"#).status == 401)
        let client = try SandboxClient()
        #expect(
            try client.ask(.post, "/api/now/batch", body: "a", headers: ["Content-Type": "text/plain"]).status == 415)
        #expect(try client.ask(.get, "/api/now/batch").headers["Allow"] == "POST")
        #expect(
            try client.ask(.post, "/api/now/batch", body: #"{"rest_requests":[]}"#).text
                == #"{"batch_request_id":"","serviced_requests":[],"unserviced_requests":[]}"#)
    }

    /// A part cannot authenticate as another user than the batch.
    @Test func partsRunAsBatchUser() throws {
        let client = try SandboxClient("abel.tuter:password")
        let answer = try batch(
            client,
            [
                part(
                    "1", "GET", "/api/now/ui/user/current_user",
                    #","headers":[{"name":"authorization","value":"Basic am9obi5kb2U6cGFzc3dvcmQ="},{"name":"Cookie","value":"JSESSIONID=A"}]"#
                )
            ]
        ).json
        let body = text(answer["serviced_requests"]?[0])
        #expect(body.contains(#""user_name":"abel.tuter""#))
    }

    @Test func batchStopsAtTooLargePart() throws {
        let client = try SandboxClient()
        let small = part("s", "GET", "/api/now/stats/incident?sysparm_count=true")
        let answer = try batch(
            client, [small, part("l", "GET", "/api/now/table/incident?sysparm_limit=2"), small],
            headers: ["X-BATCHREQUEST-MAX-OUTPUT-SIZE": "100"]
        ).json
        #expect(SandboxClient.elements(answer["serviced_requests"] ?? .null).count == 1)
        #expect(answer["unserviced_requests"] == ["l", "s"])
        let many = try batch(client, Array(repeating: part("n", "GET", "/api/now/x"), count: 2001)).json
        #expect(SandboxClient.elements(many["serviced_requests"] ?? .null).count == 2000)
        #expect(many["unserviced_requests"] == ["n"])
    }

    @Test func batchSizeLimits() throws {
        let client = try SandboxClient()
        let large = String(repeating: "A", count: (5 << 20) / 3 * 4 + 8)
        let answer = try batch(client, [part("l", "POST", "/api/now/table/incident", #","body":"\#(large)""#)]).json
        #expect(answer["serviced_requests"] == [] && answer["unserviced_requests"] == ["l"])
        let whole = try batch(client, [part("l", "POST", "/api/now/x", #","body":"\#(large)\#(large)""#)])
        #expect(whole.status == 400)
        #expect(whole.text.contains("Rejected large REST payload with content-length = "))
    }
}
