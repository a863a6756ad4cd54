import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import NowWeb

struct RelayAccessTests {
    private static let word = RelayFixture.word

    /// Requests that are rejected, each with words of the error page: `METHOD URL > NAME: VALUE`. `COOKIE` is the
    /// browser's header field, `WORD` its secret.
    static let refused = """
        under no other name = GET http://127.0.0.1:4711/incident.do > COOKIE
        under no other name = GET http://evil.example:4711/incident.do > COOKIE
        Only the browser = GET /incident.do
        Only the browser = GET /incident.do > Cookie: snowdeck=0
        Only the browser = GET /incident.do > Cookie: other=WORD
        Only the browser = GET /incident.do > COOKIE0
        Only the browser = GET /WORD0/incident.do
        another site = GET /incident.do > COOKIE > Sec-Fetch-Site: cross-site
        another site = GET /incident.do > COOKIE > Sec-Fetch-Site: same-site
        another site = GET /incident.do > COOKIE > Origin: http://localhost:4711
        another site = GET /incident.do > COOKIE > Origin: http://WORD.localhost:1
        another site = GET /incident.do > COOKIE > Origin: null
        another site = GET /WORD/x > Sec-Fetch-Site: cross-site
        cannot do this = GET /incident.do > COOKIE > Upgrade: websocket
        cannot do this = GET /incident.do > COOKIE > Service-Worker: script
        cannot do this = OPTIONS /incident.do > COOKIE
        cannot do this = TRACE /incident.do > COOKIE
        cannot do this = POST /WORD/x
        """.split(separator: "\n").map(String.init)

    @Test(arguments: refused)
    func unauthorizedBrowserGetsNothing(line: String) async throws {
        let fixture = try RelayFixture([RelayFixture.page("secret")])
        let text = line.replacing("COOKIE", with: "Cookie: " + RelayFixture.pass).replacing("WORD", with: Self.word)
        let parts = text.split(separator: " = ", maxSplits: 1), fields = parts[1].split(separator: " > ")
        let request = fields[0].split(separator: " ").map(String.init)
        let url = try #require(HTTPURL(request[1].hasPrefix("/") ? RelayFixture.origin + request[1] : request[1]))
        let headers = fields.dropFirst().map { field in
            HeaderField(String(field.prefix { $0 != ":" }), String(field.drop { $0 != ":" }.dropFirst(2)))
        }
        let answer = try await fixture.relay.send(
            HTTPRequest(HTTPMethod(rawValue: request[0]), url, headers: HeaderFields(headers)))
        expectEqual(answer.status, 403)
        #expect(answer.text.contains(parts[0]), "\(answer.text)")
        expectEqual(answer.headers["Set-Cookie"], nil)
        #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control") })
        #expect(fixture.instance.requests.isEmpty)
        expectEqual(fixture.relay.counts.rejectedRequests, 1)
        #expect(fixture.kept.isEmpty)
    }

    @Test(arguments: [
        ("/incident.do?sys_id=1&x=%2F", "/incident.do?sys_id=1&x=%2F"), ("", "/"), ("/", "/"), ("?a=b", "/?a=b"),
        ("//evil.example/", "//evil.example/"),
    ])
    func firstVisitSetsCookieAndRedirects(path: String, target: String) async throws {
        let fixture = try RelayFixture()
        let url = try #require(HTTPURL(RelayFixture.origin + "/\(Self.word)\(path)"))
        let answer = try await fixture.relay.send(HTTPRequest(.get, url, headers: ["Sec-Fetch-Site": "none"]))
        expectEqual(answer.status, 303)
        expectEqual(
            answer.headers.map { "\($0.name): \($0.value)" },
            [
                "Location: \(RelayFixture.origin)\(target)",
                "Set-Cookie: snowdeck=\(Self.word); Path=/; HttpOnly; SameSite=Strict", "Cache-Control: no-store",
                "Referrer-Policy: no-referrer",
            ])
        #expect(answer.body.isEmpty)
        let again = try await fixture.relay.send(HTTPRequest(.get, url))
        expectEqual(again.status, 403)
        #expect(again.text.contains("works once"))
        let known = try await fixture.relay.send(HTTPRequest(.get, url, headers: ["Cookie": RelayFixture.pass]))
        expectEqual(known.status, 303)
    }

    /// The browser is opened with a file, whose navigation is another origin's: a strict cookie is not sent with its
    /// redirects.
    @Test func visitFromFileGoesOnByItself() async throws {
        let fixture = try RelayFixture()
        let url = try #require(HTTPURL(RelayFixture.origin + "/\(Self.word)/a.do?b=c&d"))
        let headers: HeaderFields = [
            "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document",
        ]
        let answer = try await fixture.relay.send(HTTPRequest(.get, url, headers: headers))
        #expect(answer.status == 200 && answer.headers["Location"] == nil)
        expectEqual(answer.headers["Set-Cookie"], "snowdeck=\(Self.word); Path=/; HttpOnly; SameSite=Strict")
        #expect(answer.text.contains("content=\"0;url=\(RelayFixture.origin)/a.do?b=c&amp;d\""))
        try await expectEqual(fixture.relay.send(HTTPRequest(.get, url, headers: headers)).status, 403)
        // Any other page is refused to another origin.
        let page = try #require(HTTPURL(RelayFixture.origin + "/a.do"))
        let known = headers.fields + [HeaderField("Cookie", RelayFixture.pass)]
        try await expectEqual(fixture.relay.send(HTTPRequest(.get, page, headers: HeaderFields(known))).status, 403)
    }

    @Test func urlIsRandom() {
        let key = RelayKey { count in [UInt8](repeating: 0xAB, count: count) }
        let word = String(repeating: "ab", count: 16)
        expectEqual(key.address(port: 81, target: "/x?y"), "http://\(word).localhost:81/\(word)/x?y")
    }
}

/// Attacks on the relay by a hostile instance or page.
struct RelayAttackTests {
    @Test(arguments: [
        "/logout.do", "/LogOut.DO", "/logout.do?x=1", "/logout%2Edo", "/%6Cogout.do", "//logout.do", "/./logout.do",
        "/a/../logout.do", "/logout.do/", "/logout.do;jsessionid=1", "/a%5Clogout.do", "/a%2Flogout.do",
    ])
    func signOutIsNotForwarded(target: String) async throws {
        let fixture = try RelayFixture([RelayFixture.page("gone")], mayWrite: true)
        for method in [HTTPMethod.get, .post] {
            let answer = try await fixture.relay.send(try RelayFixture.request(target, method))
            expectEqual(answer.status, 403)
            #expect(answer.text.contains("Still signed in"))
        }
        #expect(fixture.instance.requests.isEmpty)
    }

    @Test(arguments: ["/logout.do.do", "/xlogout.do", "/incident.do?x=/logout.do", "/logout.dox"])
    func otherPagesAreForwarded(target: String) async throws {
        let fixture = try RelayFixture([RelayFixture.page("here")])
        try await expectEqual(fixture.relay.send(try RelayFixture.request(target)).status, 200)
        expectEqual(fixture.instance.requests.count, 1)
    }

    @Test func methodOverrideIsIgnored() async throws {
        let fixture = try RelayFixture([HTTPResponse](repeating: RelayFixture.page("x"), count: 3))
        let names: HeaderFields = [
            "X-HTTP-Method-Override": "DELETE", "X-HTTP-Method": "PUT", "X-Method-Override": "PATCH",
        ]
        for target in ["/api/now/table/incident/1", "/a.do?_method=DELETE&sysparm_action=delete"] {
            _ = try await fixture.relay.send(try RelayFixture.request(target, dest: "empty", headers: names))
        }
        // Headers are not passed on; an address that asks for more than a read is refused.
        expectEqual(fixture.instance.requests.map(\.url.path), ["/api/now/table/incident/1"])
        #expect(
            fixture.instance.requests.allSatisfy { request in
                request.method == .get && !request.headers.contains(where: \.overridesRequest)
            })
        expectEqual(fixture.relay.counts.refused, 1)
    }

    @Test func invalidHeadersDoNotFailResponse() async throws {
        let odd = RelayFixture.page(
            "x",
            [
                "X-Tab": "a\tb", "X-Bell": "a\u{7}b", "X-Line": "a\r\nSet-Cookie: snowdeck=1", "X-a b": "c",
                "X-a:b": "c",
                "Content-Language": "de\r\n\r\n<script>",
            ])
        let fixture = try RelayFixture([odd])
        let answer = try await fixture.relay.send(try RelayFixture.request("/a.do"))
        expectEqual(answer.headers["X-Tab"], "a b")
        for field in answer.headers {
            #expect(field.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(field)")
            #expect(!["x-bell", "x-line", "x-a b", "x-a:b", "content-language"].contains(field.name.lowercased()))
        }
    }

    @Test func prefetchDoesNotConsumeAccessKey() async throws {
        let entrance = "/\(RelayFixture.word)/a.do"
        let fixture = try RelayFixture()
        func come(_ headers: HeaderFields, _ method: HTTPMethod = .get) async throws -> Int {
            let url = try #require(HTTPURL(RelayFixture.origin + entrance))
            return try await fixture.relay.send(HTTPRequest(method, url, headers: headers)).status
        }
        for (name, value) in [
            ("Sec-Purpose", "prefetch;prerender"), ("Purpose", "prefetch"), ("X-Moz", "prefetch"),
            ("X-Purpose", "preview"),
        ] {
            try await expectEqual(come([name: value]), 403)
        }
        // Nor can pages of other origins, or prefetching clients.
        try await expectEqual(come(["Sec-Fetch-Site": "cross-site"]), 403)
        try await expectEqual(come([:], .head), 403)
        try await expectEqual(come([:]), 303)
        try await expectEqual(come([:]), 403)
        // Going back to it, or reloading it.
        try await expectEqual(come(["Cookie": RelayFixture.pass]), 303)
    }
}

/// An instance that responds on demand and reports the requests in progress.
private final class SlowInstance: Transport {
    let log = Mutex<[String]>([])
    private let gates = Mutex<[String: CheckedContinuation<Void, Never>]>([:])

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        log.withLock { $0.append("began \(request.url.path)") }
        await withCheckedContinuation { go in gates.withLock { $0[request.url.path] = go } }
        log.withLock { $0.append("ended \(request.url.path)") }
        return HTTPResponse(status: 200)
    }

    func finish(_ path: String) async {
        while true {
            if let gate = gates.withLock({ $0.removeValue(forKey: path) }) { return gate.resume() }
            await Task.yield()
        }
    }
}

struct RelayConcurrencyTests {
    @Test func readsAreConcurrentAndWritesExclusive() async throws {
        let instance = SlowInstance(), visits = RelayFixture.VisitLog()
        let relay = BrowseRelay(
            instance: try Instance("https://dev.service-now.com"), key: RelayFixture.key, mayWrite: true,
            isSafe: Safety.isSafe, next: instance, keep: { visit in visits.all.withLock { $0.append(visit) } })
        var tasks: [Task<Void, Never>] = []
        for (number, method) in [HTTPMethod.get, .get, .post, .get].enumerated() {
            tasks.append(Task { _ = await relay.answer(RelayRequest(method, "/\(number)", .data)) })
            while relay.counts.requests < min(number + 1, 3) { await Task.yield() }
        }
        await instance.finish("/1")
        await instance.finish("/0")
        await instance.finish("/2")
        await instance.finish("/3")
        for task in tasks { await task.value }
        await relay.waitUntilIdle()
        expectEqual(visits.all.withLock { $0.map(\.target) }, ["/0", "/1", "/2", "/3"])
        let log = instance.log.withLock { $0 }
        expectEqual(Array(log.suffix(4)), ["began /2", "ended /2", "began /3", "ended /3"])
    }
}
