import Foundation
import Glibc
import Synchronization
import TestSupport

/// A proxy between the program and a server that copies all bytes in both directions, so the secrets really sent are
/// known. It removes `Accept-Encoding`, so that responses are readable.
final class RecordingProxy: Sendable {
    private let server: RawServer
    private let heard: SentSecrets

    private final class SentSecrets: Sendable {
        let sent = Mutex<[UInt8]>([])
        let answered = Mutex<[UInt8]>([])
    }

    /// In front of a server of this machine.
    init(port: Int) {
        let heard = SentSecrets()
        self.heard = heard
        server = RawServer { connection in
            guard let far = Self.connect(to: port) else { return }
            defer { close(far) }
            Self.pass(connection.descriptor, far) { piece, isSent in
                if isSent { heard.sent.withLock { $0 += piece } } else { heard.answered.withLock { $0 += piece } }
            }
        }
    }

    var address: String { server.address }
    var name: String { "127.0.0.1:\(server.port)" }

    var sent: [UInt8] { heard.sent.withLock { $0 } }
    var answered: [UInt8] { heard.answered.withLock { $0 } }

    /// All requests, then all responses.
    var text: String { String(decoding: sent + answered, as: UTF8.self) }

    /// The secrets sent, by kind.
    var secrets: [(name: String, value: String)] {
        let text = text
        var found: [(name: String, value: String)] = []
        for (name, pattern) in Self.patterns {
            guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
            for match in expression.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                guard let range = Range(match.range(at: 1), in: text) else { continue }
                let value = String(text[range]).removingPercentEncoding ?? String(text[range])
                if !found.contains(where: { $0.value == value }) { found.append((name, value)) }
            }
        }
        return found
    }

    private static let patterns = [
        ("cookie", "(?i)set-cookie: [^=\r\n]+=([^;\r\n]{8,})"), ("access token", #""access_token":"([^"]+)"#),
        ("refresh token", #""refresh_token":"([^"]+)"#), ("page token", "g_ck = '([^']+)'"),
        ("user token", "(?i)x-usertoken[a-z-]*: ([^\r\n]+)"), ("credential", "(?i)authorization: [a-z]+ ([^\r\n]+)"),
        ("key", "(?i)x-sn-apikey: ([^\r\n]+)"), ("code", "[?&]code=([^&\\s]{8,})"),
        ("verifier", "code_verifier=([^&\\s]+)"), ("statement", "assertion=([^&\\s]+)"),
    ]

    private static func connect(to port: Int) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    /// Until either side closes.
    private static func pass(_ one: Int32, _ other: Int32, _ hear: (ArraySlice<UInt8>, _ isSent: Bool) -> Void) {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var waits = [one, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waits, 2, 120_000) > 0 || errno == EINTR else { return }
            for wait in waits where wait.revents != 0 {
                let count = recv(wait.fd, &piece, piece.count, 0)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                let isSent = wait.fd == one
                hear(piece[..<count], isSent)
                RawConnection(descriptor: isSent ? other : one).write(
                    isSent ? withoutCodings(piece[..<count]) : Array(piece[..<count]))
            }
        }
    }

    private static func withoutCodings(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var data = Data(bytes)
        if let name = data.range(of: Data("\r\nAccept-Encoding:".utf8)) {
            data.replaceSubrange(name, with: Data("\r\nX-Coding-Accept:".utf8))
        }
        return Array(data)
    }
}
