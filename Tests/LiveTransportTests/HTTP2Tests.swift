import ExchangeModel
import LiveTransport
import TestSupport
import Testing

/// HTTP/2 as a real server speaks it.
@Suite struct HTTP2Tests {
    private let folder = TemporaryFolder()
    private let server: HTTP2Server
    private let transport: CurlTransport

    init() async throws {
        _ = try TLSTests.makeIdentity(in: folder)
        let certificate = folder.file("certificate.pem")
        for number in 0..<50 {
            try folder.write(Array("file \(number)".utf8), "\(number).txt")
        }
        server = try await HTTP2Server(
            folder: folder.path, key: folder.file("key.pem"), certificate: certificate)
        let port = server.port
        var options = WireOptions.patient
        options.certificateFile = certificate
        transport = CurlTransport(options) { _ in Route(address: "127.0.0.1", port: port) }
    }

    @Test func anAnswerOverHTTP2IsTheSameAsAnyOther() async throws {
        let response = try await transport.send(try get("https://sandbox.localhost/7.txt"))
        #expect(response.facts.httpVersion == "2")
        #expect(response.status == 200)
        #expect(response.reason == "")
        #expect(response.text == "file 7")
        #expect(
            response.headers.map(\.name) == ["server", "cache-control", "date", "content-length", "last-modified"])
        #expect(response.headers["Content-Length"] == "6")
        let missing = try await transport.send(try get("https://sandbox.localhost/none.txt"))
        #expect(missing.status == 404)
        #expect(server.connections == 1)
    }

    @Test func aBodyIsSentWhole() async throws {
        var request = try get("https://sandbox.localhost/echo")
        request.method = .post
        request.body = Array(repeating: Array("0123456789abcdef".utf8), count: 20_000).flatMap { $0 }
        request.headers["Content-Type"] = "text/plain"
        let response = try await transport.send(request)
        #expect(response.facts.httpVersion == "2")
        #expect(response.body == request.body)
    }

    @Test func manyRequestsShareOneConnection() async throws {
        // What the server speaks is known once it has answered.
        _ = try await transport.send(try get("https://sandbox.localhost/0.txt"))
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<500 {
                group.addTask {
                    let file = number % 50
                    return (file, try await transport.send(try get("https://sandbox.localhost/\(file).txt")).text)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 500)
        #expect(answers.allSatisfy { $0.1 == "file \($0.0)" })
        #expect(server.connections == 1)
    }
}
