import ExchangeModel
import Glibc
import LiveTransport
import LoopbackServer
import TestSupport
import Testing

struct WaitingTests {
    private func client(of listener: LoopbackListener, connections: Int = 8) -> CurlTransport {
        let port = listener.port
        return CurlTransport(WireOptions(totalTimeout: .seconds(600), connectionsPerHost: connections)) { _ in
            Route(address: "127.0.0.1", port: port)
        }
    }

    private func request(_ target: String) -> HTTPRequest {
        HTTPRequest(.get, HTTPURL(scheme: "http", host: "sandbox.localhost", path: target))
    }

    @Test func oneThreadServesInterdependentRequests() async throws {
        let listener = try LoopbackListener(BarrierListener(of: 200))
        let client = client(of: listener, connections: 200)
        let start = ContinuousClock.now
        let answers = try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            for number in 0..<200 {
                group.addTask {
                    do { return ("/\(number)", try await client.send(request("/\(number)")).body) } catch {
                        Issue.record("request \(number) failed after \(ContinuousClock.now - start)")
                        throw error
                    }
                }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        withExtendedLifetime(listener) {}
        expectEqual(answers, Dictionary(uniqueKeysWithValues: (0..<200).map { ("/\($0)", Array("/\($0)".utf8)) }))
    }

    @Test(arguments: [1, 2])
    func concurrentRequestsGetTheirOwnResponses(threads: Int) async throws {
        let transport = ImmediateListener { .success(HTTPResponse(status: 200, body: Array($0.url.target.utf8))) }
        let listener = try LoopbackListener(transport, options: ListenerOptions(threads: threads))
        let client = client(of: listener)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                group.addTask { try await client.send(request("/\(number)")).body == Array("/\(number)".utf8) }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
        expectEqual(transport.requests.count, 200)
    }

    @Test func stoppingEndsWaitingRequests() async throws {
        let transport = BarrierListener(of: 1_000_000)
        let listener = try LoopbackListener(transport)
        let port = listener.port
        let client = client(of: listener)
        let sending = (0..<5).map { number in
            Task { () -> Bool in
                do throws(TransportFailure) { return try await client.send(request("/\(number)")).status == 502 } catch
                {
                    return error.kind == .reset
                }
            }
        }
        for await count in transport.arrived where count == 5 { break }
        listener.stop()
        for task in sending { #expect(await task.value) }
        #expect(RawClient.connected(to: port) < 0)
        listener.stop()
    }

    @Test func releasingListenerStopsIt() async throws {
        var listener: LoopbackListener? = try LoopbackListener(ImmediateListener())
        let port = try #require(listener?.port)
        await expectEqual(RawClient.get("/", port: port)?.hasPrefix("HTTP/1.1 200"), true)
        listener = nil
        #expect(RawClient.connected(to: port) < 0)
    }

    /// Between fork and exec a child has a copy of every socket.
    @Test func startingChildDoesNotKeepPortOpen() async throws {
        let children = Task.detached {
            while !Task.isCancelled {
                var child: pid_t = 0
                let words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                if posix_spawnp(&child, "true", nil, nil, words, nil) == 0 { waitpid(child, nil, 0) }
                free(words[0])
                await Task.yield()
            }
        }
        for _ in 0..<60 {
            let listener = try LoopbackListener(ImmediateListener())
            listener.stop()
            let descriptor = RawClient.connected(to: listener.port)
            #expect(descriptor < 0)
            if descriptor >= 0 { close(descriptor) }
        }
        children.cancel()
        await children.value
    }

    @Test func disconnectingClientIsHarmless() async throws {
        let transport = BarrierListener(of: 3)
        let listener = try LoopbackListener(transport)
        for number in 1...2 {
            RawClient.sendAndLeave("GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n", port: listener.port)
        }
        for await count in transport.arrived where count == 2 { break }
        try await expectEqual(client(of: listener).send(request("/3")).body, Array("/3".utf8))
    }

    @Test func clientMayConnectBeforeListenerStarts() throws {
        let socket = try ListeningSocket(port: 0)
        let client = RawClient.connected(to: socket.port)
        defer { close(client) }
        RawClient.write(Array("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8), to: client)
        var options = ListenerOptions()
        options.socket = socket
        let listener = try LoopbackListener(ImmediateListener(), options: options)
        expectEqual(listener.port, socket.port)
        #expect(RawClient.readToEnd(client).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func portInUseIsReported() throws {
        let first = try LoopbackListener(ImmediateListener())
        #expect(throws: ListenerError(.port, "Cannot listen on 127.0.0.1 port \(first.port): the port is in use.")) {
            try LoopbackListener(ImmediateListener(), options: ListenerOptions(port: first.port))
        }
        #expect(throws: ListenerError(.port, "70000 is not a port: ports go from 0 to 65535.")) {
            try LoopbackListener(ImmediateListener(), options: ListenerOptions(port: 70000))
        }
    }

    @Test func unusableCertificateIsReported() throws {
        let identity = ServerIdentity(certificate: "certificate", key: "key")
        #expect(throws: ListenerError(.tls, "The server could not be started with this certificate and key.")) {
            try LoopbackListener(ImmediateListener(), options: ListenerOptions(identity: identity))
        }
    }
}

/// Whether a page in a browser may send changes to this server.
struct OriginTests {
    private func status(_ method: String, _ lines: [String], port: Int, host: String? = nil) async -> String {
        let head = ["\(method) /api/now/table/incident HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")"] + lines
        let text = (head + ["Content-Length: 2", "Connection: close", "", "{}"]).joined(separator: "\r\n")
        return String((await RawClient.exchange(text, port: port) ?? "nothing").prefix(12).suffix(3))
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "PROPPATCH"])
    func pageOfOtherOriginCannotChangeAnything(_ method: String) async throws {
        let transport = ImmediateListener()
        let listener = try LoopbackListener(transport)
        let port = listener.port
        for lines in [
            ["Origin: https://evil.example"], ["Origin: http://127.0.0.1:1"], ["Origin: http://localhost:3000"],
            ["Origin: https://127.0.0.1:\(port)"], ["Origin: null"], ["origin: http://127.0.0.1"], ["Origin:"],
            ["Sec-Fetch-Site: cross-site"], ["sec-fetch-site: Cross-Site"],
            ["Origin: http://127.0.0.1:\(port)", "Sec-Fetch-Site: cross-site"],
            ["Origin: http://127.0.0.1:\(port)", "Origin: https://evil.example"],
            ["Origin: null", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
        ] {
            await expectEqual(status(method, lines, port: port), "403", "\(lines)")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test func sameOriginPageAndProgramsMayChange() async throws {
        let transport = ImmediateListener()
        let listener = try LoopbackListener(transport)
        let port = listener.port
        let cases = [
            [], ["Origin: http://127.0.0.1:\(port)"], ["Origin: HTTP://127.0.0.1:\(port)"],
            ["Origin: null", "Sec-Fetch-Site: same-origin"], ["Sec-Fetch-Site: none"],
        ]
        for lines in cases { await expectEqual(status("POST", lines, port: port), "200", "\(lines)") }
        let name = "sandbox.localhost:\(port)"
        await expectEqual(status("POST", ["Origin: http://\(name)"], port: port, host: name), "200")
        expectEqual(transport.requests.count, cases.count + 1)
    }

    @Test func readingIsAllowed() async throws {
        let listener = try LoopbackListener(ImmediateListener())
        for method in ["GET", "HEAD", "OPTIONS"] {
            let lines = ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"]
            await expectEqual(status(method, lines, port: listener.port), "200")
        }
    }

    @Test func allowedOriginMayChange() async throws {
        let listener = try LoopbackListener(
            ImmediateListener(), options: ListenerOptions(allowedOrigins: ["https://app.example", "null"]))
        let port = listener.port
        for origin in ["https://app.example", "HTTPS://APP.example", "null"] {
            await expectEqual(status("POST", ["Origin: \(origin)", "Sec-Fetch-Site: cross-site"], port: port), "200")
        }
        for origin in ["https://app.example:8443", "http://app.example", "https://app.example.evil"] {
            await expectEqual(status("POST", ["Origin: \(origin)"], port: port), "403")
        }
        // Without `--allow-origin`, no origin is allowed.
        await expectEqual(status("POST", ["Sec-Fetch-Site: cross-site"], port: port), "403")
    }

    @Test func errorNamesTheOrigin() async throws {
        let listener = try LoopbackListener(ImmediateListener())
        let answer = await RawClient.exchange(
            "POST / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nContent-Length: 3\r\n"
                + "Connection: close\r\n\r\na=b", port: listener.port)
        expectEqual(
            answer?.hasSuffix(
                #"{"error":{"message":"This server takes no POST request from a page of https://evil.example; "#
                    + #"--allow-origin https://evil.example allows it.","detail":""},"status":"failure"}"#), true,
            "\(answer ?? "nothing")")
    }
}
