import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Stands between a program and a server, and keeps what either sends, byte by byte, as it travels.
final class WireLog: Sendable {
    private final class Kept: Sendable {
        let sent = Mutex<[UInt8]>([])
        let answered = Mutex<[UInt8]>([])
    }

    private let kept: Kept
    private let relay: RawServer

    /// - Parameter port: where the server listens on 127.0.0.1.
    init(before port: Int) {
        let kept = Kept()
        self.kept = kept
        relay = RawServer { client in
            guard let server = WireLog.connection(to: port) else { return }
            let isOver = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                WireLog.pump(from: server, to: client) { bytes in kept.answered.withLock { $0 += bytes } }
                shutdown(client.descriptor, Int32(SHUT_RDWR))
                isOver.signal()
            }
            WireLog.pump(from: client, to: server) { bytes in kept.sent.withLock { $0 += bytes } }
            shutdown(server.descriptor, Int32(SHUT_RDWR))
            isOver.wait()
            server.end()
        }
    }

    var address: String { relay.address }
    var name: String { "127.0.0.1:\(relay.port)" }

    /// The requests so far, one after another.
    func requests() throws -> [WireMessage] { try WireMessage.all(in: kept.sent.withLock { $0 }) }

    /// The answers so far, one after another.
    func answers() throws -> [WireMessage] { try WireMessage.all(in: kept.answered.withLock { $0 }) }

    private static func connection(to port: Int) -> RawConnection? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = UInt16(port).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if result == 0 { return RawConnection(descriptor: descriptor) }
        close(descriptor)
        return nil
    }

    /// Hands on what comes until one side has gone; it is kept before it is handed on.
    private static func pump(from one: RawConnection, to other: RawConnection, keep: ([UInt8]) -> Void) {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(one.descriptor, &piece, piece.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            keep(Array(piece[..<count]))
            other.write(Array(piece[..<count]))
        }
    }
}
