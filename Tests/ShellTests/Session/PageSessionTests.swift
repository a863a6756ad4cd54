import ExchangeModel
import Sandbox
import TestSupport
import Testing
import Workbench

/// The requests that navigating pages costs, and files in forms.
struct PageSessionTests {
    private static let lines = [
        ("page open incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8", 1, 0), ("page open KB0010001", 1, 0),
        ("page open incident", 1, 0), ("page open incident -q active=true", 1, 0),
        ("page open INC0010021", 1, 1), ("page open incident INC0010021", 1, 1),
        ("page open incident 061c92d26f030200d7aecd9c5d3ee4f8", 1, 0), ("page open https://evil.example/", 0, 0),
        ("page open INC9999999", 0, 1), ("page theme", 0, 0), ("page preload --show", 0, 0),
    ]

    /// Each in a session of its own; the instance is the same.
    @Test func pageAndRecordAreRequestedOnce() async throws {
        let instance = StagedInstance(TestSandbox())
        for (line, pages, records) in Self.lines {
            let before = instance.requests.count
            _ = await (try ShellHarness(try TestMachine(instance: instance))).session.run(line)
            let paths = instance.requests.dropFirst(before).map(\.url.path)
            expectEqual(paths.count { $0.contains(".do") && !$0.contains("oauth_token") }, pages, "\(line): \(paths)")
            expectEqual(paths.count { $0.contains("/api/now/table/") }, records, "\(line): \(paths)")
        }
    }

    @Test func formSendsNamedFile() async throws {
        let page =
            "<title>Upload</title><form method=post enctype=multipart/form-data><input type=file name=attachFile>"
            + "<input name=note><button name=ok value=1>Upload</button></form>"
        let stage = StagedInstance(
            TestSandbox(),
            [
                try .init("GET /upload.do 200 text/html " + page),
                try .init("POST /upload.do 200 text/html <title>Taken</title>"),
            ])
        let machine = try TestMachine(instance: stage)
        machine.folder.write([0x00, 0xFF, 0x0A], to: "shot.png")
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "page open upload.do > form.txt", "page form attachFile=shot.png --submit",
            "page form note=x attachFile=@shot.png",
            "page form note=x attachFile=@shot.png --submit | head -n 1",
        ])
        expectEqual(
            printed,
            """
            > page open upload.do > form.txt
            > page form ‹attachFile›=shot.png --submit
            ! error: attachFile takes a file. Nothing was sent.
            ! hint: attachFile=@FILE
            ? exit 2
            > page form note=x attachFile=@shot.png
            field       value               note
            attachFile  shot.png (3 bytes)  changed
            note        x                   changed
            ok          1
            ! Nothing was sent; --submit sends it (POST /upload.do).
            > page form note=x attachFile=@shot.png --submit | head -n 1
            Taken

            """)
        let sent = try #require(stage.requests.last { $0.method == .post })
        expectEqual(sent.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary="), true)
        let bytes = try #require(sent.body)
        let body = String(decoding: bytes, as: UTF8.self)
        #expect(body.contains("name=\"attachFile\"; filename=\"shot.png\"\r\nContent-Type: image/png\r\n\r\n\0"))
        #expect(bytes.contains(0xFF))
        try await harness.closeAndReplay()
    }
}
