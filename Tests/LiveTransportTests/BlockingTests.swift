import Dispatch
import ExchangeModel
import LiveTransport
import TestSupport
import Testing

/// A caller whose thread may be blocked works on its own exchange, and leaves others' to a thread.
@Suite struct BlockingTests {
    private let thread = OneThread()

    /// A server that says when it was asked, and answers a request for `/slow` when told.
    private final class Server: Sendable {
        let server: RawServer
        let asked: AsyncStream<String>
        private let told = DispatchSemaphore(value: 0)

        init() {
            let (asked, reports) = AsyncStream.makeStream(of: String.self)
            self.asked = asked
            server = RawServer { [told] connection in
                while let request = connection.readRequest() {
                    let path = String(request.split(separator: " ")[1])
                    reports.yield(path)
                    if path == "/slow" { told.wait() }
                    connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n" + path)
                }
            }
        }

        func get(_ path: String) throws -> HTTPRequest { try LiveTransportTests.get(server.address + path) }
        func answer() { told.signal() }
    }

    private func makeTransport() -> CurlTransport {
        CurlTransport(.patient, mayBlock: { [thread] in thread.isCurrent })
    }

    @Test func requestsInTurnShareOneConnection() async throws {
        let server = Server(), transport = makeTransport()
        defer { thread.end() }
        let answers = try await Task(executorPreference: thread) {
            var answers: [String] = []
            for number in 0..<50 { answers.append(try await transport.send(try server.get("/\(number)")).text) }
            return answers
        }.value
        #expect(answers == (0..<50).map { "/\($0)" })
        #expect(server.server.connectionCount == 1)
    }

    @Test func aBlockedCallerWorksForOthersToo() async throws {
        let server = Server(), transport = makeTransport()
        defer { thread.end() }
        var asked = server.asked.makeAsyncIterator()
        let blocked = Task(executorPreference: thread) { try await transport.send(try server.get("/slow")).text }
        #expect(await asked.next() == "/slow")
        #expect(try await transport.send(try server.get("/quick")).text == "/quick")
        server.answer()
        #expect(try await blocked.value == "/slow")
    }

    @Test func whatOthersWaitForGoesOnWhenTheCallerHasItsAnswer() async throws {
        let server = Server(), transport = makeTransport()
        defer { thread.end() }
        var asked = server.asked.makeAsyncIterator()
        let first = Task(executorPreference: thread) { try await transport.send(try server.get("/slow")).text }
        #expect(await asked.next() == "/slow")
        let other = Task { try await transport.send(try server.get("/slow")).text }
        #expect(await asked.next() == "/slow")
        // Either of the two may be answered first; both are.
        server.answer()
        server.answer()
        #expect(try await [first.value, other.value] == ["/slow", "/slow"])
        #expect(try await transport.send(try server.get("/after")).text == "/after")
    }

    @Test func aBlockedCallerCanBeCalledOff() async throws {
        let server = Server(), transport = makeTransport()
        defer { thread.end() }
        var asked = server.asked.makeAsyncIterator()
        let blocked = Task(executorPreference: thread) {
            await failure(of: try server.get("/slow"), through: transport)
        }
        #expect(await asked.next() == "/slow")
        blocked.cancel()
        #expect(try await blocked.value == TransportFailure(.cancelled, "The request to 127.0.0.1 was called off."))
        server.answer()
        let after = Task(executorPreference: thread) { try await transport.send(try server.get("/after")).text }
        #expect(try await after.value == "/after")
    }
}
