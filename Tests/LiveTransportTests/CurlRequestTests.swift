import ExchangeModel
import LiveTransport
import TestSupport
import Testing

struct CurlRequestTests {
    /// A server that echoes the request as its response body.
    private let mirror = RawServer { connection in
        while let request = connection.readRequest() {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(request.utf8.count)\r\n\r\n" + request)
        }
    }

    private func seen(_ method: HTTPMethod, _ target: String, _ headers: HeaderFields = [:], _ body: [UInt8]? = nil)
        async throws -> String
    {
        let mark = target.firstIndex(of: "?")
        let url = HTTPURL(
            scheme: "http", host: "127.0.0.1", port: mirror.port, path: String(target[..<(mark ?? target.endIndex)]),
            query: mark.map { String(target[target.index(after: $0)...]) })
        var headers = headers
        if headers["Accept-Encoding"] == nil { headers.append("Accept-Encoding", "identity") }
        return try await CurlTransport(.patient).send(HTTPRequest(method, url, headers: headers, body: body)).text
    }

    @Test func requestIsSentVerbatim() async throws {
        let text = try await seen(
            .put, "/a/../b//%7Bx%7D/./c;p?q=a^b%5Ec&&x=+%20&e=&",
            ["X-Two": "2", "x-one": "1", "X-Two": "again", "X-Empty": "", "X-Wide": "ä€"], Array("{\"a\":1}".utf8))
        expectEqual(
            text,
            """
            PUT /a/../b//%7Bx%7D/./c;p?q=a^b%5Ec&&x=+%20&e=& HTTP/1.1\r
            Host: 127.0.0.1:\(mirror.port)\r
            X-Two: 2\r
            x-one: 1\r
            X-Two: again\r
            X-Empty:\r
            X-Wide: ä€\r
            Accept-Encoding: identity\r
            Content-Length: 7\r
            \r
            {"a":1}
            """)
    }

    @Test(arguments: ["/?", "/??", "/?a?b", "/%", "/%zz?%", "//double", "/...", "/a#b", "/ä?ö", "/\"<>\\^`{|}", "*"])
    func targetIsSentVerbatim(target: String) async throws {
        let text = try await seen(.options, target)
        #expect(text.hasPrefix("OPTIONS \(target) HTTP/1.1\r\n"))
    }

    @Test func veryLongTargetArrivesComplete() async throws {
        let target = "/api/now/table/incident?sysparm_query=" + String(repeating: "number=INC0010021^OR", count: 50_000)
        #expect(try await seen(.get, target).hasPrefix("GET " + target + " HTTP/1.1\r\n"))
    }

    @Test(arguments: ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "M-SEARCH"])
    func absentBodyIsNotEmptyBody(method: String) async throws {
        let method = HTTPMethod(rawValue: method)
        let head = "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(mirror.port)\r\nAccept-Encoding: identity\r\n"
        try await expectEqual(seen(method, "/"), head + "\r\n")
        try await expectEqual(seen(method, "/", [:], []), head + "Content-Length: 0\r\n\r\n")
        try await expectEqual(seen(method, "/", [:], [0x61]), head + "Content-Length: 1\r\n\r\na")
    }

    @Test func largeBodyIsSentWithoutExpectContinue() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
        let text = try await seen(.post, "/", ["Content-Type": "text/plain"], body)
        expectEqual(
            text,
            """
            POST / HTTP/1.1\r
            Host: 127.0.0.1:\(mirror.port)\r
            Content-Type: text/plain\r
            Accept-Encoding: identity\r
            Content-Length: 3145728\r
            \r

            """ + String(decoding: body, as: UTF8.self))
    }

    @Test func transportHeadersAreNotTakenFromRequest() async throws {
        let text = try await seen(
            .post, "/", ["Host": "other", "Content-Length": "99", "Transfer-Encoding": "chunked", "Accept": "*/*"],
            [0x61])
        expectEqual(
            text,
            """
            POST / HTTP/1.1\r
            Host: 127.0.0.1:\(mirror.port)\r
            Accept: */*\r
            Accept-Encoding: identity\r
            Content-Length: 1\r
            \r
            a
            """)
    }

    @Test(arguments: [
        (
            "X", "a\r\nY: b",
            "The header X of the request to h.example contains a line break or another control character."
        ),
        ("X", "a\n", "The header X of the request to h.example contains a line break or another control character."),
        ("X", "\u{0}", "The header X of the request to h.example contains a line break or another control character."),
        ("X Y", "a", "A header of the request to h.example has a name HTTP does not allow."),
        ("X:", "a", "A header of the request to h.example has a name HTTP does not allow."),
        ("", "a", "A header of the request to h.example has a name HTTP does not allow."),
    ])
    func invalidHeaderIsRejected(name: String, value: String, sentence: String) async throws {
        let request = HTTPRequest(
            .get, HTTPURL(scheme: "http", host: "h.example"), headers: HeaderFields([HeaderField(name, value)]))
        let failure = await failure(of: request, through: CurlTransport(.patient))
        expectEqual(failure, TransportFailure(.invalidRequest, sentence))
    }

    @Test(arguments: [
        HTTPURL(scheme: "http", host: "h.example", path: "/a b"),
        HTTPURL(scheme: "http", host: "h.example", path: "/a\r\nX: y"),
        HTTPURL(scheme: "http", host: "h.example", path: "/", query: "\u{7F}"),
        HTTPURL(scheme: "http", host: "h.example", path: "relative"),
        HTTPURL(scheme: "http", host: "user:password@h.example"),
        HTTPURL(scheme: "http", host: "h.example/x?"),
        HTTPURL(scheme: "http", host: ""),
        HTTPURL(scheme: "file", host: "h.example", path: "/etc/passwd"),
    ])
    func unsafeURLIsRejected(url: HTTPURL) async {
        await expectEqual(
            failure(of: HTTPRequest(.get, url), through: CurlTransport(.patient)),
            TransportFailure(
                .invalidRequest, "The address of the request cannot be sent: HTTP does not allow it."))
    }

    @Test(arguments: ["", "GET /x HTTP/1.1\r\n", "G E T", "CONNECT"])
    func invalidMethodIsRejected(method: String) async {
        let request = HTTPRequest(HTTPMethod(rawValue: method), HTTPURL(scheme: "http", host: "h.example"))
        await expectEqual(failure(of: request, through: CurlTransport(.patient))?.kind, .invalidRequest)
    }
}

/// The failure of sending a request; nil when there is a response.
func failure(of request: HTTPRequest, through transport: CurlTransport) async -> TransportFailure? {
    do throws(TransportFailure) {
        _ = try await transport.send(request)
        return nil
    } catch {
        return error
    }
}

extension WireOptions {
    /// Timeouts for exchanges that should succeed even on a busy machine.
    static let patient = WireOptions(connectTimeout: .seconds(300), totalTimeout: .seconds(600))
}

/// The failure of a GET.
func failure(of address: String, _ options: WireOptions = .patient) async throws -> TransportFailure? {
    await failure(of: try get(address), through: CurlTransport(options))
}

/// A GET request; throws on an invalid URL.
func get(_ address: String, _ headers: HeaderFields = [:]) throws -> HTTPRequest {
    guard let url = HTTPURL(address) else { throw InvalidURL(text: address) }
    return HTTPRequest(.get, url, headers: headers)
}

struct InvalidURL: Error {
    let text: String
}

extension HTTPResponse {
    var text: String { String(decoding: body, as: UTF8.self) }
}

extension HeaderFields {
    var lines: [String] { map { $0.name + ": " + $0.value } }
}
