import ExchangeModel
import Foundation
import Glibc
import LiveTransport
import Synchronization
import TestSupport
import Testing

/// HTTP/2 with a real server.
@Suite struct HTTP2Tests {
    private let folder = TemporaryFolder()
    private let server: HTTP2Server
    private let transport: CurlTransport

    init() async throws {
        _ = try TLSTests.identity.get()
        let certificate = TLSTests.folder.file("certificate.pem")
        for number in 0..<50 {
            try folder.write(Array("file \(number)".utf8), "\(number).txt")
        }
        server = try await HTTP2Server(
            folder: folder.path, key: TLSTests.folder.file("key.pem"), certificate: certificate)
        let port = server.port
        var options = WireOptions.patient
        options.certificateFile = certificate
        transport = CurlTransport(options) { _ in Route(address: "127.0.0.1", port: port) }
    }

    @Test func http2ResponseEqualsHTTP1Response() async throws {
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

    @Test func bodyIsSentCompletely() async throws {
        var request = try get("https://sandbox.localhost/echo")
        request.method = .post
        request.body = Array(repeating: Array("0123456789abcdef".utf8), count: 20_000).flatMap { $0 }
        request.headers["Content-Type"] = "text/plain"
        let response = try await transport.send(request)
        #expect(response.facts.httpVersion == "2")
        #expect(response.body == request.body)
    }

    @Test func manyRequestsShareOneConnection() async throws {
        // The protocol is known only after the first response.
        _ = try await transport.send(try get("https://sandbox.localhost/0.txt"))
        let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<100 {
                group.addTask {
                    let file = number % 50
                    return (file, try await transport.send(try get("https://sandbox.localhost/\(file).txt")).text)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 100)
        #expect(answers.allSatisfy { $0.1 == "file \($0.0)" })
        #expect(server.connections == 1)
    }
}

/// A real HTTP/2 server over TLS (nghttpd) that serves a folder and echoes uploads.
final class HTTP2Server: Sendable {
    let port: Int
    private let id: pid_t
    private let log: ServerLog

    /// The number of connections opened so far, from the server's log.
    var connections: Int { Set(log.text.matches(of: /\[id=(\d+)\]/).map(\.output.1)).count }

    init(folder: String, key: String, certificate: String) async throws {
        for _ in 0..<5 {
            // Another program may take the free port first; then another port is tried.
            let (descriptor, port) = RawServer.bound()
            close(descriptor)
            let process = Process(), output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/sbin/nghttpd")
            process.arguments = [
                "-v", "--address=127.0.0.1", "--echo-upload", "--mime-types-file=/dev/null", "-d", folder,
                String(port), key, certificate,
            ]
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let log = ServerLog()
            let reading = output.fileHandleForReading.fileDescriptor
            let isListening = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    log.follow(reading, until: "listen 127.0.0.1:\(port)") { continuation.resume(returning: $0) }
                }
            }
            // The thread keeps reading, so the descriptor must stay open.
            withExtendedLifetime(output) { log.keep(output) }
            if isListening {
                (self.port, id, self.log) = (port, process.processIdentifier, log)
                return
            }
            kill(process.processIdentifier, SIGKILL)
        }
        throw NoServer()
    }

    // The process inherits the blocked signals of the starting thread; SIGKILL cannot be blocked.
    deinit { kill(id, SIGKILL) }

    struct NoServer: Error {}
}

/// The server's output so far.
private final class ServerLog: Sendable {
    private let state = Mutex<(text: String, pipe: Pipe?)>(("", nil))

    var text: String { state.withLock { $0.text } }

    func keep(_ pipe: sending Pipe) { state.withLock { $0.pipe = pipe } }

    /// Reads to the end; signals once, when the marker or the end arrives.
    func follow(_ descriptor: Int32, until sign: String, tell: (Bool) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var hasTold = false
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            let piece = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            let hasCome = state.withLock { state in
                state.text += piece
                return state.text.contains(sign)
            }
            if !hasTold, hasCome || count <= 0 {
                tell(hasCome)
                hasTold = true
            }
            if count <= 0 { return }
        }
    }
}
