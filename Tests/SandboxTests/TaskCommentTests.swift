import ExchangeModel
import Notation
import Sandbox
import Testing

struct TaskCommentTests {
    private let task = "d7296d02c0a801670085e737da016e70"
    private func target(_ task: String) -> String { "/api/x_snc_my_work/v1/tracker/task/\(task)/comment" }

    private func notes(_ client: SandboxClient, of task: String) throws -> [String] {
        var client = client
        client.user = "admin:admin"
        return try client.list("sys_journal_field", "element_id=\(task)^element=work_notes^ORDERBYDESCvalue", "value")
    }

    @Test func commentBecomesAWorkNote() throws {
        let client = try SandboxClient()
        let before = try notes(client, of: task)
        let response = try client.ask(
            .post, target(task), body: #"{"comment":"Hello, world!"}"#,
            headers: ["Accept": "application/json", "Content-Type": "application/json"])
        #expect(response.status == 201 && response.reason == "Created")
        #expect(response.text == #"{"data":"Successfully inserted"}"#)
        #expect(
            response.headers.map(\.name) == [
                "Server-Timing", "X-Is-Logged-In", "X-Transaction-ID", "X-Content-Type-Options", "Content-Type", "Date",
                "Server", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie", "Set-Cookie",
            ])
        #expect(response.headers["Content-Type"] == "application/json")
        #expect(try notes(client, of: task) == (before + ["Hello, world!"]).sorted(by: >))
        #expect(
            try client.list(
                "sys_journal_field", "element_id=\(task)^value=Hello, world!", "name") == ["problem"])
    }

    @Test(arguments: [
        (#"{"comment":"  "}"#, "  "), (#"{"comment":42}"#, "42"), (#"{"comment":true}"#, "true"),
        (#"{"comment":{"a":1}}"#, "[object Object]"), (#"{"comment":["a",1,null]}"#, "a,1,"),
        (#"{"comment":"a\nb<script>é"}"#, "a\nb<script>é"), (#"{"comments":"no","comment":"yes"}"#, "yes"),
    ])
    func truthyCommentIsWritten(body: String, expected: String) throws {
        let client = try SandboxClient()
        #expect(try client.ask(.post, target(task), body: body).status == 201)
        #expect(try notes(client, of: task).contains(expected))
    }

    @Test(arguments: [
        "{}", #"{"comment":""}"#, #"{"comment":null}"#, #"{"comment":false}"#, #"{"comment":0}"#, #"{"comment":-0.0}"#,
        #"{"comments":"the key of the message"}"#, #"{"Comment":"a"}"#, "[]", "7", #""text""#, #"{"comment":[]}"#,
    ])
    func missingCommentIsABadRequest(body: String) throws {
        let client = try SandboxClient()
        let before = try notes(client, of: task)
        let response = try client.ask(.post, target(task), body: body)
        #expect(response.status == 400)
        #expect(
            response.text == #"""
                {"error":{"message":"Valid inputs not present in request. Comments data not present. Request body must \#
                be like {'comments':'My comments here'}","detail":null},"status":"failure"}
                """#)
        #expect(try notes(client, of: task) == before)
    }

    @Test func unwritableTaskIsReported() throws {
        var client = try SandboxClient("admin:admin")
        let joe = "a3f1d04b4f4212008a5ab895f110c7e9"
        let own = try client.create("incident", #"{"caller_id":"\#(joe)"}"#)
        client.user = "joe.employee:password"
        let response = try client.ask(.post, target(own), body: #"{"comment":"a"}"#)
        #expect(response.status == 400)
        #expect(
            response.text == #"""
                {"error":{"message":"Error updating comments","detail":"May be ACL restricted updating comments"},\#
                "status":"failure"}
                """#)
        #expect(try notes(client, of: own) == [])
    }

    @Test func fulfillerReadsNoteInRecordOnly() throws {
        var client = try SandboxClient("abel.tuter:password")
        #expect(try client.ask(.post, target(task), body: #"{"comment":"Hello"}"#).status == 201)
        // He may not read the journal's table, so clients need their fallback.
        #expect(try client.list("sys_journal_field", "element_id=\(task)", "value") == [])
        let record = try client.read(
            "/api/now/v2/table/task/\(task)?sysparm_fields=work_notes&sysparm_display_value=true")
        #expect(
            record["result"]?["work_notes"]?.scalarText?.hasPrefix(
                "2025-03-03 08:00:01 - Abel Tuter (Work notes)\nHello\n\n") == true)
        client.user = "john.doe:password"
        #expect(
            try client.list("sys_journal_field", "element_id=\(task)^value=Hello", "sys_created_by") == ["abel.tuter"])
    }

    /// The status and message for a comment: its body, type and task.
    @Test(
        arguments: [
            (nil, nil, nil, 500, #"Cannot read property "comment" from null"#),
            ("", nil, nil, 500, #"Cannot read property "comment" from null"#),
            ("null", nil, nil, 500, #"Cannot read property "comment" from null"#),
            (comment, nil, "00000000000000000000000000000000", 404, "Task with Record Id not found"),
            (comment, nil, "INC0010021", 404, "Task with Record Id not found"),
            (comment, nil, "x'--", 404, "Task with Record Id not found"),
            (comment, nil, "%00", 404, "Task with Record Id not found"),
            (comment, nil, "%F0%9F%92%A9", 404, "Task with Record Id not found"),
            (comment, nil, "", 400, "Requested URI does not represent any resource"),
            ("comment=a", "application/x-www-form-urlencoded", nil, 415, mediaTypes),
            ("comment=a", "text/plain", nil, 415, mediaTypes), ("comment=a", "", nil, 415, mediaTypes),
            ("comment=a", "multipart/form-data; boundary=a", nil, 415, mediaTypes),
            ("{", nil, nil, 400, "Exception while reading request"),
            ("comment=a", nil, nil, 400, "Exception while reading request"),
            (#"{"comment":"a"#, nil, nil, 400, "Exception while reading request"),
        ] as [(String?, String?, String?, Int, String)])
    func invalidCommentIsRejected(
        body: String?, type: String?, other: String?, status: Int, message: String
    ) throws {
        let headers = HeaderFields(type.map { [HeaderField("Content-Type", $0)] } ?? [])
        let response = try SandboxClient().ask(.post, target(other ?? task), body: body, headers: headers)
        #expect(response.status == status && response.json["error"]?["message"] == .string(message))
    }

    private static let comment = #"{"comment":"a"}"#
    private static let mediaTypes =
        "Invalid content-type. Supported request media types for this service are: [application/json]"

    @Test func unreadableTaskIsNotFoundAndOtherMethodsAreNotAllowed() throws {
        #expect(
            try SandboxClient("joe.employee:password").ask(.post, target(task), body: TaskCommentTests.comment).status
                == 404)
        let response = try SandboxClient().ask(.get, target(task))
        #expect(response.status == 405 && response.headers["Allow"] == "POST")
    }
}
