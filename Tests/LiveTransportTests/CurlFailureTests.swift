import ExchangeModel
import Glibc
import LiveTransport
import Synchronization
import TestSupport
import Testing

struct CurlFailureTests {
    private func failureOfServer(
        _ options: WireOptions = .patient, _ serve: @escaping @Sendable (RawConnection) -> Void
    )
        async throws -> TransportFailure?
    {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            serve(connection)
        }
        return try await failure(of: server.address + "/x", options)
    }

    @Test func refusedConnectionNamesHostPortAndCause() async throws {
        let (descriptor, port) = RawServer.bound()
        defer { close(descriptor) }
        try await expectEqual(
            failure(of: "http://127.0.0.1:\(port)/"),
            TransportFailure(.connect, "Could not connect to 127.0.0.1 port \(port): connection refused."))
    }

    @Test func unknownHostIsNamed() async throws {
        // A DNS label has at most 63 bytes, so this name is rejected without a query.
        let host = String(repeating: "a", count: 64) + ".example"
        try await expectEqual(
            failure(of: "http://\(host)/"),
            TransportFailure(.resolve, "Could not find the address of \(host)."))
    }

    @Test func unresponsiveServerTimesOut() async throws {
        try await expectEqual(
            failureOfServer(WireOptions(totalTimeout: .milliseconds(150))) { _ = $0.waitForClose() },
            TransportFailure(.timeout, "127.0.0.1 did not answer within 150 milliseconds."))
    }

    @Test func stalledResponseTimesOut() async throws {
        let found = try await failureOfServer(WireOptions(totalTimeout: .seconds(1))) {
            $0.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
            _ = $0.waitForClose()
        }
        expectEqual(found, TransportFailure(.timeout, "The answer of 127.0.0.1 was not complete within 1 second."))
    }

    @Test func stalledHandshakeTimesOut() async throws {
        let server = RawServer { _ = $0.waitForClose() }
        try await expectEqual(
            failure(
                of: "https://127.0.0.1:\(server.port)/", WireOptions(connectTimeout: .milliseconds(150))),
            TransportFailure(
                .timeout, "Could not connect to 127.0.0.1 port \(server.port) within 150 milliseconds."))
    }

    @Test func connectionClosedWithoutResponseIsReset() async throws {
        let closed = TransportFailure(.reset, "127.0.0.1 closed the connection without an answer.")
        try await expectEqual(failureOfServer { _ in }, closed)
    }

    @Test func brokenConnectionIsReset() async throws {
        let broken = TransportFailure(.reset, "The connection to 127.0.0.1 broke before the answer was complete.")
        try await expectEqual(failureOfServer { $0.resetOnClose() }, broken)
        try await expectEqual(failureOfServer { $0.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe") }, broken)
        try await expectEqual(
            failureOfServer { $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe") },
            broken)
        try await expectEqual(
            failureOfServer { $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n") },
            broken)
    }

    @Test func nonHTTPResponseIsReset() async throws {
        let server = RawServer(answering: "SSH-2.0-OpenSSH_9.2\r\n\r\n")
        try await expectEqual(
            failure(of: server.address),
            TransportFailure(.reset, "What 127.0.0.1 port \(server.port) sent is not HTTP."))
    }

    @Test(arguments: ["gzip", "br", "zstd", "deflate", "x-unheard-of"])
    func undecodableBodyIsDamaged(coding: String) async throws {
        let found = try await failureOfServer {
            $0.write("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 9\r\n\r\nnot coded")
        }
        expectEqual(
            found, TransportFailure(.reset, "The answer of 127.0.0.1 is damaged: its body could not be decoded."))
    }

    @Test func unknownTransferCodingIsDamaged() async throws {
        let found = try await failureOfServer { $0.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nuryyb") }
        expectEqual(
            found, TransportFailure(.reset, "The answer of 127.0.0.1 is damaged: its body could not be decoded."))
    }

    @Test func truncatedCodingIsDamaged() async throws {
        let coded = Gzip.compress(Array("cut off".utf8)).dropLast()
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
        let found = try await failureOfServer { $0.write(Array(head.utf8) + coded) }
        expectEqual(
            found, TransportFailure(.reset, "The answer of 127.0.0.1 is damaged: its body could not be decoded."))
    }

    @Test func bodySizeIsLimited() async throws {
        let server = RawServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "x", count: 1000))
        try await expectEqual(failure(of: server.address, WireOptions(maximumBody: 1000)), nil)
        try await expectEqual(
            failure(of: server.address, WireOptions(maximumBody: 999)),
            TransportFailure(
                .tooLarge, "The answer of 127.0.0.1 is larger than 999 bytes, the limit."))
    }

    @Test func limitAppliesToDecodedBytes() async throws {
        let coded = Gzip.compress([UInt8](repeating: 7, count: 100_000))
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
        let server = RawServer(answering: Array(head.utf8) + coded)
        try await expectEqual(failure(of: server.address, WireOptions(maximumBody: 100_000)), nil)
        try await expectEqual(failure(of: server.address, WireOptions(maximumBody: 99_999))?.kind, .tooLarge)
    }

    @Test func endlessHeaderIsTooLarge() async throws {
        let found = try await failureOfServer { connection in
            connection.write("HTTP/1.1 200 OK\r\n")
            for number in 0..<40 { connection.write("X-\(number): " + String(repeating: "x", count: 50_000) + "\r\n") }
            _ = connection.waitForClose()
        }
        expectEqual(
            found, TransportFailure(.tooLarge, "The header of the answer of 127.0.0.1 is larger than 262144 bytes."))
    }

    @Test(arguments: ["HTTP/1.1 200 ", "HTTP/1.1 200 OK\r\nX-Long: ", "HTTP/1.1 302 Found\r\nLocation: /"])
    func longLineIsTooLarge(start: String) async throws {
        let found = try await failureOfServer { connection in
            connection.write(start + String(repeating: "x", count: 1 << 20) + "\r\n\r\n")
            _ = connection.waitForClose()
        }
        expectEqual(
            found, TransportFailure(.tooLarge, "The header of the answer of 127.0.0.1 is larger than 102400 bytes."))
    }

    /// A server that responds only to the first request of its first connection, and to all requests of later
    /// connections.
    private func serverThatBreaksOnce() -> RawServer {
        let isFirst = Mutex(true)
        return RawServer { connection in
            let breaks = isFirst.withLock { first in
                defer { first = false }
                return first
            }
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                if breaks, connection.readRequest() != nil { return connection.resetOnClose() }
            }
        }
    }

    @Test(arguments: ["GET", "PUT", "DELETE"])
    func safeRequestIsRetriedOnBrokenConnection(method: String) async throws {
        let server = serverThatBreaksOnce()
        let transport = CurlTransport(.patient)
        _ = try await transport.send(try get(server.address))
        let url = try get(server.address).url
        try await expectEqual(transport.send(HTTPRequest(HTTPMethod(rawValue: method), url)).text, "ok")
        expectEqual(server.connectionCount, 2)
    }

    @Test(arguments: ["POST", "PATCH"])
    func unsafeRequestIsNotRetried(method: String) async throws {
        let server = serverThatBreaksOnce()
        let transport = CurlTransport(.patient)
        _ = try await transport.send(try get(server.address))
        let request = HTTPRequest(HTTPMethod(rawValue: method), try get(server.address).url, body: [0x61])
        await expectEqual(
            failure(of: request, through: transport),
            TransportFailure(
                .reset,
                "The connection to 127.0.0.1 broke before the answer; whether the request had its effect is not known."
            ))
        try await expectEqual(transport.send(request).text, "ok")
    }

    @Test func idleConnectionLossIsNotAFailure() async throws {
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        }
        let transport = CurlTransport(.patient)
        for _ in 1...20 { try await expectEqual(transport.send(try get(server.address)).text, "ok") }
        expectEqual(server.connectionCount, 20)
    }
}
