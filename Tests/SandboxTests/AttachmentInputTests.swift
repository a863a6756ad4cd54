import ExchangeModel
import Notation
import Testing

/// What may come as a name, a type and a target of a file.
struct AttachmentInputTests {
    private let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func target(_ name: String, table: String = "incident", record: String? = nil) -> String {
        """
        /api/now/attachment/file?table_name=\(table)&table_sys_id=\(record ?? incident)\
        &file_name=\(PercentCoding.encode(name))
        """
    }

    private func attach(
        _ visit: Visit, _ bytes: [UInt8] = Array("hello".utf8), name: String = "a.txt", type: String = "text/plain"
    ) throws -> String {
        let response = try visit.send(.post, target(name), bytes, ["Content-Type": type])
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
    func aFileNeedsANameAndARecord(target: String, status: Int) throws {
        let visit = try Visit()
        #expect(try visit.send(.post, target, [1], ["Content-Type": "text/plain"]).status == status)
        #expect(
            try visit.ask(
                .get, "/api/now/stats/sys_attachment?sysparm_count=true&created_by=x&table_sys_id=\(incident)"
            ).text.contains(#""count":"0""#))
    }

    @Test(arguments: [
        "", "text", "text/", "/plain", "a b/c", "text/plain\r\nX: y", "text/plain; a=\"\n\"", "text/plain; a",
        "tëxt/plain",
    ])
    func aContentTypeMustBeOne(type: String) throws {
        let response = try Visit().send(.post, target("a"), [1], type.isEmpty ? [:] : ["Content-Type": type])
        #expect(response.status == 400 && response.json["error"]?["message"] == "Failed to create the attachment")
    }

    /// A name is text: it leads nowhere, and cannot end the header line it stands in.
    @Test(arguments: [
        "../../etc/passwd", #"C:\a"b;c"#, "a/b", ".", "%2e%2e", "a\u{202E}txt.exe", "日本", "'; DROP TABLE x; --",
    ])
    func namesAreKeptAsTheyAre(name: String) throws {
        let visit = try Visit()
        let sysID = try attach(visit, name: name)
        #expect(try visit.read("/api/now/attachment/" + sysID)["result"]?["file_name"]?.scalarText == name)
        let byName = "/api/now/attachment/\(incident)/\(PercentCoding.encode(name))/file"
        let file = try visit.ask(.get, byName)
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
    func aFileComesToThoseWhoTakeIt(accept: String, status: Int) throws {
        let visit = try Visit()
        let sysID = try attach(visit, type: "text/plain; charset=utf-8")
        let response = try visit.ask(.get, "/api/now/attachment/\(sysID)/file", headers: ["Accept": accept])
        #expect(response.status == status)
        if status == 406 {
            #expect(
                response.json["error"]?["detail"]
                    == "Supported response media types for this service are: [text/plain]")
        }
    }

    @Test func aContentTypeInABatchCannotAddLines() throws {
        let visit = try Visit()
        let body = """
            {"batch_request_id":"1","rest_requests":[{"id":"1","method":"POST","url":"\(target("a"))","body":"AAA=",\
            "headers":[{"name":"Content-Type","value":"text/plain\\r\\nSet-Cookie: a=b"}]}]}
            """
        let answer = try visit.ask(.post, "/api/now/batch", body: body).json
        #expect(answer["serviced_requests"]?[0]?["status_code"]?.scalarText == "400")
        #expect(try visit.count("sys_attachment", "file_name=a") == "0")
    }
}
