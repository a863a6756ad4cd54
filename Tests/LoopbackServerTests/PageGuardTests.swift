import ExchangeModel
import LoopbackServer
import Testing

/// Documents for browsers are shown at a name of their own, with a policy for its origin.
@Suite struct PageGuardTests {
    private let transport: ImmediateListener
    private let listener: LoopbackListener

    init() throws {
        transport = ImmediateListener { request in
            guard request.url.path != "/form" else {
                return .success(
                    HTTPResponse(
                        status: 302,
                        headers: [
                            "Location": "http://127.0.0.1:9/callback?code=1&state=2", "Set-Cookie": "a=b",
                            "Date": "today",
                        ]))
            }
            return .success(
                HTTPResponse(
                    status: 200,
                    headers: [
                        "Content-Type": "text/html", "Content-Security-Policy": "img-src 'none'",
                        "Referrer-Policy": "unsafe-url", "Report-To": "{}", "X-DNS-Prefetch-Control": "on",
                        "Date": "today",
                    ], body: Array("page".utf8)))
        }
        var options = ListenerOptions()
        options.pageHost = "k3f.localhost"
        listener = try LoopbackListener(transport, options: options)
    }

    private static let firefox = "User-Agent: Mozilla/5.0"
    private static let recorded = """
        HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\nContent-Security-Policy: img-src 'none'\r\n\
        Referrer-Policy: unsafe-url\r\nReport-To: {}\r\nX-DNS-Prefetch-Control: on\r\nDate: today\r\n\
        Content-Length: 4\r\n\r\npage
        """

    @Test(
        arguments: ["127.0.0.1", "localhost", "sandbox.localhost", "other.localhost", "[::1]"],
        [
            ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], ["Sec-Fetch-Dest: iframe"],
            ["Sec-Fetch-Dest: object", "Sec-Fetch-Mode: no-cors"], [firefox, "Accept: text/html,*/*"],
        ])
    func documentIsShownAtItsOwnName(host: String, lines: [String]) async throws {
        let answer = try #require(
            await RawClient.get(
                "/a.do?b=c&d", ["Host: \(host):\(listener.port)"] + lines, port: listener.port))
        #expect(answer.hasPrefix("HTTP/1.1 307"))
        #expect(answer.contains("\r\nLocation: http://k3f.localhost:\(listener.port)/a.do?b=c&d\r\n"))
        #expect(answer.contains("\r\nCache-Control: no-store\r\n"))
        #expect(answer.contains("<a href=\"http://k3f.localhost:\(listener.port)/a.do?b=c&amp;d\">"))
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        [], ["Accept: text/html"], ["User-Agent: Mozilla/5.0"], ["Sec-Fetch-Mode: cors"],
        ["Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: empty", "User-Agent: Mozilla/5.0", "Accept: text/html"],
    ])
    func programGetsTheRecordedBytes(lines: [String]) async throws {
        let answer = await RawClient.get("/a.do", ["Host: 127.0.0.1:\(listener.port)"] + lines, port: listener.port)
        #expect(answer == Self.recorded)
    }

    @Test func policyIsAddedAtThatName() async throws {
        let answer = try #require(
            await RawClient.get(
                "/a.do", ["Host: k3f.localhost:\(listener.port)", "Sec-Fetch-Mode: navigate"], port: listener.port))
        let lines = Set(answer.split(separator: "\r\n").map(String.init))
        #expect(
            lines == [
                "HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Security-Policy: img-src 'none'",
                """
                Content-Security-Policy: default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; \
                object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'; webrtc 'block'
                """,
                "Referrer-Policy: same-origin", "X-DNS-Prefetch-Control: off", "Date: today",
                "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
                "Connection: close", "Content-Length: 4", "page",
            ])
    }

    @Test func formOfAnotherNameIsNotTaken() async throws {
        let head = "POST /form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n"
        let answer = await RawClient.exchange(
            head + "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Site: none\r\n\r\n", port: listener.port)
        #expect(answer?.hasPrefix("HTTP/1.1 403") == true && answer?.contains("Location") == false)
        #expect(transport.requests.isEmpty)
    }

    /// `form-action` would block the redirect that ends a sign-in.
    @Test func signInReturnsToItsApplication() async throws {
        func sent(_ host: String) async throws -> String {
            try #require(
                await RawClient.exchange(
                    "POST /form HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
                    port: listener.port))
        }
        let shown = try await sent("k3f.localhost")
        #expect(shown.hasPrefix("HTTP/1.1 200") && shown.contains("\r\nSet-Cookie: a=b\r\n"))
        #expect(shown.contains("content=\"0;url=http://127.0.0.1:9/callback?code=1&amp;state=2\""))
        let program = try await sent("127.0.0.1")
        #expect(program.contains("\r\nLocation: http://127.0.0.1:9/callback?code=1&state=2\r\n"))
    }

    @Test func noServiceWorkerAndNoForeignHost() async throws {
        for (line, status) in [("Host: k3f.localhost\r\nService-Worker: script", "403"), ("Host: evil.example", "421")]
        {
            let answer = await RawClient.get("/sw.js", [line], port: listener.port)
            #expect(answer?.hasPrefix("HTTP/1.1 " + status) == true, "\(line)")
        }
        #expect(transport.requests.isEmpty)
    }
}
