import CassetteStore
import ExchangeModel
import Synchronization
import TestSupport
import Testing

@testable import TapeDeck

/// What a recording proxy sends, what it refuses and what its clients receive.
struct RecordingProxyTests {
    private static let instance = HTTPURL(scheme: "https", host: "dev1.service-now.com")

    /// A proxy over a scripted instance.
    private struct Setup {
        let folder = TemporaryFolder()
        let recording: Recording
        let journal = ServedJournal()
        let proxy: RecordingProxy
        let control: RecordingControl

        init(_ responses: [HTTPResponse], mayWrite: Bool = false) {
            recording = Recording(at: folder.tape, responses.map { .success($0) })
            proxy = RecordingProxy(
                recording.deck,
                RecordingProxy.Options(
                    RecordingProxy.Target(origin: RecordingProxyTests.instance, name: "dev1", mayWrite: mayWrite),
                    limits: RequestLimits(seconds: 9, body: 1000),
                    isSignIn: { $0.url.path == "/oauth_token.do" }, notify: { _ in }),
                journal: journal)
            control = RecordingControl(proxy, journal, instance: "dev1", tape: "t.cassette")
        }

        func ask(
            _ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], at origin: String,
            body: String? = nil
        ) async throws -> HTTPResponse {
            let url = try #require(HTTPURL(origin + target))
            return try await proxy.port().send(
                HTTPRequest(method, url, headers: headers, body: body.map { Array($0.utf8) }))
        }
    }

    private static let front = "http://127.0.0.1:8080"

    @Test func requestIsSentWithoutFieldsOfTheConnection() async throws {
        let setup = Setup([.json("{}")])
        _ = try await setup.ask(
            .get, "/api/now/table/incident?sysparm_limit=1",
            [
                "Accept": "application/json", "Accept-Encoding": "br", "Authorization": "Basic amFuZTpzZWNyZXQ=",
                "Origin": Self.front, "Referer": Self.front + "/list", "X-Snowdeck-Client": "a", "TE": "trailers",
                "Expect": "100-continue", "Upgrade": "h2c", "X-Own": "1",
            ], at: Self.front)
        let sent = try #require(setup.recording.script.requests.first)
        expectEqual(sent.url.description, "https://dev1.service-now.com/api/now/table/incident?sysparm_limit=1")
        expectEqual(
            sent.headers,
            [
                "Accept": "application/json", "Authorization": "Basic amFuZTpzZWNyZXQ=",
                "Origin": "https://dev1.service-now.com", "Referer": "https://dev1.service-now.com/list", "X-Own": "1",
            ])
        expectEqual(sent.principal, "jane")
        expectEqual(sent.limits, RequestLimits(seconds: 9, body: 1000))
    }

    @Test func responseHasTheAddressesOfTheProxy() async throws {
        let recorded = HTTPResponse(
            status: 302,
            headers: [
                "Location": "https://dev1.service-now.com/nav_to.do?a=b#top", "Strict-Transport-Security": "max-age=1",
                "Set-Cookie": "a=1; Path=/; Domain=.service-now.com; Secure; HttpOnly",
                "Set-Cookie": "b=2; SameSite=None; Secure",
                "Link": "<https://dev1.service-now.com/api/x?o=1>;rel=\"next\",<https://else.example/>;rel=\"x\"",
                "Access-Control-Allow-Origin": "https://dev1.service-now.com", "Content-Type": "application/json",
            ], body: Array(#"{"link":"https://dev1.service-now.com/api/1"}"#.utf8))
        let setup = Setup([recorded])
        let answer = try await setup.ask(.get, "/x", at: Self.front)
        expectEqual(
            answer.headers,
            [
                "Location": "http://127.0.0.1:8080/nav_to.do?a=b#top", "Set-Cookie": "a=1; Path=/; HttpOnly",
                "Set-Cookie": "b=2",
                "Link": "<http://127.0.0.1:8080/api/x?o=1>;rel=\"next\",<https://else.example/>;rel=\"x\"",
                "Access-Control-Allow-Origin": Self.front, "Content-Type": "application/json",
            ])
        expectEqual(answer.text, #"{"link":"http://127.0.0.1:8080/api/1"}"#)
        try setup.recording.deck.close()
        let tape = try Cassette.playing(at: setup.folder.tape)
        guard case .response(let kept)? = try tape.answer(1) else {
            Issue.record("There is no answer.")
            return
        }
        expectEqual(kept.body, recorded.body)
        expectEqual(kept.headers["Location"], "https://dev1.service-now.com/nav_to.do?a=b#top")
    }

    @Test func changesNeedPermission() async throws {
        let setup = Setup([.json("{}"), .json("{}")])
        for (method, target) in [
            (HTTPMethod.delete, "/api/now/table/incident/1"), (.delete, "/api/now/table/incident/1?id=login"),
            (.post, "/api/now/table/incident?id=login"), (.post, "/x/oauth_token.do"), (.post, "/oauth_token.do"),
        ] {
            let answer = try await setup.ask(method, target, at: Self.front)
            expectEqual(answer.status, 403)
            #expect(answer.text.contains("need snowdeck serve record --allow-writes dev1."), "\(target)")
        }
        #expect(setup.recording.script.requests.isEmpty)
        try await expectEqual(setup.ask(.options, "/api/now/table/incident", at: Self.front).status, 200)
        expectEqual(setup.proxy.counts, RecordingProxy.Counts(recorded: 1, rejected: 5))
        let allowed = Setup([.json("{}"), .json("{}")], mayWrite: true)
        try await expectEqual(allowed.ask(.post, "/oauth_token.do", at: Self.front, body: "grant_type=x").status, 200)
        // A client's sign-in is outside of epochs, as a replay expects it.
        expectEqual(allowed.recording.script.requests.first?.purpose, .signIn)
        try await expectEqual(allowed.ask(.delete, "/api/now/table/incident/1", at: Self.front).status, 200)
    }

    @Test func webSocketIsRefused() async throws {
        let setup = Setup([])
        let answer = try await setup.ask(.get, "/amb", ["Upgrade": "WebSocket"], at: Self.front)
        expectEqual(answer.status, 501)
        #expect(answer.text.contains("WebSockets are not recorded"))
    }

    @Test func compressedRequestIsRefused() async throws {
        let setup = Setup([.json("{}")], mayWrite: true)
        let target = "/api/now/table/incident"
        let answer = try await setup.ask(.post, target, ["Content-Encoding": "gzip"], at: Self.front, body: "x")
        expectEqual(answer.status, 415)
        #expect(answer.text.contains("its body is compressed (gzip), so its secrets cannot be found."))
        let plain = try await setup.ask(.post, target, ["Content-Encoding": "identity"], at: Self.front, body: "x")
        expectEqual(plain.status, 200)
    }

    @Test func controlReportsRequestsWithoutSecrets() async throws {
        let setup = Setup([.json("{}")])
        _ = try await setup.ask(
            .get, "/x?access_token=0123456789abcdef0123456789abcdef", ["X-Snowdeck-Client": "me"], at: Self.front)
        _ = try await setup.ask(.delete, "/x", at: Self.front)
        func control(_ target: String, _ method: HTTPMethod = .get) throws -> HTTPResponse {
            setup.control.answer(HTTPRequest(method, try #require(HTTPURL("http://127.0.0.1:9" + target))))
        }
        let journal = try control("/journal").text.split(separator: "\n")
        expectEqual(journal.count, 2)
        #expect(journal[0].hasPrefix(#"{"sequence":1,"client":"me","method":"GET","target":"/x?access_token="#))
        #expect(journal[0].hasSuffix(#","status":200,"exchange":1,"miss":null}"#))
        #expect(!journal[0].contains("0123456789abcdef"))
        #expect(journal[1].hasSuffix(#""status":403,"exchange":null,"miss":null}"#))
        try expectEqual(control("/journal?client=me").text.split(separator: "\n").count, 1)
        let status = try control("/status").text
        #expect(status.contains("\"recorded\": 1"))
        #expect(status.contains("\"rejected\": 1"))
        try expectEqual(control("/status?client=a").status, 400)
        try expectEqual(control("/status", .post).status, 405)
        try expectEqual(control("/reset").status, 404)
    }
}
