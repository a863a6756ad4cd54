import ExchangeModel
import Foundation
import Glibc
import LoopbackServer
import TestSupport
import Testing

struct ServerRequestTests {
    private let transport = ImmediateListener()
    private let listener: LoopbackListener

    init() throws {
        listener = try LoopbackListener(transport, options: ListenerOptions(maximumBody: 1000))
    }

    private func status(of answer: String?) -> String { String(answer?.prefix(12) ?? "nothing") }

    @Test(arguments: [
        "/", "/?", "/??", "/?a?b", "/%", "/%zz?%", "//double//", "/a/../b/./c", "/%7Bx%7D?q=a^b%5Ec&&x=+%20&e=&=",
        "/a#b", "/ä?ö", "/%C3%A4", "/%00", "/\"<>\\^`{|}", "/a;b=c", "*",
    ])
    func targetIsPreserved(target: String) async throws {
        expectEqual(status(of: await RawClient.get(target, port: listener.port)), "HTTP/1.1 200")
        expectEqual(transport.requests.map(\.url.target), [target])
        expectEqual(transport.requests.map(\.url.origin), ["http://localhost"])
    }

    @Test func veryLongTargetIsAccepted() async throws {
        let target = "/api/now/table/incident?sysparm_query=" + String(repeating: "number=INC0010021^OR", count: 3_800)
        expectEqual(status(of: await RawClient.get(target, port: listener.port)), "HTTP/1.1 200")
        expectEqual(transport.requests.map(\.url.target), [target])
    }

    @Test func tooLongTargetIsRejected() async throws {
        let answer = await RawClient.get("/" + String(repeating: "x", count: 5 << 20), port: listener.port)
        #expect(["HTTP/1.1 414", "HTTP/1.1 431"].contains(status(of: answer)))
        expectEqual(status(of: await RawClient.get("/", port: listener.port)), "HTTP/1.1 200")
    }

    /// Clients that send a byte now and then would otherwise keep their connections for hours.
    @Test(arguments: ["", "GET /", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "])
    func slowHeadIsDropped(sent: String) async throws {
        var options = ListenerOptions()
        options.headTimeout = 1
        let listener = try LoopbackListener(transport, options: options)
        await expectEqual(RawClient.trickle(sent, port: listener.port), "")
        #expect(transport.requests.isEmpty)
        expectEqual(status(of: await RawClient.get("/", port: listener.port)), "HTTP/1.1 200")
    }

    /// Connections that wait, and those that send half of a head, make room for others.
    @Test(arguments: ["", "GET / HTTP/1.1\r\nHost: "], [1, 2])
    func crowdDoesNotKeepOthersOut(sent: String, threads: Int) async throws {
        var options = ListenerOptions(threads: threads)
        options.connections = 8
        let listener = try LoopbackListener(transport, options: options)
        let crowd = (0..<40).map { _ in RawClient.open(sent, port: listener.port) }
        defer { crowd.forEach { close($0) } }
        expectEqual(status(of: await RawClient.get("/", port: listener.port)), "HTTP/1.1 200")
    }

    @Test func slowAnswerIsNotDropped() async throws {
        let transport = ImmediateListener { _ in
            sleep(2)
            return .success(HTTPResponse(status: 200))
        }
        var options = ListenerOptions()
        options.headTimeout = 1
        let listener = try LoopbackListener(transport, options: options)
        expectEqual(status(of: await RawClient.get("/", port: listener.port)), "HTTP/1.1 200")
    }

    @Test func linesKeepOrderRepeatsAndCase() async throws {
        let lines = [
            "X-b: 2", "Host: sandbox.localhost", "x-B:  1 ", "Cookie: a=b; c=d", "Cookie: e=f", "X-Empty:", "X-ä: ö",
        ]
        expectEqual(status(of: await RawClient.get("/", lines, port: listener.port)), "HTTP/1.1 200")
        expectEqual(
            transport.requests.first?.headers,
            HeaderFields([
                HeaderField("X-b", "2"), HeaderField("x-B", "1"), HeaderField("Cookie", "a=b; c=d"),
                HeaderField("Cookie", "e=f"), HeaderField("X-Empty", ""), HeaderField("X-ä", "ö"),
            ]))
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
    func absentBodyIsNotEmptyBody(method: String) async throws {
        let start = "\(method) / HTTP/1.1\r\nHost: localhost\r\n"
        let all =
            start + "\r\n" + start + "Content-Length: 0\r\n\r\n" + start + "Content-Length: 3\r\n\r\nabc" + start
            + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n2\r\nde\r\n1\r\nf\r\n0\r\n\r\n"
        let answer = await RawClient.exchange(all, port: listener.port)
        expectEqual(answer?.components("HTTP/1.1 200 OK"), 4)
        expectEqual(transport.requests.map(\.body), [nil, [], Array("abc".utf8), Array("def".utf8)])
        #expect(transport.requests.allSatisfy { $0.headers.isEmpty && $0.method.rawValue == method })
    }

    @Test func bodySizeIsLimited() async throws {
        func send(_ count: Int, chunked: Bool) async -> String? {
            let body = String(repeating: "x", count: count)
            let rest =
                chunked
                ? "Transfer-Encoding: chunked\r\n\r\n\(String(count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
                : "Content-Length: \(count)\r\n\r\n\(body)"
            return await RawClient.exchange(
                "PATCH / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + rest, port: listener.port)
        }
        let sentence = "The body of the request is larger than 1000 bytes, the limit."
        for chunked in [false, true] {
            expectEqual(status(of: await send(1000, chunked: chunked)), "HTTP/1.1 200")
            let refused = try #require(await send(1001, chunked: chunked))
            expectEqual(status(of: refused), "HTTP/1.1 413")
            #expect(refused.hasSuffix(#"{"error":{"message":"\#(sentence)","detail":""},"status":"failure"}"#))
        }
        expectEqual(transport.requests.count, 2)
    }

    @Test func rejectedBodyIsNotParsedAsRequest() async throws {
        let hidden = "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let body = hidden + String(repeating: "x", count: 2000)
        let answer = await RawClient.exchange(
            "PATCH / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body,
            port: listener.port)
        expectEqual(status(of: answer), "HTTP/1.1 413")
        #expect(transport.requests.isEmpty)
    }

    /// A server that uses the other length sees another request.
    @Test(arguments: [
        "Content-Length: 1\r\nContent-Length: 45", "Content-Length: 1\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 1", "Content-Length: 1\r\nContent-Length: 1",
    ])
    func lengthThatIsStatedTwiceIsRejected(fields: String) async throws {
        let answer = await RawClient.exchange(
            "POST / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\nxGET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n",
            port: listener.port)
        #expect(status(of: answer) == "HTTP/1.1 400" && answer?.components("HTTP/1.1") == 1, "\(answer ?? "")")
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: [
        ("localhost", "http://localhost"), ("localhost:4711", "http://localhost:4711"),
        ("sandbox.localhost", "http://sandbox.localhost"), ("127.0.0.1:80", "http://127.0.0.1"),
        ("[::1]:8080", "http://[::1]:8080"), ("NOW.localhost:81", "http://now.localhost:81"),
    ])
    func hostHeaderGivesTheURL(host: String, origin: String) async {
        expectEqual(status(of: await RawClient.get("/", ["Host: " + host], port: listener.port)), "HTTP/1.1 200")
        expectEqual(transport.requests.map(\.url.origin), [origin])
    }

    @Test(arguments: [
        "evil.example", "evil.example:80", "localhost.evil.example", "xlocalhost", "127.0.0.1.evil.example", "10.0.0.1",
        "0.0.0.0", "now.localhost.example", "[::2]",
    ])
    func foreignHostIsRejected(host: String) async {
        let answer = await RawClient.get("/", ["Host: " + host], port: listener.port)
        expectEqual(status(of: answer), "HTTP/1.1 421")
        #expect(transport.requests.isEmpty)
    }

    @Test(arguments: ["a b", "localhost/x", "localhost#", "user@localhost", "localhost:99999", "localhost?x", "::1"])
    func invalidHostHeaderIsRejected(host: String) async {
        expectEqual(status(of: await RawClient.get("/", ["Host: " + host], port: listener.port)), "HTTP/1.1 400")
        #expect(transport.requests.isEmpty)
    }

    @Test func absoluteFormTargetIsParsedAndChecked() async {
        expectEqual(
            status(of: await RawClient.get("http://sandbox.localhost/a?b", port: listener.port)), "HTTP/1.1 200")
        expectEqual(status(of: await RawClient.get("http://evil.example/", port: listener.port)), "HTTP/1.1 421")
        expectEqual(status(of: await RawClient.get("relative", port: listener.port)), "HTTP/1.1 400")
        expectEqual(transport.requests.map(\.url.description), ["http://sandbox.localhost/a?b"])
    }

    @Test func http10ClientWithoutHostIsServed() async {
        await expectEqual(RawClient.exchange("GET /x HTTP/1.0\r\n\r\n", port: listener.port)?.components(" 200 OK"), 1)
        expectEqual(transport.requests.map(\.url.description), ["http://127.0.0.1:\(listener.port)/x"])
    }

    @Test func invalidRequestIsHarmless() async {
        let two = "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        expectEqual(status(of: await RawClient.exchange(two, port: listener.port)), "HTTP/1.1 400")
        let latin =
            Array("GET /caf".utf8) + [0xE9] + Array(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        expectEqual(status(of: await RawClient.exchange(latin, port: listener.port)), "HTTP/1.1 400")
        for noise in [
            "\r\n\r\n\r\n", "\0\0\0\0\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", "",
        ] {
            RawClient.sendAndLeave(noise, port: listener.port)
        }
        #expect(transport.requests.isEmpty)
        expectEqual(status(of: await RawClient.get("/", port: listener.port)), "HTTP/1.1 200")
    }
}

extension String {
    /// The number of occurrences of a piece in the text.
    func components(_ piece: String) -> Int {
        var count = 0
        var rest = self[...]
        while let found = rest.range(of: piece) {
            count += 1
            rest = rest[found.upperBound...]
        }
        return count
    }
}

/// Documents for browsers are shown at a name of their own, with a policy for its origin.
struct PageGuardTests {
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
        expectEqual(answer, Self.recorded)
    }

    @Test func policyIsAddedAtThatName() async throws {
        let answer = try #require(
            await RawClient.get(
                "/a.do", ["Host: k3f.localhost:\(listener.port)", "Sec-Fetch-Mode: navigate"], port: listener.port))
        let lines = Set(answer.split(separator: "\r\n").map(String.init))
        expectEqual(
            lines,
            [
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
            expectEqual(answer?.hasPrefix("HTTP/1.1 " + status), true, "\(line)")
        }
        #expect(transport.requests.isEmpty)
    }
}
