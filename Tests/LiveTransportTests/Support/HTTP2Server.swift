import Foundation
import Glibc
import Synchronization
import TestSupport

/// A real HTTP/2 server over TLS, nghttpd: it serves the files of a folder and sends back what is uploaded.
final class HTTP2Server: Sendable {
    let port: Int
    private let id: pid_t
    private let log: ServerLog

    /// How many connections were opened so far, as its log tells.
    var connections: Int { Set(log.text.matches(of: /\[id=(\d+)\]/).map(\.output.1)).count }

    init(folder: URL, key: String, certificate: String) async throws {
        for _ in 0..<5 {
            // Another program may take the port that was free a moment ago; then another one is tried.
            let (descriptor, port) = RawServer.bound()
            close(descriptor)
            let process = Process(), output = Pipe()
            process.executableURL = URL(fileURLWithPath: "/usr/sbin/nghttpd")
            process.arguments = [
                "-v", "--address=127.0.0.1", "--echo-upload", "-d", folder.path, String(port), key, certificate,
            ]
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let log = ServerLog()
            let reading = output.fileHandleForReading.fileDescriptor
            let first = await withCheckedContinuation { continuation in
                Thread.detachNewThread { log.follow(reading) { continuation.resume(returning: $0) } }
            }
            // The thread reads on from a descriptor that must stay open.
            withExtendedLifetime(output) { log.keep(output) }
            if first.contains("listen 127.0.0.1:\(port)") {
                (self.port, id, self.log) = (port, process.processIdentifier, log)
                return
            }
            process.terminate()
        }
        throw NoServer()
    }

    deinit { kill(id, SIGTERM) }

    struct NoServer: Error {}
}

/// What a server has said so far.
private final class ServerLog: Sendable {
    private let state = Mutex<(text: String, pipe: Pipe?)>(("", nil))

    var text: String { state.withLock { $0.text } }

    func keep(_ pipe: sending Pipe) { state.withLock { $0.pipe = pipe } }

    /// Reads to the end; says once what came first, empty when nothing did.
    func follow(_ descriptor: Int32, first: (String) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var hasSaid = false
        while true {
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            let piece = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            state.withLock { $0.text += piece }
            if !hasSaid { first(piece) }
            hasSaid = true
            if count <= 0 { return }
        }
    }
}
