import ExchangeModel
import LiveTransport
import LoopbackServer
import Testing

@Suite struct CompressionTests {
    private static let body = Array(String(repeating: #"{"number":"INC0010001","state":"1"},"#, count: 100).utf8)

    private static func listener(
        _ body: [UInt8] = body, type: String = "application/json;charset=UTF-8", compresses: Bool = true
    ) throws -> LoopbackListener {
        let response = HTTPResponse(status: 200, headers: ["Content-Type": type, "Date": "today"], body: body)
        return try LoopbackListener(ImmediateAnswers(response), options: ListenerOptions(compresses: compresses))
    }

    /// Whether an answer to a request with this header line is compressed. What is not comes as it is.
    private static func isCompressed(_ line: String?, from listener: LoopbackListener) async -> Bool {
        let answer = await RawClient.get("/", ["Host: localhost"] + [line].compactMap { $0 }, port: listener.port)
        return answer?.contains("\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding\r\n") ?? false
    }

    @Test(
        arguments: [
            ("Accept-Encoding: gzip", true), ("accept-encoding: deflate, GZIP;q=0.5", true),
            ("Accept-Encoding: *", true),
            ("Accept-Encoding: x-gzip", true), ("Accept-Encoding: gzip;q=0, *", false),
            ("Accept-Encoding: *;q=0", false),
            ("Accept-Encoding: br, deflate", false), ("Accept-Encoding: identity", false), ("Accept-Encoding:", false),
            ("Accept-Encoding: gzip; q=nothing", false), (nil, false),
        ] as [(String?, Bool)])
    func theClientDecides(line: String?, compressed: Bool) async throws {
        #expect(await Self.isCompressed(line, from: try Self.listener()) == compressed)
    }

    @Test func onlyLongTextIsCompressed() async throws {
        let line = "Accept-Encoding: gzip"
        for type in ["text/html", "application/xml", "text/csv;charset=UTF-8", "application/x-javascript"] {
            #expect(await Self.isCompressed(line, from: try Self.listener(type: type)), "\(type)")
        }
        #expect(await !Self.isCompressed(line, from: try Self.listener(type: "image/png")))
        #expect(await !Self.isCompressed(line, from: try Self.listener(Array(Self.body.prefix(1000)))))
        #expect(await !Self.isCompressed(line, from: try Self.listener(compresses: false)))
    }

    @Test func aClientGetsTheSameBytes() async throws {
        let listener = try Self.listener()
        let client = CurlTransport(WireOptions()) { _ in nil }
        let request = HTTPRequest(.get, HTTPURL(scheme: "http", host: "127.0.0.1", port: listener.port, path: "/"))
        let response = try await client.send(request)
        #expect(response.body == Self.body && response.facts.contentCoding == "gzip")
    }
}
