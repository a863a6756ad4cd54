import ExchangeModel
import NowWeb
import Testing

@Suite struct RelayDoorTests {
    private static let word = RelayFixture.word

    /// A request, and the status and the words of what is answered.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = HTTPMethod.get
        var url = RelayFixture.origin + "/incident.do"
        var headers: HeaderFields = ["Cookie": RelayFixture.pass]
        var says = ""
    }

    private static func with(_ name: String, _ value: String) -> HeaderFields {
        ["Cookie": RelayFixture.pass, name: value]
    }

    static let refused = [
        Case(
            testDescription: "another name of this machine", url: "http://127.0.0.1:4711/incident.do",
            says: "under no other name"),
        Case(
            testDescription: "a name that was made to lead here", url: "http://evil.example:4711/incident.do",
            says: "under no other name"),
        Case(testDescription: "no cookie", headers: [:], says: "Only the browser"),
        Case(testDescription: "a wrong cookie", headers: ["Cookie": "snowdeck=0"], says: "Only the browser"),
        Case(
            testDescription: "the cookie's value under another name", headers: ["Cookie": "other=\(word)"],
            says: "Only the browser"),
        Case(
            testDescription: "a cookie that only begins so", headers: ["Cookie": RelayFixture.pass + "0"],
            says: "Only the browser"),
        Case(
            testDescription: "a page of another site", headers: with("Sec-Fetch-Site", "cross-site"),
            says: "another site"),
        Case(
            testDescription: "a page at another port of the same name", headers: with("Sec-Fetch-Site", "same-site"),
            says: "another site"),
        Case(testDescription: "another origin", headers: with("Origin", "http://localhost:4711"), says: "another site"),
        Case(
            testDescription: "the same host at another port",
            headers: with("Origin", "http://\(word).localhost:1"), says: "another site"),
        Case(testDescription: "an origin that hides", headers: with("Origin", "null"), says: "another site"),
        Case(testDescription: "a web socket", headers: with("Upgrade", "websocket"), says: "not done"),
        Case(testDescription: "a service worker", headers: with("Service-Worker", "script"), says: "not done"),
        Case(testDescription: "a leave for another origin", method: .options, says: "not done"),
        Case(testDescription: "a method nobody needs", method: HTTPMethod(rawValue: "TRACE"), says: "not done"),
        Case(
            testDescription: "the entrance, wrongly", url: RelayFixture.origin + "/\(word)0/incident.do", headers: [:],
            says: "Only the browser"),
        Case(
            testDescription: "the entrance, sent to", method: .post, url: RelayFixture.origin + "/\(word)/x",
            headers: [:], says: "not done"),
        Case(
            testDescription: "the entrance from another site", url: RelayFixture.origin + "/\(word)/x",
            headers: ["Sec-Fetch-Site": "cross-site"], says: "another site"),
    ]

    @Test(arguments: refused)
    func whoWasNotLetInGetsNothing(test: Case) async throws {
        let fixture = try RelayFixture([RelayFixture.page("secret")])
        let url = try #require(HTTPURL(test.url))
        let answer = try await fixture.relay.send(HTTPRequest(test.method, url, headers: test.headers))
        #expect(answer.status == 403)
        #expect(answer.text.contains(test.says), "\(answer.text)")
        #expect(answer.headers["Set-Cookie"] == nil)
        #expect(!answer.headers.contains { $0.name.lowercased().hasPrefix("access-control") })
        #expect(fixture.instance.requests.isEmpty)
        #expect(fixture.relay.counts.strangers == 1)
        #expect(fixture.kept.isEmpty)
    }

    @Test(arguments: [
        ("/incident.do?sys_id=1&x=%2F", "/incident.do?sys_id=1&x=%2F"), ("", "/"), ("/", "/"), ("?a=b", "/?a=b"),
        ("//evil.example/", "//evil.example/"),
    ])
    func theFirstVisitIsGivenItsCookieAndSentOn(path: String, target: String) async throws {
        let fixture = try RelayFixture()
        let url = try #require(HTTPURL(RelayFixture.origin + "/\(Self.word)\(path)"))
        let answer = try await fixture.relay.send(HTTPRequest(.get, url, headers: ["Sec-Fetch-Site": "none"]))
        #expect(answer.status == 303)
        #expect(
            answer.headers.map { "\($0.name): \($0.value)" } == [
                "Location: \(RelayFixture.origin)\(target)",
                "Set-Cookie: snowdeck=\(Self.word); Path=/; HttpOnly; SameSite=Strict", "Cache-Control: no-store",
                "Referrer-Policy: no-referrer",
            ])
        #expect(answer.body.isEmpty)
        let again = try await fixture.relay.send(HTTPRequest(.get, url))
        #expect(again.status == 403)
        #expect(again.text.contains("opens once"))
        let known = try await fixture.relay.send(HTTPRequest(.get, url, headers: ["Cookie": RelayFixture.pass]))
        #expect(known.status == 303)
    }

    @Test func theAddressIsMadeOfChance() {
        let key = RelayKey { count in [UInt8](repeating: 0xAB, count: count) }
        let word = String(repeating: "ab", count: 16)
        #expect(key.address(port: 81, target: "/x?y") == "http://\(word).localhost:81/\(word)/x?y")
    }
}
