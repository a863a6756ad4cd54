import ExchangeModel
import GraphQLCommands
import Pages
import Recipes
import Sandbox
import SandboxCommands
import Synchronization
import Tables
import Testing
import Workbench

/// The requests that navigating pages costs, and the report when the session ends.
@Suite struct PageSessionTests {
    @Test func expiredSessionIsReportedAndPageOpens() async throws {
        let stage = try PageInstance()
        let harness = try ShellHarness(try TestMachine(instance: stage), width: 80)
        let printed = await harness.transcript(of: ["page open home.do > home.txt"])
        stage.clock.move(seconds: 61)
        let more = await harness.transcript(of: [
            "page follow 3 > list.txt", "page back | head -n 2",
        ])
        #expect(
            printed + more == """
                > page open home.do > home.txt
                > page follow 3 > list.txt
                ! The session at sandbox had ended; signed in again.
                > page back | head -n 2
                Home | Sandbox
                http://sandbox.localhost/home.do

                """)
        #expect(stage.pages == ["GET /home.do", "GET /incident_list.do", "GET /incident_list.do", "GET /home.do"])
        try await harness.closeAndReplay()
    }

    @Test func formAfterSessionEndIsShownAgainWithWhatWasTyped() async throws {
        let stage = try PageInstance()
        let harness = try ShellHarness(try TestMachine(instance: stage), width: 80)
        _ = await harness.transcript(of: ["page open incident INC0010021 > form.txt"])
        stage.clock.move(seconds: 61)
        let printed = await harness.transcript(of: [
            #"page form urgency=High short_description="on fire" --submit --button Update > form.txt"#,
            "page find fire -C 0", "page find 'not sent' -C 0", "page form --plan",
            "page form --submit --button Update > saved.txt",
            "table get incident INC0010021 -f short_description,urgency",
        ])
        for text in [
            """
            ! error: The form was not sent: the session at sandbox had ended. Nothing was changed.
            ! hint: page form --submit --button Update sends what is shown above.
            ? exit 3
            > page find fire -C 0

            """, "Short description *  [on fire ",
            "Not sent: the session had ended. This is the form with what was typed.",
            """
            !   incident.urgency: 2 - Medium becomes 1 - High
            !   incident.short_description: my computer doesn't work becomes on fire

            """,
            """
            short_description  on fire
            urgency            1 - High

            """,
        ] { #expect(printed.contains(text), "\(printed)") }
        #expect(stage.pages.count { $0 == "POST /incident.do" } == 2)
        try await harness.closeAndReplay()
    }

    @Test(arguments: [
        ("page open incident.do?sys_id=061c92d26f030200d7aecd9c5d3ee4f8", 1, 0), ("page open KB0010001", 1, 0),
        ("page open incident", 1, 0), ("page open incident -q active=true", 1, 0),
        ("page open INC0010021", 1, 1), ("page open incident INC0010021", 1, 1),
        ("page open incident 061c92d26f030200d7aecd9c5d3ee4f8", 1, 0), ("page open https://evil.example/", 0, 0),
        ("page open INC9999999", 0, 1), ("page theme", 0, 0), ("page preload --show", 0, 0),
    ])
    func pageAndRecordAreRequestedOnce(_ line: String, pages: Int, records: Int) async throws {
        let stage = try PageInstance()
        let harness = try ShellHarness(try TestMachine(instance: stage))
        _ = await harness.session.run(line)
        try await harness.session.close()
        #expect(stage.pages.count == pages, "\(stage.wire)")
        #expect(stage.wire.count { $0.contains(" /api/now/table/") } == records, "\(stage.wire)")
    }

    @Test func formSendsNamedFile() async throws {
        let stage = try PageInstance()
        stage.answer { request in
            guard request.url.path == "/upload.do" else { return nil }
            let page =
                request.method == .post
                ? "<title>Taken</title>"
                : """
                <title>Upload</title><form method=post enctype=multipart/form-data>
                <input type=file name=attachFile><input name=note><button name=ok value=1>Upload</button></form>
                """
            return HTTPResponse(status: 200, headers: ["Content-Type": "text/html"], body: Array(page.utf8))
        }
        let machine = try TestMachine(instance: stage)
        machine.folder.write([0x00, 0xFF, 0x0A], to: "shot.png")
        let harness = try ShellHarness(machine)
        let printed = await harness.transcript(of: [
            "page open upload.do > form.txt", "page form attachFile=shot.png --submit",
            "page form note=x attachFile=@shot.png",
            "page form note=x attachFile=@shot.png --submit | head -n 1",
        ])
        #expect(
            printed == """
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
        let sent = try #require(stage.posted)
        #expect(sent.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        let bytes = try #require(sent.body)
        let body = String(decoding: bytes, as: UTF8.self)
        #expect(body.contains("name=\"attachFile\"; filename=\"shot.png\"\r\nContent-Type: image/png\r\n\r\n\0"))
        #expect(bytes.contains(0xFF))
        try await harness.closeAndReplay()
    }
}

/// The sandbox with a movable clock and sessions of one minute, and a log of requests.
private final class PageInstance: ImmediateTransport {
    final class ManualClock: Clock {
        private let time = Mutex(Timestamp(seconds: 1_767_225_600))
        var now: Timestamp { time.withLock { $0 } }
        func sleep(microseconds: Int64) async throws {}
        func move(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    }

    let clock = ManualClock()
    private let sandbox: SandboxInstance
    private let state = Mutex<(requests: [HTTPRequest], override: (@Sendable (HTTPRequest) -> HTTPResponse?)?)>(
        ([], nil))

    init() throws {
        var options = SandboxOptions(clock: clock)
        options.sessionLifetime = 60
        sandbox = try SandboxInstance(options)
    }

    /// Method and path of every request.
    var wire: [String] { state.withLock { $0.requests.map { "\($0.method) \($0.url.path)" } } }
    /// The requests for pages.
    var pages: [String] { wire.filter { $0.contains(".do") && !$0.contains("oauth_token") } }
    /// The last POST request.
    var posted: HTTPRequest? { state.withLock { $0.requests.last { $0.method == .post } } }

    func answer(_ override: @escaping @Sendable (HTTPRequest) -> HTTPResponse?) {
        state.withLock { $0.override = override }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let override = state.withLock { state in
            state.requests.append(request)
            return state.override
        }
        return override?(request) ?? sandbox.answer(request)
    }
}
