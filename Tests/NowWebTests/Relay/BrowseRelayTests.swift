import ExchangeModel
import Notation
import NowSDK
import NowWeb
import Synchronization
import TapeDeck
import TestSupport
import Testing

struct BrowseRelayTests {
    private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]

    @Test func relayedRequestIsRebuilt() async throws {
        let fixture = try RelayFixture([HTTPResponse](repeating: RelayFixture.page("x"), count: 4))
        let noise: HeaderFields = [
            "Accept": "text/html,image/avif", "Accept-Language": "de", "If-None-Match": "\"a\"", "Referer": "http://x/",
            "User-Agent": "Browser", "Range": "bytes=0-1", "Authorization": "Basic eDp5", "X-UserToken": "abc",
            "X-HTTP-Method-Override": "DELETE", "X-Requested-With": "XMLHttpRequest",
        ]
        for (target, dest) in [
            ("/a.do?b=%20", "document"), ("/a.png", "image"), ("/api/now/x", "empty"), ("/x", "empty"),
        ] {
            _ = try await fixture.relay.send(try RelayFixture.request(target, dest: dest, headers: noise))
        }
        expectEqual(
            fixture.instance.requests.map { request in
                "\(request.method) \(request.url) \(request.headers.map { "\($0.name)=\($0.value)" }.sorted())"
            },
            [
                "GET https://dev.service-now.com/a.do?b=%20 [\"Accept=\(PageClient.accept)\", \"X-Requested-With=XMLHttpRequest\", \"X-UserToken=abc\"]",
                "GET https://dev.service-now.com/a.png [\"Accept=*/*\", \"X-Requested-With=XMLHttpRequest\", \"X-UserToken=abc\"]",
                "GET https://dev.service-now.com/api/now/x [\"Accept=text/html,image/avif\", \"X-Requested-With=XMLHttpRequest\"]",
                "GET https://dev.service-now.com/x [\"Accept=text/html,image/avif\", \"X-Requested-With=XMLHttpRequest\", \"X-UserToken=abc\"]",
            ])
        #expect(fixture.instance.requests.allSatisfy { !$0.followsRedirects })
        expectEqual(fixture.relay.counts.requests, 4)
        expectEqual(fixture.relay.counts.pages, 1)
    }

    @Test func changesNeedPermission() async throws {
        let body = Array("a=b&sysparm_ck=0123&u_password=x".utf8)
        let closed = try RelayFixture()
        for method in [HTTPMethod.post, .put, .patch, .delete] {
            let request = try RelayFixture.request("/incident.do", method, headers: Self.form, body: body)
            let answer = try await closed.relay.send(request)
            expectEqual(answer.status, 403)
            #expect(answer.text.contains("--allow-writes dev"))
        }
        #expect(closed.instance.requests.isEmpty)
        expectEqual(closed.relay.counts.refused, 4)
        let open = try RelayFixture(
            [HTTPResponse(status: 302, headers: ["Location": "https://dev.service-now.com/b.do"])], mayWrite: true)
        let answer = try await open.relay.send(
            try RelayFixture.request(
                "/incident.do", .post,
                headers: HeaderFields(
                    Self.form + [HeaderField("Referer", RelayFixture.origin + "/incident.do?sys_id=1")]),
                body: body))
        expectEqual(answer.headers["Location"], "/b.do")
        expectEqual(open.instance.requests.map(\.body), [body])
        // Its recording contains no secret.
        expectEqual(open.kept.map(\.json)[0]["body"], "a=b&sysparm_ck=REDACTED&u_password=REDACTED")
    }

    @Test(arguments: [
        ("/b.do?c#d", "/b.do?c#d"), ("b.do", "/b.do"), ("https://dev.service-now.com", "/"),
        ("//dev.service-now.com/x", "/x"), ("https://dev.service-now.com//evil.example/", "/.//evil.example/"),
        ("https://other.example/?a=<b>", nil), ("//other.example/", nil), ("javascript:alert(1)", nil),
        ("http://dev.service-now.com/", nil), ("", "/a.do"),
        ("/\\evil.example/", "/./\\evil.example/"), ("https://dev.service-now.com/\\evil.example", "/./\\evil.example"),
        ("//\u{FE0F}evil.example/", nil), ("https://dev.service-now.com//\u{FE0F}e.example", "/.//\u{FE0F}e.example"),
    ])
    func redirectsStayOnRelay(location: String, wanted: String?) async throws {
        let fixture = try RelayFixture([HTTPResponse(status: 302, headers: ["Location": location])])
        let answer = try await fixture.relay.send(try RelayFixture.request("/a.do"))
        expectEqual(answer.headers["Location"], wanted)
        if wanted == nil {
            expectEqual(answer.status, 403)
            #expect(answer.text.contains("another host"))
            #expect(!answer.text.contains("<b>"))
        }
    }

    @Test func sessionCookiesStayOnRelay() async throws {
        let page = RelayFixture.page(
            "x",
            [
                "Set-Cookie": "JSESSIONID=1", "Strict-Transport-Security": "max-age=1", "WWW-Authenticate": "Basic",
                "X-Frame-Options": "DENY", "Cache-Control": "public, max-age=9", "Link": "<https://x>; rel=preload",
                "Content-Security-Policy": "default-src 'self' https://dev.service-now.com/; script-src 'nonce-a' "
                    + "https://cdn.example; report-uri https://r.example; upgrade-insecure-requests",
                "X-Is-Logged-In": "true", "X-DNS-Prefetch-Control": "on", "Access-Control-Allow-Origin": "*",
            ])
        let fixture = try RelayFixture([page, page])
        let own = """
            Content-Security-Policy: default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; object-src 'none'; \
            base-uri 'self'; form-action 'self'; frame-ancestors 'self'; webrtc 'block'
            """
        func lines(_ dest: String) async throws -> [String] {
            try await fixture.relay.send(try RelayFixture.request("/a.do", dest: dest)).headers.map {
                "\($0.name): \($0.value)"
            }
        }
        func wanted(_ cache: String) -> [String] {
            [
                "Content-Type: text/html; charset=UTF-8", "X-Is-Logged-In: true", "Cache-Control: \(cache)", own,
                "Content-Security-Policy: script-src 'nonce-a' https://cdn.example", "X-Frame-Options: DENY",
                "Referrer-Policy: same-origin", "Cross-Origin-Opener-Policy: same-origin",
                "Cross-Origin-Resource-Policy: same-origin", "X-DNS-Prefetch-Control: off",
            ]
        }
        try await expectEqual(lines("document"), wanted("no-store"))
        try await expectEqual(lines("style"), wanted("public, max-age=9"))
    }

    @Test func unsupportedContentIsReported() async throws {
        let failure = TransportFailure(.connect, "Nobody <answers>.")
        let fixture = try RelayFixture(failures: [failure])
        let failed = try await fixture.relay.send(try RelayFixture.request("/a.do"))
        expectEqual(failed.status, 502)
        #expect(failed.text.contains("Nobody &lt;answers&gt;."))
        let out = try await fixture.relay.send(try RelayFixture.request("/logout.do"))
        expectEqual(out.status, 403)
        let frame = "/now/nav/ui/classic/params/target/incident.do%3Fsys_id%3D1"
        #expect(
            try await fixture.relay.send(try RelayFixture.request(frame)).text.contains(
                "href=\"/incident.do?sys_id=1\""))
        for target in [
            "/now/sow/home", "/now/nav/ui/classic/params/target/%2F%2Fevil.example",
            "/now/nav/ui/classic/params/target/%5C%5Cevil.example",
        ] {
            #expect(try await fixture.relay.send(try RelayFixture.request(target)).text.contains("href=\"/home.do\""))
        }
        expectEqual(fixture.instance.requests.count, 1)
    }

    @Test func visitRoundTrips() throws {
        let visits = [
            RelayRequest(.get, "/a.do?b", .document),
            RelayRequest(.post, "/x", .data, headers: ["Content-Type": "text/plain"], body: [0xFF, 0x00]),
            RelayRequest(.post, "/x", .data, headers: ["Content-Type": "text/plain"], body: Array("é".utf8)),
        ]
        for visit in visits { expectEqual(RelayRequest(visit.json), visit) }
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "a=1&user_password=planted", "a=1&user_password=REDACTED"),
        ("Application/X-WWW-Form-Urlencoded; charset=UTF-8", "sysparm_ck=planted", "sysparm_ck=REDACTED"),
        (
            "multipart/form-data; boundary=b",
            "--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\nplanted\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\u{1}\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"api_key\"\r\n\r\nREDACTED\r\n--b\r\n"
                + "Content-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\u{1}\r\n--b--\r\n"
        ),
        ("multipart/form-data; boundary=b", "--b\r\nplanted", "REDACTED"),
    ])
    func browserFormsAreRecordedWithoutSecrets(type: String, body: String, kept: String) {
        let visit = RelayRequest(.post, "/x.do", .document, headers: ["Content-Type": type], body: Array(body.utf8))
        expectEqual(visit.json["body"]?.scalarText, kept)
    }

    @Test func invalidVisitIsRejected() throws {
        for text in [
            "{}", #"{"method":"GET","target":"evil","kind":"data"}"#, #"{"method":"GET","target":"/","kind":"?"}"#,
        ] {
            expectEqual(RelayRequest(JSON(try JSONDocument(text).root)), nil)
        }
    }
}

/// A relay with fixed randomness in front of an instance that responds from a list.
struct RelayFixture {
    static let key = RelayKey { count in (0..<count).map { UInt8($0) } }
    static let word = "000102030405060708090a0b0c0d0e0f"
    static let origin = "http://\(word).localhost:4711"
    static let pass = "snowdeck=\(word)"

    let instance: ScriptedTransport
    let relay: BrowseRelay
    private let visits: VisitLog

    final class VisitLog: Sendable {
        let all = Mutex<[RelayRequest]>([])
    }

    init(
        _ answers: [HTTPResponse] = [], mayWrite: Bool = false, sheet: String = "",
        failures: [TransportFailure] = []
    ) throws {
        let visits = VisitLog()
        self.visits = visits
        instance = ScriptedTransport(answers.map { .success($0) } + failures.map { .failure($0) })
        relay = BrowseRelay(
            instance: try Instance("https://dev.service-now.com"), key: Self.key, sheet: sheet, mayWrite: mayWrite,
            name: "dev", isSafe: Safety.isSafe, next: instance,
            keep: { visit in visits.all.withLock { $0.append(visit) } })
    }

    /// The events of the relay, in order.
    var kept: [RelayRequest] { visits.all.withLock { $0 } }

    /// A request of the authorized browser.
    static func request(
        _ target: String, _ method: HTTPMethod = .get, dest: String? = "document", headers: HeaderFields = [:],
        body: [UInt8]? = nil
    ) throws -> HTTPRequest {
        var lines: HeaderFields = ["Host": "\(word).localhost:4711", "Cookie": pass]
        if let dest { lines.append("Sec-Fetch-Dest", dest) }
        for field in headers { lines.append(field.name, field.value) }
        guard let url = HTTPURL(origin + target) else { throw TransportFailure(.invalidRequest, target) }
        return HTTPRequest(method, url, headers: lines, body: body)
    }

    static func page(_ text: String, _ headers: HeaderFields = [:]) -> HTTPResponse {
        var lines: HeaderFields = ["Content-Type": "text/html; charset=UTF-8"]
        for field in headers { lines.append(field.name, field.value) }
        return HTTPResponse(status: 200, headers: lines, body: Array(text.utf8))
    }
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}
