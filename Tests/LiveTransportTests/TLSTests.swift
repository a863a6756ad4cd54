import ExchangeModel
import Foundation
import Glibc
import LiveTransport
import LoopbackServer
import Synchronization
import TestSupport
import Testing

struct TLSTests {
    /// A transport that responds to every request with its URL.
    private struct EchoTransport: ImmediateTransport {
        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            HTTPResponse(status: 200, body: Array(request.url.description.utf8))
        }
    }

    static let folder = TemporaryFolder()
    static let identity = Result { try makeIdentity(in: folder) }

    private let listener: LoopbackListener
    private let certificateFile = TLSTests.folder.file("certificate.pem")

    init() throws {
        listener = try LoopbackListener(EchoTransport(), options: ListenerOptions(identity: try Self.identity.get()))
    }

    /// Creates a self-signed certificate for `sandbox.localhost`.
    private static func makeIdentity(in folder: TemporaryFolder) throws -> ServerIdentity {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        openssl.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        openssl.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-keyout", "key.pem", "-out", "certificate.pem", "-subj", "/CN=sandbox.localhost", "-addext",
            "subjectAltName=DNS:sandbox.localhost",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0, "openssl makes a certificate")
        func text(_ name: String) throws -> String {
            String(decoding: try folder.bytes(name), as: UTF8.self)
        }
        return ServerIdentity(certificate: try text("certificate.pem"), key: try text("key.pem"))
    }

    private func transport(_ certificateFile: String?) -> CurlTransport {
        let port = listener.port
        return CurlTransport(WireOptions(certificateFile: certificateFile)) { _ in
            Route(address: "127.0.0.1", port: port)
        }
    }

    @Test func untrustedCertificateIsRejected() async throws {
        await expectEqual(
            failure(of: try get("https://sandbox.localhost/"), through: transport(nil)),
            TransportFailure(
                .tls,
                "The certificate of sandbox.localhost is signed by itself."
            ))
    }

    @Test func caFileIsTrusted() async throws {
        let response = try await transport(certificateFile).send(try get("https://sandbox.localhost/a?b=%5E"))
        expectEqual(response.text, "https://sandbox.localhost/a?b=%5E")
        let times = response.facts.timings
        #expect(times.secured > times.connected)
    }

    @Test func certificateForOtherNameIsRejected() async throws {
        let found = await failure(of: try get("https://other.localhost/"), through: transport(certificateFile))
        expectEqual(
            found,
            TransportFailure(.tls, "The certificate of other.localhost is for another name."))
    }

    @Test func missingCertificateFileIsNamed() async throws {
        let missing = Self.folder.file("missing.pem")
        await expectEqual(
            failure(of: try get("https://sandbox.localhost/"), through: transport(missing)),
            TransportFailure(.tls, "The certificate file \(missing) cannot be read."))
    }

    @Test func plainServerFailsHandshake() async throws {
        let plain = try LoopbackListener(EchoTransport())
        try await expectEqual(
            failure(of: "https://127.0.0.1:\(plain.port)/"),
            TransportFailure(
                .tls, "No secure connection to 127.0.0.1 port \(plain.port): the TLS handshake failed."))
    }
}

/// Client certificates, checked with `openssl s_server`.
struct ClientCertificateTests {
    private static let made = Result {
        let folder = TemporaryFolder()
        try run(
            """
            new() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
              -keyout $1.key -out $1.pem -subj "/CN=$1" -addext subjectAltName=DNS:localhost 2>/dev/null; }
            new localhost && new jane && new bob && openssl pkey -in jane.key -aes256 -passout pass:x -out locked.key
            cat jane.pem jane.key >both.pem
            """, in: folder)
        return folder
    }
    private let folder: TemporaryFolder

    init() throws { folder = try Self.made.get() }

    private static func run(_ script: String, in folder: TemporaryFolder) throws {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        shell.arguments = ["-c", script]
        try shell.run()
        shell.waitUntilExit()
        try #require(shell.terminationStatus == 0, "openssl makes certificates")
    }

    /// A server that requests a client certificate; it ends with the value.
    private final class Server {
        let port: Int
        private let process = Process()
        private let output = Pipe()

        init(_ folder: TemporaryFolder, name: String) throws {
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
            process.arguments = [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "localhost.pem", "-key", "localhost.key",
                "-verify", "1", "-www", "-naccept", "20",
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            var said = "", port: Int?
            while port == nil, let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                said += String(decoding: byte, as: UTF8.self)
                if said.hasSuffix("\n"), let line = said.split(separator: "\n").last, line.hasPrefix("ACCEPT") {
                    port = line.split(separator: ":").last.flatMap { Int($0) }
                }
            }
            self.port = try #require(port, "openssl s_server says where it listens: \(said)")
        }

        deinit { kill(process.processIdentifier, SIGKILL) }
    }

    /// The subject of the certificate that the server received; empty for none.
    private func shown(_ answer: HTTPResponse) -> String {
        let text = String(decoding: answer.body, as: UTF8.self)
        return ["jane", "bob"].first { text.contains("Subject: CN = \($0)") || text.contains("Subject: CN=\($0)") }
            ?? "nobody"
    }

    private func transport(_ own: @escaping @Sendable (HTTPURL) -> ClientCertificate?) -> CurlTransport {
        CurlTransport(WireOptions(certificateFile: folder.file("localhost.pem")), proof: own)
    }

    private func get(_ port: Int) -> HTTPRequest {
        HTTPRequest(.get, HTTPURL(scheme: "https", host: "localhost", port: port))
    }

    @Test func clientCertificateIsSentToItsOriginOnly() async throws {
        let own = try Server(folder, name: "own"), other = try Server(folder, name: "other")
        let home = HTTPURL(scheme: "https", host: "localhost", port: own.port)
        for (file, key) in [("jane.pem", "jane.key"), ("both.pem", "both.pem")] {
            let certificate = ClientCertificate(for: home, certificate: folder.file(file), key: folder.file(key))
            // The transport checks the origin even if the choice does not.
            let transport = transport { _ in certificate }
            for (server, who) in [(own, "jane"), (other, "nobody"), (own, "jane")] {
                expectEqual(shown(try await transport.send(get(server.port))), who)
            }
        }
    }

    @Test func otherCertificateNeedsNewConnection() async throws {
        let server = try Server(folder, name: "own")
        let home = HTTPURL(scheme: "https", host: "localhost", port: server.port)
        let folder = folder
        for name in ["jane", "bob", nil] as [String?] {
            let transport = transport { _ in
                name.map {
                    ClientCertificate(for: home, certificate: folder.file($0 + ".pem"), key: folder.file($0 + ".key"))
                }
            }
            expectEqual(shown(try await transport.send(get(server.port))), name ?? "nobody")
        }
    }

    @Test(arguments: [
        ("jane.pem", "bob.key"), ("jane.pem", "missing.key"), ("missing.pem", "jane.key"), ("jane.key", "jane.key"),
        ("jane.pem", "locked.key"),
    ])
    func mismatchedKeyAndCertificateAreNamed(certificate: String, key: String) async throws {
        let server = try Server(folder, name: "own")
        let home = HTTPURL(scheme: "https", host: "localhost", port: server.port)
        let (file, keyFile) = (folder.file(certificate), folder.file(key))
        let transport = transport { _ in ClientCertificate(for: home, certificate: file, key: keyFile) }
        let names = certificate == key ? file : "\(file) and \(keyFile)"
        await #expect(
            throws: TransportFailure(
                .tls,
                "The client certificate for localhost cannot be used: check \(names); certificate and key must be a pair."
            )
        ) { try await transport.send(get(server.port)) }
    }
}

/// HTTP/2 with a real server.
struct HTTP2Tests {
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
        expectEqual(response.facts.httpVersion, "2")
        expectEqual(response.status, 200)
        expectEqual(response.reason, "")
        expectEqual(response.text, "file 7")
        expectEqual(
            response.headers.map(\.name), ["server", "cache-control", "date", "content-length", "last-modified"])
        expectEqual(response.headers["Content-Length"], "6")
        let missing = try await transport.send(try get("https://sandbox.localhost/none.txt"))
        expectEqual(missing.status, 404)
        await expectEqual(server.connections(), 1)
    }

    @Test func bodyIsSentCompletely() async throws {
        var request = try get("https://sandbox.localhost/echo")
        request.method = .post
        request.body = Array(repeating: Array("0123456789abcdef".utf8), count: 20_000).flatMap { $0 }
        request.headers["Content-Type"] = "text/plain"
        let response = try await transport.send(request)
        expectEqual(response.facts.httpVersion, "2")
        expectEqual(response.body, request.body)
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
        expectEqual(answers.count, 100)
        #expect(answers.allSatisfy { $0.1 == "file \($0.0)" })
        await expectEqual(server.connections(), 1)
    }
}

/// A real HTTP/2 server over TLS (nghttpd) that serves a folder and echoes uploads.
final class HTTP2Server: Sendable {
    let port: Int
    private let id: pid_t
    private let log: ServerLog

    /// Ends the server and returns the number of connections that were opened, from its log: only at its end is the log
    /// known to be read.
    func connections() async -> Int {
        kill(id, SIGKILL)
        return Set(await log.whole().matches(of: /\[id=(\d+)\]/).map(\.output.1)).count
    }

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
    private let end = AsyncStream.makeStream(of: Void.self)

    /// All output, once the server has ended.
    func whole() async -> String {
        for await _ in end.stream {}
        return state.withLock { $0.text }
    }

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
            if count <= 0 { break }
        }
        end.continuation.finish()
    }
}
