import ExchangeModel
import Notation
import Sandbox
import TestSupport
import Testing

struct AttachmentTests {
    private let incident = "061c92d26f030200d7aecd9c5d3ee4f8"

    private func target(_ name: String) -> String {
        let file = PercentCoding.encode(name)
        return "/api/now/attachment/file?table_name=incident&table_sys_id=\(incident)&file_name=\(file)"
    }

    @Test func fileRoundTrips() throws {
        let client = try SandboxClient()
        let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let posted = try client.send(.post, target("photo 1.png"), bytes, ["Content-Type": "image/png"])
        let sysID = posted.json["result"]?["sys_id"]?.scalarText ?? "none"
        expectEqual(posted.status, 201)
        expectEqual(posted.headers["Location"], "http://sandbox.localhost/api/now/attachment/\(sysID)/file")
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
        expectEqual(posted.text, #"{"result":"# + pending + "}")
        try expectEqual(client.get("/api/now/attachment/" + sysID), #"{"result":"# + metadata + "}")

        let file = try client.ask(.get, "/api/now/attachment/\(sysID)/file", headers: ["Accept": "image/*"])
        expectEqual(file.body, bytes)
        expectEqual(
            file.headers.map { $0.name + ": " + $0.value }.filter { !$0.hasPrefix("Set-Cookie") },
            [
                "Server-Timing: sem_wait;dur=0, sesh_wait;dur=0", "X-Is-Logged-In: true",
                "X-Transaction-ID: " + (file.headers["X-Transaction-ID"] ?? ""),
                #"Content-Disposition: attachment; filename="photo 1.png""#,
                "X-Content-Type-Options: nosniff", "Pragma: no-store,no-cache",
                "Cache-Control: no-cache,no-store,must-revalidate,max-age=-1", "Expires: 0", "Content-Type: image/png",
                "Date: Thu, 01 Jan 2026 00:00:00 GMT", "Server: ServiceNow",
            ])
        try expectEqual(client.ask(.get, "/api/now/attachment/\(incident)/photo%201.png/file").body, bytes)
        let head = try client.ask(.head, "/api/now/attachment/\(sysID)/file")
        #expect(head.body == [] && head.headers["Content-Length"] == "2000000")
        let pieces = try client.list("sys_attachment_doc", "sys_attachment=\(sysID)^ORDERBYposition", "length")
        expectEqual(pieces, ["700000", "700000", "600000"])
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
        expectEqual(response.status, 201)
        let sysID = response.json["result"]?["sys_id"]?.scalarText ?? "none"
        let file = try client.ask(.get, "/api/now/attachment/\(sysID)/file")
        #expect(file.body == bytes && file.headers["Content-Type"] == "application/x-test")
        expectEqual(
            file.headers["Content-Disposition"],
            "attachment; filename=\"__ b.bin\"; filename*=UTF-8''%C3%A4%20b.bin")

        try expectEqual(client.send(.post, path, form("incident", "nosuch", "filename=a"), type).status, 404)
        try expectEqual(client.send(.post, path, form("nosuch", incident, "filename=a"), type).status, 404)
        try expectEqual(client.send(.post, path, form("incident", incident, "a=b"), type).status, 400)
        try expectEqual(client.send(.post, path, form("", incident, "filename=a"), type).status, 400)
        let broken = try client.send(.post, path, Array("--x\r\n".utf8), type)
        expectEqual(
            broken.text,
            #"""
            {"error":{"message":"Failed to create the attachment","detail":"The form cannot be read: the head of a \#
            part does not end within 8192 bytes"},"status":"failure"}
            """#)
        try expectEqual(client.send(.post, path, bytes, ["Content-Type": "application/json"]).status, 400)
        try expectEqual(client.send(.post, path, bytes, [:]).status, 400)
    }

    @Test func seedAttachmentsMatchMetadata() throws {
        let client = try SandboxClient.reading()
        let list = try client.ask(.get, "/api/now/attachment")
        let files = SandboxClient.elements(list.json["result"] ?? .null)
        #expect(!files.isEmpty && String(files.count) == list.headers["X-Total-Count"])
        for file in files {
            let sysID = file["sys_id"]?.scalarText ?? ""
            let answer = try client.ask(.get, "/api/now/attachment/\(sysID)/file")
            #expect(answer.status == 200 && answer.headers["Content-Type"] == file["content_type"]?.scalarText)
            expectEqual(file["size_bytes"]?.scalarText, String(answer.body.count))
            expectEqual(file["hash"]?.scalarText, SHA256.hex(answer.body))
        }
    }

    @Test func contentTypeMustBeValid() throws {
        let client = try SandboxClient()
        for type in [
            "", "text", "text/", "/plain", "a b/c", "text/plain\r\nX: y", "text/plain; a=\"\n\"", "text/plain; a",
            "tëxt/plain",
        ] {
            let response = try client.send(.post, target("a"), [1], type.isEmpty ? [:] : ["Content-Type": type])
            #expect(response.status == 400 && response.json["error"]?["message"] == "Failed to create the attachment")
        }
    }
}
