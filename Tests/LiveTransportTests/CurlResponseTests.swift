import ExchangeModel
import LiveTransport
import LoopbackServer
import TestSupport
import Testing

struct CurlResponseTests {
    private func answer(to bytes: [UInt8], _ method: HTTPMethod = .get, _ headers: HeaderFields = [:]) async throws
        -> HTTPResponse
    {
        let server = RawServer(answering: bytes)
        let url = HTTPURL(scheme: "http", host: "127.0.0.1", port: server.port)
        return try await CurlTransport(.patient).send(HTTPRequest(method, url, headers: headers))
    }

    private func answer(to text: String, _ method: HTTPMethod = .get) async throws -> HTTPResponse {
        try await answer(to: Array(text.utf8), method)
    }

    @Test func fieldThatResemblesStatusLineIsAField() async throws {
        let response = try await answer(
            to: "HTTP/1.1 200 OK\r\nA: 1\r\nHTTP/1.1 404: x\r\nB: 2\r\nContent-Length: 2\r\n\r\nok")
        expectEqual(response.status, 200)
        expectEqual(response.headers["A"], "1")
        expectEqual(response.headers["B"], "2")
        expectEqual(response.text, "ok")
    }

    @Test func linesKeepOrderRepeatsAndCase() async throws {
        let cookies = (1...6).map { "Set-Cookie: c\($0)=v,\($0); Expires=Thu, 01-Jan-1970 00:00:10 GMT; Path=/" }
        let response = try await answer(
            to: "HTTP/1.1 201 Made It So\r\nX-b:  2 \r\n" + cookies[..<3].joined(separator: "\r\n")
                + "\r\nDate: today\r\n" + cookies[3...].joined(separator: "\r\n")
                + "\r\nX-Empty:\r\nx-B: 1\r\nContent-Length: 2\r\n\r\nok")
        expectEqual(response.status, 201)
        expectEqual(response.reason, "Made It So")
        expectEqual(response.facts.httpVersion, "1.1")
        var lines = cookies
        lines.insert("Date: today", at: 3)
        lines.insert("X-b: 2", at: 0)
        lines += ["X-Empty: ", "x-B: 1", "Content-Length: 2"]
        expectEqual(response.headers.lines, lines)
        expectEqual(response.text, "ok")
    }

    @Test func timesAreMonotonic() async throws {
        let times = try await answer(to: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").facts.timings
        #expect(times.total > 0)
        #expect(times.firstByte > 0)
        let stages = [0, times.resolved, times.connected, times.secured, times.firstByte, times.total]
        expectEqual(stages, stages.sorted())
    }

    @Test func interimResponsesAndTrailersAreSkipped() async throws {
        let response = try await answer(
            to: """
                HTTP/1.1 103 Early Hints\r
                Link: </a>\r
                \r
                HTTP/1.1 200 OK\r
                Transfer-Encoding: chunked\r
                Trailer: X-Sum\r
                \r
                5\r
                hello\r
                1\r
                !\r
                0\r
                X-Sum: 7\r
                HTTP/9: nine\r
                \r

                """)
        expectEqual(response.headers.lines, ["Transfer-Encoding: chunked", "Trailer: X-Sum"])
        expectEqual(response.status, 200)
        expectEqual(response.text, "hello!")
    }

    @Test func oddHeaderBytesAreRead() async throws {
        let response = try await answer(
            to: Array("HTTP/1.1 200\r\nX-Latin: caf".utf8) + [0xE9]
                + Array("\r\nX-Utf: café\r\nX-Fold: a\r\n  b\r\n".utf8)
                + Array("Content-Length: 0\r\n\r\n".utf8))
        expectEqual(response.headers.lines, ["X-Latin: café", "X-Utf: café", "X-Fold: a b", "Content-Length: 0"])
        expectEqual(response.reason, "")
    }

    @Test func bodyIsDecodedAndCodingIsReported() async throws {
        let plain = Array(String(repeating: "ServiceNow ❄ ", count: 20_000).utf8)
        let coded = Gzip.compress(plain)
        let head = "HTTP/1.1 200 OK\r\nA: 1\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\nB: 2\r\n\r\n"
        let response = try await answer(to: Array(head.utf8) + coded)
        expectEqual(response.body, plain)
        expectEqual(response.facts.contentCoding, "gzip")
        expectEqual(response.headers.lines, ["A: 1", "B: 2"])
    }

    /// RFC 1952, 2.2. libcurl's decoder fails at the second member.
    @Test(arguments: [[], [0, 0, 0]]) func bodyOfTwoMembersIsDecoded(padding: [UInt8]) async throws {
        let coded = Gzip.compress(Array("one, ".utf8)) + Gzip.compress(Array("two".utf8)) + padding
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: X-Gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
        let response = try await answer(to: Array(head.utf8) + coded)
        expectEqual(response.text, "one, two")
        expectEqual(response.facts.contentCoding, "X-Gzip")
    }

    @Test func bodyStaysEncodedIfRequestSetsAcceptEncoding() async throws {
        let coded = Gzip.compress(Array("x".utf8))
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
        let response = try await answer(to: Array(head.utf8) + coded, .get, ["accept-encoding": "gzip"])
        expectEqual(response.body, coded)
        expectEqual(response.facts.contentCoding, nil)
        expectEqual(response.headers.lines, ["Content-Encoding: gzip", "Content-Length: \(coded.count)"])
    }

    @Test func emptyEncodedBodyIsEmpty() async throws {
        let response = try await answer(to: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n")
        #expect(response.body.isEmpty)
        expectEqual(response.facts.contentCoding, "gzip")
    }

    @Test func bodilessResponsesKeepContentLength() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4711\r\n\r\n"
        let toHead = try await answer(to: head, .head)
        expectEqual(toHead.headers.lines, ["Content-Encoding: gzip", "Content-Length: 4711"])
        #expect(toHead.body.isEmpty)
        let notModified = try await answer(to: "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\nETag: \"a\"\r\n\r\n")
        expectEqual(notModified.status, 304)
        expectEqual(notModified.headers.lines, ["Content-Length: 99", "ETag: \"a\""])
        #expect(notModified.body.isEmpty)
        try await expectEqual(answer(to: "HTTP/1.1 204 No Content\r\n\r\n").status, 204)
    }

    @Test func redirectsAreReturnedAndCookiesNotStored() async throws {
        let server = RawServer { connection in
            while let request = connection.readRequest() {
                let isPlain = !request.lowercased().contains("cookie:")
                connection.write(
                    "HTTP/1.1 302 Found\r\nLocation: /next\r\nSet-Cookie: a=b\r\nX-Plain: \(isPlain)\r\n"
                        + "Content-Length: 0\r\n\r\n")
            }
        }
        let transport = CurlTransport(.patient)
        for _ in 1...2 {
            let response = try await transport.send(try get(server.address + "/first"))
            expectEqual(
                response.headers.lines,
                ["Location: /next", "Set-Cookie: a=b", "X-Plain: true", "Content-Length: 0"])
        }
        expectEqual(server.connectionCount, 1)
    }

    @Test func closeDelimitedBodyIsComplete() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\nall of it")
        }
        let response = try await CurlTransport(.patient).send(try get(server.address))
        expectEqual(response.text, "all of it")
        expectEqual(response.facts.httpVersion, "1.0")
    }
}
