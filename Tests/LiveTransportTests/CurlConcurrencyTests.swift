import Dispatch
import ExchangeModel
import Glibc
import LiveTransport
import Synchronization
import TestSupport
import Testing

struct CurlConcurrencyTests {
    /// A server that responds with the request line.
    private let mirror = RawServer { connection in
        while let request = connection.readRequest() {
            let line = request.prefix { $0 != "\r\n" }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(line.utf8.count)\r\n\r\n" + line)
        }
    }

    @Test func concurrentRequestsShareEightConnections() async throws {
        let transport = CurlTransport(.patient)
        let address = mirror.address
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<200 {
                group.addTask { (number, try await transport.send(try get(address + "/\(number)")).text) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        expectEqual(answers, Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, "GET /\($0) HTTP/1.1") }))
        #expect((1...8).contains(mirror.connectionCount))
    }

    @Test func sequentialRequestsReuseConnection() async throws {
        let transport = CurlTransport(.patient)
        for number in 0..<20 {
            try await expectEqual(
                transport.send(try get(mirror.address + "/\(number)")).text, "GET /\(number) HTTP/1.1")
        }
        expectEqual(mirror.connectionCount, 1)
    }

    @Test func timeoutExcludesWaitForConnection() async throws {
        let server = RawServer { connection in
            while connection.readRequest() != nil {
                usleep(250_000)
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        // Over one connection they take 3.5 seconds in total, longer than each one's timeout.
        let transport = CurlTransport(WireOptions(totalTimeout: .seconds(3), connectionsPerHost: 1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<14 { group.addTask { _ = try await transport.send(try get(server.address)) } }
            try await group.waitForAll()
        }
        expectEqual(server.connectionCount, 1)
    }

    @Test func slowHostDoesNotDelayOthers() async throws {
        let silent = RawServer { _ = $0.waitForClose() }
        let transport = CurlTransport(.patient)
        let stuck = (0..<50).map { _ in Task { await failure(of: try get(silent.address), through: transport) } }
        try await expectEqual(transport.send(try get(mirror.address + "/a")).text, "GET /a HTTP/1.1")
        for task in stuck { task.cancel() }
        for task in stuck { try await expectEqual(task.value?.kind, .cancelled) }
    }

    @Test func cancellationInterruptsBody() async throws {
        let (started, reports) = AsyncStream.makeStream(of: Bool.self)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nsome of it")
            reports.yield(true)
            reports.yield(connection.waitForClose())
            reports.finish()
        }
        let transport = CurlTransport(.patient)
        let request = try get(server.address)
        let sending = Task { await failure(of: request, through: transport) }
        var progress = started.makeAsyncIterator()
        await expectEqual(progress.next(), true)
        sending.cancel()
        await expectEqual(
            sending.value, TransportFailure(.cancelled, "The request to 127.0.0.1 was cancelled."))
        await expectEqual(progress.next(), true, "the connection is closed")
        try await expectEqual(transport.send(try get(mirror.address + "/after")).text, "GET /after HTTP/1.1")
    }

    @Test func canceledTaskSendsNothing() async throws {
        let transport = CurlTransport(.patient)
        let address = mirror.address
        let sending = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure(of: try get(address), through: transport)
        }
        try await expectEqual(sending.value?.kind, .cancelled)
        expectEqual(mirror.connectionCount, 0)
    }

    @Test func cancellationDoesNotAffectOtherRequests() async throws {
        let transport = CurlTransport(.patient)
        let address = mirror.address
        try await withThrowingTaskGroup(of: (Int, String?).self) { group in
            for number in 0..<100 {
                group.addTask {
                    let sending = Task { try await transport.send(try get(address + "/\(number)")).text }
                    guard number % 2 == 1 else { return (number, try await sending.value) }
                    for _ in 0..<(number % 7) { await Task.yield() }
                    sending.cancel()
                    return (number, try? await sending.value)
                }
            }
            for try await (number, text) in group where number % 2 == 0 || text != nil {
                expectEqual(text, "GET /\(number) HTTP/1.1")
            }
        }
    }

    @Test func releasingTransportClosesConnections() async throws {
        let (closings, reports) = AsyncStream.makeStream(of: Bool.self)
        let server = RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            reports.yield(connection.waitForClose())
        }
        var transport: CurlTransport? = CurlTransport(.patient)
        _ = try await transport?.send(try get(server.address))
        transport = nil
        var closed = closings.makeAsyncIterator()
        await expectEqual(closed.next(), true)
    }
}
