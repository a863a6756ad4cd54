import ExchangeModel
import TestSupport
import Testing

@testable import NowSDK

struct RedirectTests {
    let instance: Instance
    init() throws { instance = try Instance("myinstance") }

    private func stack(_ outcomes: [ScriptedTransport.Outcome]) throws -> (AuthenticatingTransport, ScriptedTransport) {
        let script = ScriptedTransport(outcomes)
        return (try signIn(script), script)
    }

    private func failure(_ outcomes: [ScriptedTransport.Outcome], _ request: HTTPRequest) async -> TransportFailure? {
        do {
            _ = try await stack(outcomes).0.send(request)
            return nil
        } catch {
            return error as? TransportFailure
        }
    }

    @Test func eachHopIsASignedInExchange() async throws {
        let (transport, script) = try stack([
            redirect(to: "/list.do?x=1#f", firstCookies), redirect(to: "form.do"), answer(body: "here"),
        ])
        let response = try await transport.send(HTTPRequest(.get, instance.url("/nav/home.do")))
        expectEqual(response.body, Array("here".utf8))
        expectEqual(
            lines(script),
            [
                "GET https://myinstance.service-now.com/nav/home.do john.doe \(johnsHeader)",
                "GET https://myinstance.service-now.com/list.do?x=1 john.doe cookies",
                "GET https://myinstance.service-now.com/form.do john.doe cookies",
            ])
    }

    @Test(arguments: [
        (301, HTTPMethod.post, "GET"), (302, .post, "GET"), (303, .post, "GET"), (303, .put, "GET"),
        (303, .head, "HEAD"),
        (307, .post, "POST body"), (308, .patch, "PATCH body"), (301, .put, "PUT body"), (302, .get, "GET body"),
    ])
    func redirectMethodFollowsRFC(status: Int, method: HTTPMethod, expected: String) async throws {
        let (transport, script) = try stack([redirect(status, to: "/there"), answer()])
        let request = HTTPRequest(
            method, instance.url("/here"), headers: ["Content-Type": "application/json", "Accept": "a/b"], body: [1])
        _ = try await transport.send(request)
        let second = try #require(script.requests.last)
        expectEqual(
            "\(second.method)" + (second.body == nil ? "" : " body"), (method == .head ? "HEAD body" : expected))
        expectEqual((second.headers["Content-Type"] != nil), (second.body != nil))
        expectEqual(second.headers["Accept"], "a/b")
    }

    @Test func bodyIsNotSentToOtherOrigin() async {
        let failure = await failure(
            [redirect(307, to: "https://evil.example.com/collect?token=x")],
            HTTPRequest(.post, instance.url("/oauth_token.do"), body: [1]))
        expectEqual(failure?.kind, .redirect)
        expectEqual(
            failure?.message,
            "https://myinstance.service-now.com/oauth_token.do redirects a request with a body to "
                + "another origin, https://evil.example.com/collect, which is not followed.")
    }

    @Test(arguments: [
        (307, HTTPMethod.delete), (308, .delete), (301, .delete), (302, .put), (307, .patch), (308, .post),
    ])
    func unsafeRequestStaysWithItsOrigin(status: Int, method: HTTPMethod) async throws {
        let (transport, script) = try stack([redirect(status, to: "https://evil.example.com/back")])
        await #expect(
            throws: TransportFailure(
                .redirect,
                "https://myinstance.service-now.com/x redirects a \(method.rawValue) request to another origin, "
                    + "https://evil.example.com/back, which is not followed.")
        ) { try await transport.send(HTTPRequest(method, instance.url("/x"))) }
        expectEqual(script.requests.count, 1)
    }

    @Test(arguments: [(307, HTTPMethod.get), (308, .head), (307, .options), (303, .delete), (302, .post)])
    func safeRequestIsRedirectedToOtherOrigin(status: Int, method: HTTPMethod) async throws {
        let (transport, script) = try stack([redirect(status, to: "https://login.example.com/"), answer()])
        _ = try await transport.send(HTTPRequest(method, instance.url("/x")))
        expectEqual(script.requests.count, 2)
        #expect([.get, .head, .options].contains(script.requests[1].method))
    }

    @Test func redirectThatIsNotFollowedIsAnError() async {
        let here = HTTPRequest(.get, instance.url("/here", query: [("token", "x")]))
        for (target, reason) in [
            ("http://myinstance.service-now.com/x", "from https to http, which is not followed."),
            ("http://localhost/x", "from https to http, which is not followed."),
            // The address is not repeated.
            ("mailto:a@b", "to an invalid address."), ("http://", "to an invalid address."),
            ("https://user:secretpw@myinstance.service-now.com/", "to an invalid address."),
            ("a b\u{1B}[2J", "to an invalid address."),
        ] {
            let failure = await failure([redirect(to: target)], here)
            expectEqual(failure?.message, "https://myinstance.service-now.com/here redirects " + reason)
        }
        let loop = await failure(
            [redirect(to: "/b", firstCookies), redirect(to: "/c"), redirect(to: "/b")], here)
        #expect(loop?.kind == .redirect && loop?.message == "https://myinstance.service-now.com/b redirects in a loop.")
    }

    @Test func selfRedirectWithNewCookiesIsFollowed() async throws {
        let (transport, script) = try stack([
            redirect(to: "/a", firstCookies),
            redirect(to: "/a", [HeaderField("Set-Cookie", "glide_user=x; Path=/")]), answer(),
        ])
        try await expectEqual(transport.send(HTTPRequest(.get, instance.url("/a"))).status, 200)
        expectEqual(script.requests.count, 3)
    }

    @Test func atMostTenHopsAreFollowed() async throws {
        let hops = (1...11).map { redirect(to: "/\($0)") }
        let (transport, script) = try stack(Array(hops.prefix(10)) + [answer()])
        try await expectEqual(transport.send(HTTPRequest(.get, instance.url("/0"))).status, 200)
        expectEqual(script.requests.count, 11)
        let failure = await failure(hops + [answer()], HTTPRequest(.get, instance.url("/0")))
        expectEqual(failure?.message, "https://myinstance.service-now.com/10 redirects more than 10 times.")
    }

    @Test func other3xxIsReturned() async throws {
        for outcome in [answer(304), answer(302), answer(300, [HeaderField("Location", "/x")])] {
            let (transport, script) = try stack([outcome])
            _ = try await transport.send(HTTPRequest(.get, instance.url("/here")))
            expectEqual(script.requests.count, 1)
        }
    }
}

extension RedirectTests {
    @Test func hopsKnowFirstRedirectingHost() async throws {
        func hop(_ location: String, _ address: String) -> ScriptedTransport.Outcome {
            var response = HTTPResponse(status: 302, headers: ["Location": location])
            response.facts.address = address
            return .success(response)
        }
        let (transport, script) = try stack([
            hop("https://a.example/", "203.0.113.1"), hop("https://b.example/", "10.0.0.1"), answer(),
        ])
        _ = try await transport.send(HTTPRequest(.get, instance.url("/here")))
        let first = Redirector(host: "myinstance.service-now.com", address: "203.0.113.1")
        expectEqual(script.requests.map(\.redirector), [nil, first, first])
    }
}
