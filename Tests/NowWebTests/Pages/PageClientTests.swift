import ExchangeModel
import NowSDK
import TestSupport
import Testing

@testable import NowWeb

struct PageClientTests {
    private let instance: Instance
    init() throws { instance = try Instance("https://dev1.example.com") }

    private func html(_ text: String, _ status: Int = 200) -> ScriptedTransport.Outcome {
        .success(
            HTTPResponse(status: status, headers: ["Content-Type": "text/html;charset=UTF-8"], body: Array(text.utf8)))
    }

    private func redirect(_ target: String, _ status: Int = 302, cookie: String? = nil) -> ScriptedTransport.Outcome {
        var headers: HeaderFields = ["Location": target]
        if let cookie { headers.append("Set-Cookie", cookie) }
        return .success(HTTPResponse(status: status, headers: headers))
    }

    /// The result of opening a page, and the requests sent for it.
    private func open(
        _ outcomes: [ScriptedTransport.Outcome], _ request: HTTPRequest? = nil
    ) async -> (outcome: String, wire: [String]) {
        let script = ScriptedTransport(outcomes)
        let client = PageClient(instance: instance, transport: script)
        let outcome: String
        do throws(PageError) {
            let page = try await client.page(for: request ?? HTTPRequest(.get, instance.url("/a.do")))
            outcome = "\(page.response.status) \(page.address.target)"
        } catch {
            outcome = "\(error.kind): \(error)" + (error.page == nil ? "" : " (page)")
        }
        return (outcome, script.requests.map { "\($0.method) \($0.url.target)" })
    }

    @Test func pageRequestAcceptsHTMLAndFollowsRedirects() async throws {
        let script = ScriptedTransport([html("x")])
        let page = try await PageClient(instance: instance, transport: script).page(at: instance.url("/a.do"))
        #expect(page.isHTML && page.mediaType == "text/html")
        let request = try #require(script.requests.first)
        expectEqual(request.headers, ["Accept": PageClient.accept])
        #expect(!request.followsRedirects)
    }

    @Test func pageURLIsAfterRedirects() async {
        let moved = await open([redirect("/b.do?x=1"), redirect("c.do#z"), html("x")])
        #expect(moved.outcome == "200 /c.do" && moved.wire == ["GET /a.do", "GET /b.do?x=1", "GET /c.do"])
        let form = HTTPRequest(.post, instance.url("/incident.do"), body: [1])
        let sent = await open([redirect("/incident.do?sys_id=1"), html("x")], form)
        expectEqual(sent.outcome, "200 /incident.do?sys_id=1")
        expectEqual(sent.wire, ["POST /incident.do", "GET /incident.do?sys_id=1"])
        let late = HTTPRequest(.get, instance.url("/session_timeout.do"))
        await expectEqual(open([leading(to: "/home.do")], late).outcome, "200 /session_timeout.do")
        for (outcomes, request, outcome) in [
            (
                [redirect("/security_interceptor.do")], form,
                "sessionEnded: dev1.example.com did not take the form: it belongs to a session that has ended. "
                    + "Nothing was changed."
            ),
            (
                [], HTTPRequest(.get, HTTPURL(scheme: "https", host: "other.example.com")),
                "elsewhere: The page leads to another host, https://other.example.com/, which is not opened here."
            ),
            (
                [redirect("http://dev1.example.com/a.do")], nil,
                "transport: https://dev1.example.com/a.do redirects from https to http, which is not followed."
            ),
            (
                [redirect("/b.do"), redirect("/a.do")], nil,
                "transport: https://dev1.example.com/a.do redirects in a loop."
            ),
            (
                [leading(to: "/b.do"), leading(to: "/a.do")], nil,
                "transport: https://dev1.example.com/a.do redirects in a loop."
            ),
            (
                [.failure(TransportFailure(.timeout, "Nothing came in time."))], nil,
                "transport: Nothing came in time."
            ),
        ] as [([ScriptedTransport.Outcome], HTTPRequest?, String)] {
            let found = await open(outcomes, request)
            #expect(found.outcome == outcome && found.wire.count == outcomes.count)
        }
    }

    @Test(arguments: [
        ("https://other.example.com/x?SAMLRequest=1", "https://other.example.com/x"),
        ("//other.example.com/", "https://other.example.com/"),
        ("https://dev1.example.com:8443/a.do", "https://dev1.example.com:8443/a.do"),
        ("http://other.example.com/", "http://other.example.com/"),
    ])
    func redirectToOtherHostEnds(target: String, shown: String) async {
        let found = await open([redirect(target)])
        expectEqual(
            found.outcome, "elsewhere: The page leads to another host, \(shown), which is not opened here.")
        expectEqual(found.wire, ["GET /a.do"])
    }

    @Test func selfRedirectWithNewCookieIsFollowed() async {
        let found = await open([redirect("/a.do", cookie: "seen=1; Path=/"), html("x")])
        expectEqual(found.outcome, "200 /a.do")
        let never = await open((0..<20).map { redirect("/a.do", cookie: "seen=\($0)") })
        expectEqual(never.outcome, "transport: https://dev1.example.com/a.do redirects more than 10 times.")
        expectEqual(never.wire.count, 11)
    }

    @Test(arguments: [(404, "refused"), (500, "refused"), (403, "refused"), (401, "notSignedIn")])
    func errorIncludesItsPage(status: Int, kind: String) async {
        let found = await open([html("<h1>no</h1>", status)])
        #expect(found.outcome.hasPrefix(kind + ": https://dev1.example.com/a.do ") && found.outcome.hasSuffix("(page)"))
    }

    @Test(arguments: [
        ("application/json", "{}", false), ("text/plain", "<html>", false), ("image/png", "x", false),
        ("Text/HTML ; charset=x", "", true), ("application/xhtml+xml", "", true), ("", " <p>", true), ("", "p", false),
    ])
    func nonHTMLResponsesAreDistinguished(type: String, body: String, isHTML: Bool) {
        let response = HTTPResponse(
            status: 200, headers: type.isEmpty ? [:] : ["Content-Type": type], body: Array(body.utf8))
        expectEqual(WebPage(address: instance.origin, response: response).isHTML, isHTML)
    }

    /// A page that redirects by script or meta element.
    private func leading(
        to target: String, after seconds: Int = 0, _ body: String = "<p>A moment, please."
    ) -> ScriptedTransport.Outcome {
        html("<html><head><meta http-equiv=refresh content='\(seconds);url=\(target)'></head><body>\(body)")
    }

    @Test(arguments: [("/b.do", 0), ("b.do", 5), ("https://dev1.example.com/b.do#x", 3)])
    func scriptRedirectIsFollowed(target: String, seconds: Int) async {
        let found = await open([leading(to: target, after: seconds), html("x")])
        expectEqual(found.outcome, "200 /b.do")
        expectEqual(found.wire, ["GET /a.do", "GET /b.do"])
    }

    @Test(arguments: [
        ("/b.do", 6, ""), ("/b.do", 0, "<form><input name=a></form>"), ("/login.do", 0, ""), ("/a.do", 0, ""),
        ("", 0, ""), ("https://other.example.com/", 0, ""), ("javascript:alert(1)", 0, ""), ("/sp?id=login", 0, ""),
        ("/b.do", 0, String(repeating: "long ", count: 4000)),
    ])
    func pageWithContentIsNotARedirect(target: String, seconds: Int, body: String) async {
        let found = await open([leading(to: target, after: seconds, body)])
        expectEqual(found.outcome, "200 /a.do")
        expectEqual(found.wire, ["GET /a.do"])
    }
}

struct NavigationHistoryTests {
    private func entry(_ name: String, title: String = "") -> NavigationHistory.Entry {
        NavigationHistory.Entry(HTTPURL(scheme: "https", host: "x", path: "/" + name), title: title)
    }

    private func names(_ entries: [NavigationHistory.Entry]) -> String {
        entries.map { String($0.address.path.dropFirst()) }.joined()
    }

    private func shown(_ walk: NavigationHistory) -> String {
        "\(names(walk.back))[\(names(walk.current.map { [$0] } ?? []))]\(names(walk.forward.reversed()))"
    }

    @Test func backAndForwardWorkLikeBrowser() {
        var walk = NavigationHistory()
        #expect(shown(walk) == "[]" && !walk.canGoBack && !walk.canGoForward)
        #expect(walk.goBack() == nil && walk.goForward() == nil)
        for name in ["a", "b", "c", "d"] { walk.visit(entry(name)) }
        expectEqual(shown(walk), "abc[d]")
        #expect(walk.goBack() == entry("c") && shown(walk) == "ab[c]d")
        #expect(walk.goBack(2) == entry("a") && shown(walk) == "[a]bcd")
        #expect(walk.goBack() == nil && walk.goForward(4) == nil && walk.goForward(0) == nil)
        #expect(walk.goForward(2) == entry("c") && shown(walk) == "ab[c]d")
        walk.visit(entry("e"))
        expectEqual(shown(walk), "abc[e]")
    }

    @Test func currentPageReplacesItself() {
        var walk = NavigationHistory()
        walk.visit(entry("a"))
        walk.visit(entry("b"))
        walk.visit(entry("b", title: "new"))
        #expect(shown(walk) == "a[b]" && walk.current?.title == "new")
        walk.goBack()
        walk.arrive(at: entry("login"))
        expectEqual(shown(walk), "[login]b")
    }

    @Test func historyIsLimited() {
        var walk = NavigationHistory()
        for number in 0..<1000 { walk.visit(entry("\(number)")) }
        #expect(walk.back.count == NavigationHistory.limit && walk.back.first == entry("799"))
        walk.goBack(NavigationHistory.limit)
        #expect(walk.current == entry("799") && walk.forward.count == NavigationHistory.limit)
    }
}
