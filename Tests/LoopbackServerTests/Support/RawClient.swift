import ExchangeModel
import Foundation
import Glibc
import Synchronization

/// A client on bare sockets, for requests that no proper client sends.
enum RawClient {
    /// Sends bytes to a local port and returns everything received until the server closes; nil when nothing listens.
    ///
    /// Waits on its own thread: a response made by a task needs a thread of the shared pool, which has only as many
    /// threads as the machine has cores.
    static func exchange(_ bytes: [UInt8], port: Int) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let descriptor = connected(to: port)
                guard descriptor >= 0 else { return continuation.resume(returning: nil) }
                defer { close(descriptor) }
                write(bytes, to: descriptor)
                continuation.resume(returning: readToEnd(descriptor))
            }
        }
    }

    /// Sends a text, and then a byte every 50 milliseconds until the server closes or answers. Returns the answer; nil
    /// when nothing listens.
    static func trickle(_ text: String, port: Int) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let descriptor = connected(to: port)
                guard descriptor >= 0 else { return continuation.resume(returning: nil) }
                defer { close(descriptor) }
                write(Array(text.utf8), to: descriptor)
                var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                while poll(&state, 1, 50) <= 0 { write([UInt8(ascii: "x")], to: descriptor) }
                continuation.resume(returning: readToEnd(descriptor))
            }
        }
    }

    /// Sends a text and closes without waiting for a response.
    static func sendAndLeave(_ text: String, port: Int) {
        close(open(text, port: port))
    }

    /// A socket on which a text was sent, or a negative number.
    static func open(_ text: String, port: Int) -> Int32 {
        let descriptor = connected(to: port)
        write(Array(text.utf8), to: descriptor)
        return descriptor
    }

    static func write(_ bytes: [UInt8], to descriptor: Int32) {
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

    static func exchange(_ text: String, port: Int) async -> String? { await exchange(Array(text.utf8), port: port) }

    /// A GET with these header lines and `Connection: close`.
    static func get(_ target: String, _ lines: [String] = ["Host: localhost"], port: Int) async -> String? {
        await exchange(
            "GET \(target) HTTP/1.1\r\n" + (lines + ["Connection: close"]).joined(separator: "\r\n") + "\r\n\r\n",
            port: port)
    }

    /// A connected socket, or a negative number. Reads time out after 240 seconds.
    static func connected(to port: Int) -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            close(descriptor)
            return -1
        }
        var limit = timeval(tv_sec: 240, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return descriptor
    }

    static func readToEnd(_ descriptor: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            // Tests of the prompt signal the whole process, and a timed wait is not resumed after a signal.
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Responds at once with the result of a closure, and stores the requests.
final class ImmediateListener: ImmediateTransport {
    private let function: @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>
    private let asked = Mutex<[HTTPRequest]>([])

    init(_ function: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportFailure>) {
        self.function = function
    }

    /// Always gives the same response. Its `Date` header is fixed, so the bytes sent are deterministic.
    convenience init(_ response: HTTPResponse = HTTPResponse(status: 200, headers: ["Date": "today"])) {
        self.init { _ in .success(response) }
    }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        asked.withLock { $0.append(request) }
        return try function(request).get()
    }
}

/// Holds requests until a given number has arrived, then responds to all; or until cancelled.
actor BarrierListener: Transport {
    private let number: Int
    private var held: [Int: CheckedContinuation<Void, Never>] = [:]
    private var count = 0
    private let arrivals: AsyncStream<Int>.Continuation
    /// Called with the number of requests each time one arrives.
    nonisolated let arrived: AsyncStream<Int>

    init(of number: Int) {
        self.number = number
        (arrived, arrivals) = AsyncStream.makeStream(of: Int.self)
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        await withTaskCancellationHandler {
            await withCheckedContinuation { hold($0) }
        } onCancel: {
            Task { await self.letGo() }
        }
        if Task.isCancelled { throw TransportFailure(.cancelled, "It was called off.") }
        return HTTPResponse(status: 200, body: Array(request.url.target.utf8))
    }

    private func hold(_ continuation: CheckedContinuation<Void, Never>) {
        count += 1
        held[count] = continuation
        arrivals.yield(count)
        if count == number { letGo() }
    }

    private func letGo() {
        for continuation in held.values { continuation.resume() }
        held.removeAll()
    }
}
