import Foundation
import Glibc
import Synchronization

/// A server on bare sockets at 127.0.0.1, for responses that no proper server sends. Every connection gets a thread.
package final class RawServer: Sendable {
    package let port: Int
    private let listener: Int32
    private let accepted = Mutex(0)

    /// The number of connections opened so far.
    package var connectionCount: Int { accepted.withLock { $0 } }
    package var address: String { "http://127.0.0.1:\(port)" }

    package init(_ serve: @escaping @Sendable (RawConnection) -> Void) {
        let (listener, port) = RawServer.bound()
        self.listener = listener
        self.port = port
        listen(listener, 1024)
        let accepted = { @Sendable [weak self] in self?.accepted.withLock { $0 += 1 } }
        Thread.detachNewThread {
            while true {
                let descriptor = accept(listener, nil, nil)
                if descriptor < 0, errno == EINTR || errno == ECONNABORTED { continue }
                guard descriptor >= 0 else { break }
                _ = accepted()
                var limit = timeval(tv_sec: 240, tv_usec: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
                Thread.detachNewThread {
                    serve(RawConnection(descriptor: descriptor))
                    close(descriptor)
                }
            }
            close(listener)
        }
    }

    /// A server that responds to every request on every connection with the same bytes.
    package convenience init(answering bytes: [UInt8]) {
        self.init { connection in
            while connection.readRequest() != nil { connection.write(bytes) }
        }
    }

    package convenience init(answering text: String) { self.init(answering: Array(text.utf8)) }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// A socket bound to a free port that does not listen yet: connections are refused.
    package static func bound() -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = bind(descriptor, $0, length)
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}

/// The server's side of a connection.
package struct RawConnection: Sendable {
    package let descriptor: Int32

    package init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next request, head and body, as text; nil when the client has closed.
    package func readRequest() -> String? { readRequestBytes().map { String(decoding: $0, as: UTF8.self) } }

    /// The next request, head and body, as bytes; nil when the client has closed.
    package func readRequestBytes() -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            if let end = RawConnection.headEnd(bytes) {
                let head = String(decoding: bytes[..<end], as: UTF8.self)
                let length =
                    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
                if bytes.count >= end + length { return Array(bytes[..<(end + length)]) }
            }
            guard let more = readSome() else { return nil }
            bytes += more
        }
    }

    /// Waits until the client closes its side; false when the socket's timeout expires first.
    package func waitForClose() -> Bool {
        var byte: UInt8 = 0
        while true {
            let count = recv(descriptor, &byte, 1, 0)
            if count == 0 { return true }
            if count < 0, errno != EINTR { return errno == ECONNRESET }
        }
    }

    package func write(_ text: String) { write(Array(text.utf8)) }

    package func write(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Closes the socket.
    package func end() { close(descriptor) }

    /// Makes the following close send a reset.
    package func resetOnClose() {
        var value = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
    }

    private func readSome() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        // Tests of the prompt signal the whole process, and a timed wait is not resumed after a signal.
        var count = recv(descriptor, &buffer, buffer.count, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        bytes.indices.dropFirst(3).first { end in
            bytes[end] == 10 && bytes[end - 1] == 13 && bytes[end - 2] == 10 && bytes[end - 3] == 13
        }.map { $0 + 1 }
    }
}
