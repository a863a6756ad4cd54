import ExchangeModel
import Notation
import Sandbox
import Testing

/// Names, types and targets of uploaded files.
struct AttachmentInputTests {
    private let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func target(_ name: String, table: String = "incident", record: String? = nil) -> String {
        """
        /api/now/attachment/file?table_name=\(table)&table_sys_id=\(record ?? incident)\
        &file_name=\(PercentCoding.encode(name))
        """
    }

    private func attach(
        _ client: SandboxClient, _ bytes: [UInt8] = Array("hello".utf8), name: String = "a.txt",
        type: String = "text/plain"
    ) throws -> String {
        let response = try client.send(.post, target(name), bytes, ["Content-Type": type])
        return response.json["result"]?["sys_id"]?.scalarText ?? "status \(response.status): " + response.text
    }

    @Test(arguments: [
        ("/api/now/attachment/file?table_name=incident&table_sys_id=061c92d26f030200d7aecd9c5d3ee4f8", 400),
        ("/api/now/attachment/file?table_name=incident&file_name=a", 400),
        ("/api/now/attachment/file?table_sys_id=061c92d26f030200d7aecd9c5d3ee4f8&file_name=a", 400),
        ("/api/now/attachment/file?table_name=incident&table_sys_id=061c92d26f030200d7aecd9c5d3ee4f8&file_name=", 400),
        (
            "/api/now/attachment/file?table_name=incident&table_sys_id=061c92d26f030200d7aecd9c5d3ee4f8&file_name=a%0D%0AX:%20y",
            400
        ),
        (
            "/api/now/attachment/file?table_name=incident&table_sys_id=061c92d26f030200d7aecd9c5d3ee4f8&file_name=%C2%85",
            400
        ),
        ("/api/now/attachment/file?table_name=incident&table_sys_id=nosuch&file_name=a", 404),
        ("/api/now/attachment/file?table_name=problem&table_sys_id=061c92d26f030200d7aecd9c5d3ee4f8&file_name=a", 404),
        ("/api/now/attachment/file?table_name=sqlite_schema&table_sys_id=1&file_name=a", 404),
    ])
    func fileNeedsNameAndRecord(target: String, status: Int) throws {
        let client = try SandboxClient()
        #expect(try client.send(.post, target, [1], ["Content-Type": "text/plain"]).status == status)
        #expect(
            try client.ask(
                .get, "/api/now/stats/sys_attachment?sysparm_count=true&created_by=x&table_sys_id=\(incident)"
            ).text.contains(#""count":"0""#))
    }

    @Test(arguments: [
        "", "text", "text/", "/plain", "a b/c", "text/plain\r\nX: y", "text/plain; a=\"\n\"", "text/plain; a",
        "tëxt/plain",
    ])
    func contentTypeMustBeValid(type: String) throws {
        let response = try SandboxClient().send(.post, target("a"), [1], type.isEmpty ? [:] : ["Content-Type": type])
        #expect(response.status == 400 && response.json["error"]?["message"] == "Failed to create the attachment")
    }

    /// A name is plain text: it selects no path and cannot end its header line.
    @Test(arguments: [
        "../../etc/passwd", #"C:\a"b;c"#, "a/b", ".", "%2e%2e", "a\u{202E}txt.exe", "日本", "'; DROP TABLE x; --",
    ])
    func fileNamesAreKept(name: String) throws {
        let client = try SandboxClient()
        let sysID = try attach(client, name: name)
        #expect(try client.read("/api/now/attachment/" + sysID)["result"]?["file_name"]?.scalarText == name)
        let byName = "/api/now/attachment/\(incident)/\(PercentCoding.encode(name))/file"
        let file = try client.ask(.get, byName)
        #expect(file.text == "hello")
        let disposition = file.headers["Content-Disposition"] ?? ""
        #expect(disposition.utf8.allSatisfy { (32...126).contains($0) })
        #expect(disposition.split(separator: "\"", omittingEmptySubsequences: false).count == 3)
        #expect(!disposition.contains("/") && !disposition.contains("\\"))
    }

    @Test(arguments: [
        ("*/*", 200), ("text/plain", 200), ("text/*", 200), ("application/json", 200), ("a/b, TEXT/plain;q=0.5", 200),
        ("image/png", 406), ("application/octet-stream", 406), ("", 406),
    ])
    func fileIsSentDespiteAcceptHeader(accept: String, status: Int) throws {
        let client = try SandboxClient()
        let sysID = try attach(client, type: "text/plain; charset=utf-8")
        let response = try client.ask(.get, "/api/now/attachment/\(sysID)/file", headers: ["Accept": accept])
        #expect(response.status == status)
        if status == 406 {
            #expect(
                response.json["error"]?["detail"]
                    == "Supported response media types for this service are: [text/plain]")
        }
    }

    @Test func contentTypeInBatchCannotInjectHeaders() throws {
        let client = try SandboxClient()
        let body = """
            {"batch_request_id":"1","rest_requests":[{"id":"1","method":"POST","url":"\(target("a"))","body":"AAA=",\
            "headers":[{"name":"Content-Type","value":"text/plain\\r\\nSet-Cookie: a=b"}]}]}
            """
        let answer = try client.ask(.post, "/api/now/batch", body: body).json
        #expect(answer["serviced_requests"]?[0]?["status_code"]?.scalarText == "400")
        #expect(try client.count("sys_attachment", "file_name=a") == "0")
    }
}

/// Bodies and paths that no proper client sends.
struct HostileBodyTests {
    private func post(_ body: [UInt8], type: String = "application/json") throws -> HTTPResponse {
        let client = try SandboxClient()
        let url = HTTPURL(
            scheme: "http", host: "sandbox.localhost", path: "/api/now/table/incident",
            query: "sysparm_fields=short_description")
        return client.sandbox.answer(
            HTTPRequest(
                .post, url, headers: ["Authorization": "Basic YWRtaW46YWRtaW4=", "Content-Type": type], body: body))
    }

    @Test(arguments: [
        [0], [0xFF, 0xFE], Array("{\"short_description\":\"\u{0}\"}".utf8),
        Array("{\"short_description\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
        Array(String(repeating: "[", count: 100_000).utf8),
        Array((String(repeating: "{\"a\":", count: 100_000) + "1" + String(repeating: "}", count: 100_000)).utf8),
        Array("{\"a\":1e999999999".utf8),
    ])
    func invalidJSONIsRejected(body: [UInt8]) throws {
        let response = try post(body)
        #expect(response.status == 400)
        #expect(response.json["error"]?["message"] == "Exception while reading request")
    }

    @Test func unusualJSONIsAccepted() throws {
        for (body, text) in [
            (#"{"short_description":"a","short_description":"b"}"#, "a"),
            (#"{"short_description":123456789012345678901234567890}"#, "123456789012345678901234567890"),
            (#"{"short_description":1e400,"order":1e400,"reopen_count":-1e-400}"#, "1e400"),
            (#"{"short_description":{"value":"inner","display_value":"x"}}"#, "inner"),
            (#"{"short_description":["a"]}"#, ""), (#"{"short_description":{"a":{"b":{}}}}"#, ""),
            (#"{"short_description":"\u0000\ud83d\ude00"}"#, "\u{0}😀"), (#"{"":"x","\u0000":"y"}"#, ""),
            (#"{"short_description\"=1;--":"x","sys_id":{"value":"'"}}"#, ""),
        ] {
            let response = try post(Array(body.utf8))
            #expect(response.status == 201, "\(body): \(response.text)")
            #expect(response.json["result"]?["short_description"]?.scalarText == text, "\(body)")
        }
    }

    @Test(arguments: [
        "application/x-www-form-urlencoded", "text/plain", "application/jsonx", "", "*/*", "multipart/form-data",
        "application/xml", "text/xml",
    ])
    func otherMediaTypesAreRejected(type: String) throws {
        #expect(try post(Array("{}".utf8), type: type).status == 415)
        let client = try SandboxClient()
        for method in [HTTPMethod.delete, .patch] {
            #expect(
                try client.ask(
                    method, "/api/now/table/incident/061c92d26f030200d7aecd9c5d3ee4f8", body: "a=b",
                    headers: ["Content-Type": type]
                ).status == 415)
        }
    }

    @Test func longPathsGetErrorPage() throws {
        let client = try SandboxClient()
        for path in [
            "/api/now/table/incident/" + String(repeating: "a", count: 23_000),
            "/api/now/" + String(repeating: "x/", count: 11_500),
        ] {
            let response = try client.ask(.get, path)
            #expect(response.status == 414 && response.text.hasPrefix("<!DOCTYPE html>"))
        }
        #expect(
            try client.ask(.get, "/api/now/table/incident/" + String(repeating: "a", count: 4000)).status == 404)
    }
}
