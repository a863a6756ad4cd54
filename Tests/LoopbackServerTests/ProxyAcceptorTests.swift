import ExchangeModel
import Foundation
import LoopbackServer
import Synchronization
import Testing

/// CONNECT and absolute URLs on bare sockets. For TLS behind CONNECT see ServeRecordTests in ProgramTests.
@Suite struct ProxyAcceptorTests {
    /// Responds with the URL of a request.
    private struct NamingTransport: ImmediateTransport {
        func answer(_ request: HTTPRequest) -> HTTPResponse {
            HTTPResponse(status: 200, body: Array("\(request.method) \(request.url)".utf8))
        }
    }

    private static func listener(connections: Int = 100) throws -> LoopbackListener {
        var options = ListenerOptions()
        options.connections = connections
        (options.isProxy, options.isListening) = (true, false)
        return try LoopbackListener(NamingTransport(), options: options)
    }

    private static func acceptor(_ plain: LoopbackListener, _ tunnel: LoopbackListener) throws -> ProxyAcceptor {
        try ProxyAcceptor(port: 0, plain: plain, tunnels: ["dev1.example:443": tunnel]) { "No tunnel to \($0)." }
    }

    @Test func requestWithAnAbsoluteURLIsServed() async throws {
        let plain = try Self.listener(), acceptor = try Self.acceptor(plain, plain)
        let answer = await RawClient.get("http://dev2.example/a?b=c", ["Host: dev2.example"], port: acceptor.port)
        #expect(answer?.hasSuffix("\r\n\r\nGET http://dev2.example/a?b=c") == true)
        // From a page of another origin: a proxy has no pages of its own.
        let posted = await RawClient.exchange(
            "POST http://dev2.example/ HTTP/1.1\r\nHost: dev2.example\r\nOrigin: https://x.example\r\n"
                + "Content-Length: 0\r\nConnection: close\r\n\r\n", port: acceptor.port)
        #expect(posted?.hasSuffix("\r\n\r\nPOST http://dev2.example/") == true)
    }

    @Test func tunnelLeadsToItsListener() async throws {
        let plain = try Self.listener(), tunnel = try Self.listener()
        let acceptor = try Self.acceptor(plain, tunnel)
        // A client need not wait for the answer to CONNECT.
        let answer = await RawClient.exchange(
            "CONNECT DEV1.example:443 HTTP/1.1\r\nHost: dev1.example:443\r\n\r\n"
                + "GET /a HTTP/1.1\r\nHost: dev1.example\r\nConnection: close\r\n\r\n", port: acceptor.port)
        #expect(answer?.hasPrefix("HTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 200 OK\r\n") == true)
        #expect(answer?.hasSuffix("\r\n\r\nGET http://dev1.example/a") == true)
    }

    @Test(arguments: ["", "GET http://dev2.example/a HTTP/1.1\r\nHost: ", "CONNECT dev1.example:443 HTTP/1.1\r\n\r\nG"])
    func crowdDoesNotKeepOthersOut(sent: String) async throws {
        let plain = try Self.listener(connections: 4), acceptor = try Self.acceptor(plain, plain)
        let crowd = (0..<16).map { _ in RawClient.open(sent, port: acceptor.port) }
        defer { crowd.forEach { close($0) } }
        let answer = await RawClient.get("http://dev2.example/a", ["Host: dev2.example"], port: acceptor.port)
        #expect(answer?.hasSuffix("\r\n\r\nGET http://dev2.example/a") == true)
    }

    @Test func requestInPiecesIsServed() async throws {
        let plain = try Self.listener(), acceptor = try Self.acceptor(plain, plain)
        let port = acceptor.port
        let answer: String = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let descriptor = RawClient.connected(to: port)
                for piece in ["CON", "NECT dev1.example", ":443 HTTP/1.1\r\n", "\r", "\nGET / HTTP/1.1\r\n"] {
                    RawClient.write(Array(piece.utf8), to: descriptor)
                    usleep(20_000)
                }
                RawClient.write(Array("Host: dev1.example\r\nConnection: close\r\n\r\n".utf8), to: descriptor)
                continuation.resume(returning: RawClient.readToEnd(descriptor))
                close(descriptor)
            }
        }
        #expect(answer.hasSuffix("\r\n\r\nGET http://dev1.example/"))
    }

    @Test func otherTunnelsAreRefusedWithAReason() async throws {
        let plain = try Self.listener(), acceptor = try Self.acceptor(plain, plain)
        let refused = await RawClient.exchange("CONNECT x.example:443 HTTP/1.1\r\n\r\n", port: acceptor.port)
        #expect(refused?.hasPrefix("HTTP/1.1 403 Forbidden\r\n") == true)
        #expect(refused?.hasSuffix("\r\n\r\nNo tunnel to x.example:443.\n") == true)
        let malformed = await RawClient.exchange("CONNECT \r\n\r\n", port: acceptor.port)
        #expect(malformed?.hasPrefix("HTTP/1.1 400 Bad Request\r\n") == true)
        let long = "CONNECT " + String(repeating: "a", count: 20_000)
        // The answer is lost if the rest of the request arrives after it.
        #expect(await RawClient.exchange(long, port: acceptor.port)?.contains(" 200 ") == false)
    }

    @Test func nothingIsAcceptedAfterTheEnd() async throws {
        let plain = try Self.listener(), acceptor = try Self.acceptor(plain, plain)
        acceptor.stop()
        acceptor.stop()
        #expect(await RawClient.get("http://dev2.example/", port: acceptor.port) == nil)
        plain.stop()
    }
}
