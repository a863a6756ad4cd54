import ExchangeModel
import LiveTransport
import LoopbackServer
import TestSupport
import Testing

struct ServerResponseTests {
    private func answer(_ response: HTTPResponse, to method: String = "GET") async throws -> String? {
        let listener = try LoopbackListener(ImmediateListener(response))
        return await RawClient.exchange(
            "\(method) / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port: listener.port)
    }

    @Test func responseIsSentVerbatim() async throws {
        let cookies = (1...6).map { HeaderField("Set-Cookie", "c\($0)=v; Path=/; HttpOnly") }
        let response = HTTPResponse(
            status: 201,
            headers: HeaderFields(
                [HeaderField("X-b", "2")] + cookies + [
                    HeaderField("Date", "Tue, 16 Apr 2024 17:16:18 GMT"), HeaderField("Server", "ServiceNow"),
                    HeaderField("x-B", "1"), HeaderField("X-Empty", ""), HeaderField("Content-Length", "9999"),
                    HeaderField("Transfer-Encoding", "chunked"), HeaderField("Connection", "keep-alive"),
                    HeaderField("Keep-Alive", "timeout=70"),
                ]), body: Array("{\"a\":\"ä\"}".utf8))
        try await expectEqual(
            answer(response),
            """
            HTTP/1.1 201 Created\r
            Connection: close\r
            X-b: 2\r
            Set-Cookie: c1=v; Path=/; HttpOnly\r
            Set-Cookie: c2=v; Path=/; HttpOnly\r
            Set-Cookie: c3=v; Path=/; HttpOnly\r
            Set-Cookie: c4=v; Path=/; HttpOnly\r
            Set-Cookie: c5=v; Path=/; HttpOnly\r
            Set-Cookie: c6=v; Path=/; HttpOnly\r
            Date: Tue, 16 Apr 2024 17:16:18 GMT\r
            Server: ServiceNow\r
            x-B: 1\r
            X-Empty:  \r
            Content-Length: 10\r
            \r
            {"a":"ä"}
            """)
    }

    @Test func missingDateIsAdded() async throws {
        let lines = try #require(try await answer(HTTPResponse(status: 200, body: [0x61]))).split(separator: "\r\n")
        expectEqual(lines.filter { $0.hasPrefix("Date: ") }.count, 1)
        expectEqual(
            lines.filter { !$0.hasPrefix("Date: ") },
            [
                "HTTP/1.1 200 OK", "Connection: close", "Content-Length: 1", "a",
            ])
    }

    @Test func bodilessResponsesHaveNoBody() async throws {
        let date: HeaderFields = ["Date": "today"]
        try await expectEqual(
            answer(HTTPResponse(status: 204, headers: date, body: [0x61])),
            "HTTP/1.1 204 No Content\r\nConnection: close\r\nDate: today\r\n\r\n")
        let unchanged = try await answer(HTTPResponse(status: 304, headers: date, body: [0x61]))
        expectEqual(
            unchanged,
            "HTTP/1.1 304 Not Modified\r\nConnection: close\r\nDate: today\r\nContent-Length: 0\r\n\r\n")
        let stated = try await answer(HTTPResponse(status: 304, headers: ["Date": "today", "Content-Length": "7"]))
        expectEqual(
            stated,
            "HTTP/1.1 304 Not Modified\r\nConnection: close\r\nDate: today\r\nContent-Length: 7\r\n\r\n")
    }

    @Test func headResponseHasContentLength() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nDate: today\r\nContent-Length: 5\r\n\r\n"
        try await expectEqual(
            answer(
                HTTPResponse(status: 200, headers: ["Date": "today"], body: Array("hello".utf8)), to: "HEAD"),
            head)
        try await expectEqual(
            answer(HTTPResponse(status: 200, headers: ["Date": "today", "Content-Length": "5"]), to: "HEAD"),
            head
        )
    }

    @Test func transportFailureIsBadGateway() async throws {
        let failure = TransportFailure(.timeout, "\"h\" did not\n\\answer\u{1}.")
        for transport in [
            ImmediateListener { _ in .failure(failure) } as any Transport, ScriptedTransport([.failure(failure)]),
        ] {
            let listener = try LoopbackListener(transport)
            let answer = await RawClient.get("/", port: listener.port)
            expectEqual(answer?.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"), true)
            let body =
                #"{"error":{"message":"\"h\" did not\n\\answer\u0001.","detail":"timeout"},"status":"failure"}"#
            expectEqual(answer?.hasSuffix("\r\n\r\n" + body), true)
            expectEqual(answer?.components("Content-Type: application/json;charset=UTF-8\r\n"), 1)
        }
    }

    @Test(arguments: [
        HTTPResponse(status: 200, headers: ["X": "a\r\nY: b"]), HTTPResponse(status: 200, headers: ["X": "a\u{0}b"]),
        HTTPResponse(status: 200, headers: ["X\nY": "a"]), HTTPResponse(status: 200, headers: ["": "a"]),
        HTTPResponse(status: 101), HTTPResponse(status: 1000), HTTPResponse(status: -1),
    ])
    func invalidResponseIsNotSent(response: HTTPResponse) async throws {
        let answer = try await answer(response)
        expectEqual(answer?.hasPrefix("HTTP/1.1 502 Bad Gateway\r\n"), true)
        expectEqual(answer?.components("Y: b"), 0)
    }

    @Test func transportReadsWhatListenerSends() async throws {
        let body = [UInt8](0...255) + [UInt8](repeating: 0, count: 3_000_000)
        let fields = HeaderFields([
            HeaderField("Set-Cookie", "a"), HeaderField("Set-Cookie", "b"), HeaderField("Date", "d"),
        ])
        let transport = ImmediateListener(HTTPResponse(status: 404, headers: fields, body: body))
        let listener = try LoopbackListener(transport)
        let port = listener.port
        let client = CurlTransport { _ in Route(address: "127.0.0.1", port: port) }
        var request = HTTPRequest(
            .patch, HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/a/../%7B^", query: "?&x"),
            headers: ["X-b": "2", "x-B": "1", "Accept-Encoding": "identity"], body: body)
        let response = try await client.send(request)
        expectEqual(response.status, 404)
        expectEqual(response.reason, "Not Found")
        expectEqual(response.body, body)
        expectEqual(Array(response.headers.dropLast()), Array(fields))
        request.purpose = .command
        expectEqual(transport.requests, [request])
    }
}
