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

    init(folder: String, key: String, certificate: String) async throws {
        for _ in 0..<5 {
            // Another program may take the port that was free a moment ago; then another one is tried.
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
            // The thread reads on from a descriptor that must stay open.
            withExtendedLifetime(output) { log.keep(output) }
            if isListening {
                (self.port, id, self.log) = (port, process.processIdentifier, log)
                return
            }
            kill(process.processIdentifier, SIGKILL)
        }
        throw NoServer()
    }

    // It inherits the signals that the thread which started it blocks; this one nobody can block.
    deinit { kill(id, SIGKILL) }

    struct NoServer: Error {}
}

/// What a server has said so far.
private final class ServerLog: Sendable {
    private let state = Mutex<(text: String, pipe: Pipe?)>(("", nil))

    var text: String { state.withLock { $0.text } }

    func keep(_ pipe: sending Pipe) { state.withLock { $0.pipe = pipe } }

    /// Reads to the end; tells once whether a sign came, as soon as it has or the end is there.
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
