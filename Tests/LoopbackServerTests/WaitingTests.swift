import ExchangeModel
import Glibc
import LiveTransport
import LoopbackServer
import Testing

@Suite struct WaitingTests {
    private func client(of listener: LoopbackListener, connections: Int = 8) -> CurlTransport {
        let port = listener.port
        return CurlTransport(WireOptions(totalTimeout: .seconds(600), connectionsPerHost: connections)) { _ in
            Route(address: "127.0.0.1", port: port)
        }
    }

    private func request(_ target: String) -> HTTPRequest {
        HTTPRequest(.get, HTTPURL(scheme: "http", host: "sandbox.localhost", path: target))
    }

    @Test func oneThreadServesManyRequestsThatWaitForEachOther() async throws {
        let listener = try LoopbackListener(Gathering(of: 200))
        let client = client(of: listener, connections: 200)
        let answers = try await withThrowingTaskGroup(of: (String, [UInt8]).self) { group in
            for number in 0..<200 {
                group.addTask { ("/\(number)", try await client.send(request("/\(number)")).body) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(answers == Dictionary(uniqueKeysWithValues: (0..<200).map { ("/\($0)", Array("/\($0)".utf8)) }))
    }

    @Test(arguments: [1, 2])
    func manyRequestsGetTheirOwnAnswers(threads: Int) async throws {
        let transport = ImmediateAnswers { .success(HTTPResponse(status: 200, body: Array($0.url.target.utf8))) }
        let listener = try LoopbackListener(transport, options: ListenerOptions(threads: threads))
        let client = client(of: listener)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask { try await client.send(request("/\(number)")).body == Array("/\(number)".utf8) }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
        #expect(transport.requests.count == 1000)
    }

    @Test func stoppingEndsWhatWaits() async throws {
        let transport = Gathering(of: 1_000_000)
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

    @Test func lettingGoOfAListenerStopsIt() async throws {
        var listener: LoopbackListener? = try LoopbackListener(ImmediateAnswers())
        let port = try #require(listener?.port)
        #expect(await RawClient.get("/", port: port)?.hasPrefix("HTTP/1.1 200") == true)
        listener = nil
        #expect(RawClient.connected(to: port) < 0)
    }

    /// Between fork and exec a child holds a copy of every socket.
    @Test func aChildThatIsBeingStartedKeepsNoPortOpen() async throws {
        let children = Task.detached {
            while !Task.isCancelled {
                var child: pid_t = 0
                let words: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
                if posix_spawnp(&child, "true", nil, nil, words, nil) == 0 { waitpid(child, nil, 0) }
                free(words[0])
                await Task.yield()
            }
        }
        for _ in 0..<200 {
            let listener = try LoopbackListener(ImmediateAnswers())
            listener.stop()
            let descriptor = RawClient.connected(to: listener.port)
            #expect(descriptor < 0)
            if descriptor >= 0 { close(descriptor) }
        }
        children.cancel()
        await children.value
    }

    @Test func aClientThatLeavesWhileItWaitsHarmsNobody() async throws {
        let transport = Gathering(of: 3)
        let listener = try LoopbackListener(transport)
        for number in 1...2 {
            RawClient.sendAndLeave("GET /\(number) HTTP/1.1\r\nHost: localhost\r\n\r\n", port: listener.port)
        }
        for await count in transport.arrived where count == 2 { break }
        #expect(try await client(of: listener).send(request("/3")).body == Array("/3".utf8))
    }

    @Test func aPortThatIsTakenIsSaid() throws {
        let first = try LoopbackListener(ImmediateAnswers())
        #expect(throws: ListenerError(.port, "Cannot listen on 127.0.0.1 port \(first.port): the port is in use.")) {
            try LoopbackListener(ImmediateAnswers(), options: ListenerOptions(port: first.port))
        }
        #expect(throws: ListenerError(.port, "70000 is not a port: ports go from 0 to 65535.")) {
            try LoopbackListener(ImmediateAnswers(), options: ListenerOptions(port: 70000))
        }
    }

    @Test func aCertificateOfNoUseIsSaid() throws {
        let identity = ServerIdentity(certificate: "certificate", key: "key")
        #expect(throws: ListenerError(.tls, "The server could not be started with this certificate and key.")) {
            try LoopbackListener(ImmediateAnswers(), options: ListenerOptions(identity: identity))
        }
    }
}
