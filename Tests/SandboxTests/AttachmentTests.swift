import ExchangeModel
import Notation
import Sandbox
import Testing

struct AttachmentTests {
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

    @Test func fileRoundTrips() throws {
        let client = try SandboxClient()
        let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let posted = try client.send(.post, target("photo 1.png"), bytes, ["Content-Type": "image/png"])
        let sysID = posted.json["result"]?["sys_id"]?.scalarText ?? "none"
        #expect(posted.status == 201)
        #expect(posted.headers["Location"] == "http://sandbox.localhost/api/now/attachment/\(sysID)/file")
        let created = posted.json["result"]?["sys_created_on"]?.scalarText ?? "none"
        let metadata =
            #"""
            {"size_bytes":"2000000","file_name":"photo 1.png","sys_mod_count":"0","average_image_color":"",\#
            "image_width":"","sys_updated_on":"\#(created)","sys_tags":"","table_name":"incident",\#
            "sys_id":"\#(sysID)","image_height":"","sys_updated_by":"john.doe",\#
            "download_link":"http://sandbox.localhost/api/now/attachment/\#(sysID)/file","content_type":"image/png",\#
            "sys_created_on":"\#(created)","size_compressed":"","compressed":"true","state":"available",\#
            "table_sys_id":"\#(incident)","chunk_size_bytes":"700000",\#
            "hash":"55f8339330b378224b135d75eda4d5a754c72cbde648abe3ac7cdf87660f217e",\#
            "sys_created_by":"john.doe"}
            """#
        let pending = metadata.replacing(#""state":"available""#, with: #""state":"pending""#)
        #expect(posted.text == #"{"result":"# + pending + "}")
        #expect(try client.get("/api/now/attachment/" + sysID) == #"{"result":"# + metadata + "}")

        let file = try client.ask(.get, "/api/now/attachment/\(sysID)/file", headers: ["Accept": "image/*"])
        #expect(file.body == bytes)
        #expect(
            file.headers.map { $0.name + ": " + $0.value }.filter { !$0.hasPrefix("Set-Cookie") } == [
                "Server-Timing: sem_wait;dur=0, sesh_wait;dur=0", "X-Is-Logged-In: true",
                "X-Transaction-ID: " + (file.headers["X-Transaction-ID"] ?? ""),
                #"Content-Disposition: attachment; filename="photo 1.png""#, "X-Attachment-Metadata: " + metadata,
                "X-Content-Type-Options: nosniff", "Pragma: no-store,no-cache",
                "Cache-Control: no-cache,no-store,must-revalidate,max-age=-1", "Expires: 0", "Content-Type: image/png",
                "Date: Thu, 01 Jan 2026 00:00:00 GMT", "Server: ServiceNow",
            ])
        #expect(try client.ask(.get, "/api/now/attachment/\(incident)/photo%201.png/file").body == bytes)
        let head = try client.ask(.head, "/api/now/attachment/\(sysID)/file")
        #expect(head.body == [] && head.headers["Content-Length"] == "2000000")
        let pieces = try client.list("sys_attachment_doc", "sys_attachment=\(sysID)^ORDERBYposition", "length")
        #expect(pieces == ["700000", "700000", "600000"])
    }

    @Test func linksUseRequestedVersion() throws {
        let client = try SandboxClient()
        let sysID = try attach(client)
        let link = try client.read("/api/now/v1/attachment/" + sysID)["result"]?["download_link"]?.scalarText
        #expect(link == "http://sandbox.localhost/api/now/v1/attachment/\(sysID)/file")
    }

    @Test func emptyFileIsAFile() throws {
        let client = try SandboxClient()
        let sysID = try attach(client, [])
        let response = try client.ask(.get, "/api/now/attachment/\(sysID)/file")
        #expect(response.status == 200 && response.body == [])
        #expect(
            try client.read("/api/now/attachment/" + sysID)["result"]?["hash"]
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    @Test func listsAreQueriedAndPaged() throws {
        let client = try SandboxClient()
        for name in ["c", "a", "b"] { _ = try attach(client, name: name) }
        func names(_ query: String) throws -> [String] {
            SandboxClient.elements(try client.read("/api/now/attachment?" + query)["result"] ?? .null).map {
                $0["file_name"]?.scalarText ?? "-"
            }
        }
        #expect(try names("sysparm_query=table_sys_id=\(incident)%5EORDERBYfile_name") == ["a", "b", "c"])
        #expect(try names("table_name=incident&table_sys_id=\(incident)&file_name=b") == ["b"])
        #expect(try names("sysparm_query=file_name=none") == [])
        let target =
            "/api/now/v1/attachment?sysparm_query=table_sys_id=\(incident)%5EORDERBYfile_name&sysparm_limit=2&sysparm_offset=1"
        let page = try client.ask(.get, target)
        #expect(SandboxClient.elements(page.json["result"] ?? .null).map { $0["file_name"]?.scalarText } == ["b", "c"])
        #expect(page.headers["X-Total-Count"] == "3")
        #expect(page.headers["Link"]?.hasPrefix("<http://sandbox.localhost/api/now/v1/attachment?") == true)
        #expect(try client.ask(.get, target + "&sysparm_suppress_pagination_header=true").headers["Link"] == nil)
        #expect(try client.ask(.get, "/api/now/attachment?sysparm_offset=-1").status == 400)
    }

    @Test func multipartFormIsAccepted() throws {
        let client = try SandboxClient()
        let bytes: [UInt8] = [0, 13, 10, 45, 45, 255]
        func form(_ table: String = "incident", _ record: String, _ disposition: String = #"filename="ä"b.bin""#)
            -> [UInt8]
        {
            let head = """
                --x\r\nContent-Disposition: form-data; name="table_name"\r\n\r\n\(table)\r
                --x\r\nContent-Disposition: form-data; name="table_sys_id"\r\n\r\n\(record)\r
                --x\r\nContent-Disposition: form-data; name="uploadFile"; \(disposition)\r
                Content-Type: application/x-test\r\n\r\n
                """
            return Array(head.utf8) + bytes + Array("\r\n--x--\r\n".utf8)
        }
        let type: HeaderFields = ["Content-Type": "multipart/form-data; boundary=x"]
        let path = "/api/now/attachment/upload"
        let response = try client.send(.post, path, form("incident", incident, #"filename="ä b.bin""#), type)
        #expect(response.status == 201)
        let sysID = response.json["result"]?["sys_id"]?.scalarText ?? "none"
        let file = try client.ask(.get, "/api/now/attachment/\(sysID)/file")
        #expect(file.body == bytes && file.headers["Content-Type"] == "application/x-test")
        #expect(
            file.headers["Content-Disposition"]
                == "attachment; filename=\"__ b.bin\"; filename*=UTF-8''%C3%A4%20b.bin")
        let plain = file.headers["X-Attachment-Metadata"] ?? ""
        #expect(plain.contains(#""file_name":"\u00e4 b.bin""#) && plain.utf8.allSatisfy { (32...126).contains($0) })

        #expect(try client.send(.post, path, form("incident", "nosuch", "filename=a"), type).status == 404)
        #expect(try client.send(.post, path, form("nosuch", incident, "filename=a"), type).status == 404)
        #expect(try client.send(.post, path, form("incident", incident, "a=b"), type).status == 400)
        #expect(try client.send(.post, path, form("", incident, "filename=a"), type).status == 400)
        let broken = try client.send(.post, path, Array("--x\r\n".utf8), type)
        #expect(
            broken.text
                == #"""
                {"error":{"message":"Failed to create the attachment","detail":"The form cannot be read: the head of a \#
                part does not end within 8192 bytes"},"status":"failure"}
                """#)
        #expect(try client.send(.post, path, bytes, ["Content-Type": "application/json"]).status == 400)
        #expect(try client.send(.post, path, bytes, [:]).status == 400)
    }

    @Test func attachmentIsRemoved() throws {
        let client = try SandboxClient()
        let sysID = try attach(client)
        let path = "/api/now/attachment/" + sysID
        #expect(try client.ask(.delete, path).status == 204)
        for (method, path) in [(HTTPMethod.get, path), (.get, path + "/file"), (.delete, path)] {
            #expect(try client.ask(method, path).status == 404)
        }
        #expect(try client.count("sys_attachment_doc", "sys_attachment=" + sysID) == "0")
    }

    @Test func deletedRecordDeletesAttachments() throws {
        let client = try SandboxClient()
        let sysID = try attach(client)
        let other = try client.list("problem", "", "sys_id").first ?? ""
        let kept = try client.send(
            .post, target("a", table: "problem", record: other), [1], ["Content-Type": "text/plain"])
        let keptID = kept.json["result"]?["sys_id"]?.scalarText ?? ""
        #expect(try client.ask(.delete, "/api/now/table/incident/" + incident).status == 204)
        #expect(try client.count("sys_attachment", "sys_id=" + sysID) == "0")
        #expect(try client.count("sys_attachment_doc", "sys_attachment=" + sysID) == "0")
        #expect(try client.ask(.delete, "/api/now/table/sys_attachment/" + keptID).status == 204)
        #expect(try client.count("sys_attachment_doc", "sys_attachment=" + keptID) == "0")
    }

    /// Attachments of records that a user may not read are not found; he may not add or remove attachments of records
    /// that he may not write.
    @Test func accessFollowsTheRecord() throws {
        var client = try SandboxClient()
        let user = try client.list("sys_user", "user_name=abel.tuter", "sys_id").first ?? ""
        let journal = try client.list("sys_journal_field", "", "sys_id").first ?? ""
        var ids: [String] = []
        for (table, record) in [("sys_user", user), ("sys_journal_field", journal)] {
            let response = try client.send(
                .post, target("secret", table: table, record: record), [1], ["Content-Type": "text/plain"])
            ids.append(response.json["result"]?["sys_id"]?.scalarText ?? "none")
        }
        client.user = "abel.tuter:password"
        #expect(try client.ask(.get, "/api/now/attachment/" + ids[0]).status == 200)
        #expect(try client.ask(.get, "/api/now/attachment/\(ids[1])").status == 404)
        #expect(try client.ask(.get, "/api/now/attachment/\(ids[1])/file").status == 404)
        #expect(try client.ask(.get, "/api/now/attachment/\(journal)/secret/file").status == 404)
        let list = try client.ask(.get, "/api/now/attachment?file_name=secret")
        #expect(SandboxClient.elements(list.json["result"] ?? .null).map { $0["sys_id"]?.scalarText } == [ids[0]])
        #expect(list.headers["X-Total-Count"] == "2")
        #expect(try client.ask(.delete, "/api/now/attachment/" + ids[0]).status == 403)
        let added = try client.send(
            .post, target("a", table: "sys_user", record: user), [1], ["Content-Type": "text/plain"])
        #expect(added.status == 403)
        #expect(
            added.text
                == #"""
                {"error":{"message":"Operation Failed","detail":"ACL Exception Insert Failed due to security \#
                constraints"},"status":"failure"}
                """#)
        client.user = nil
        #expect(try client.ask(.get, "/api/now/attachment/\(ids[0])/file").status == 401)
    }

    @Test func seedAttachmentsMatchMetadata() throws {
        let client = try SandboxClient()
        let list = try client.ask(.get, "/api/now/attachment")
        let files = SandboxClient.elements(list.json["result"] ?? .null)
        #expect(!files.isEmpty && String(files.count) == list.headers["X-Total-Count"])
        for file in files {
            let sysID = file["sys_id"]?.scalarText ?? ""
            let answer = try client.ask(.get, "/api/now/attachment/\(sysID)/file")
            #expect(answer.status == 200 && answer.headers["Content-Type"] == file["content_type"]?.scalarText)
            #expect(file["size_bytes"]?.scalarText == String(answer.body.count))
            #expect(file["hash"]?.scalarText == SHA256.hex(answer.body))
        }
    }

    // Names, types and targets of uploaded files.

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
