import CMicrohttpd
import Glibc

/// The connections of a proxy whose first request has not arrived completely. Confined to one thread.
final class ProxyConnections {
    /// In bytes. A CONNECT request is short.
    private static let longestHead = 16 << 10
    private static let patience = Duration.seconds(10)
    private let most = min(256, LoopbackListener.descriptors / 8)

    private struct Pending {
        let descriptor: Int32
        let deadline: ContinuousClock.Instant
        /// How many bytes have been peeked at.
        var seen = 0
        /// Whether it waits until the listeners may have another connection.
        var waitsForRoom = false
    }

    private enum Step {
        case waits(seen: Int)
        case waitsForRoom
        /// The connection was closed, or belongs to a listener.
        case done
    }

    private let socket: Int32
    private let plain: LoopbackListener
    private let tunnels: [String: LoopbackListener]
    private let refusal: @Sendable (String) -> String
    private var pending: [Pending] = []

    init(
        socket: Int32, plain: LoopbackListener, tunnels: [String: LoopbackListener],
        refusal: @escaping @Sendable (String) -> String
    ) {
        self.socket = socket
        self.plain = plain
        self.tunnels = tunnels
        self.refusal = refusal
    }

    /// Runs until the listening socket is shut down.
    func run() {
        while true {
            var waits = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
            waits += pending.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            let count = poll(&waits, nfds_t(waits.count), pending.isEmpty ? -1 : 1000)
            // Shut down. `accept` would say so only while there are free descriptors.
            if count < 0, errno != EINTR { break }
            if waits[0].revents & Int16(POLLHUP) != 0 { break }
            proceed(Set(waits.dropFirst().lazy.filter { $0.revents != 0 }.map(\.fd)))
            dropExpired()
            if count > 0, waits[0].revents != 0, !acceptAll() { break }
        }
        for connection in pending { close(connection.descriptor) }
    }

    /// False once the socket is shut down.
    private func acceptAll() -> Bool {
        while true {
            let descriptor = accept(socket, nil, nil)
            guard descriptor >= 0 else {
                // Without a free descriptor the connection would be reported again at once.
                if errno == EMFILE || errno == ENFILE { usleep(50_000) }
                return errno != EINVAL && errno != EBADF
            }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            if pending.count >= most { close(pending.removeFirst().descriptor) }
            pending.append(Pending(descriptor: descriptor, deadline: .now + Self.patience))
        }
    }

    private func proceed(_ ready: Set<Int32>) {
        pending = pending.compactMap { connection in
            guard ready.contains(connection.descriptor) || connection.waitsForRoom else { return connection }
            var waiting = connection
            switch step(connection) {
            case .waits(let seen): (waiting.seen, waiting.waitsForRoom) = (seen, false)
            case .waitsForRoom: waiting.waitsForRoom = true
            case .done: return nil
            }
            return waiting
        }
    }

    /// Whether a listener has as many connections as it may.
    private var isFull: Bool { plain.isFull || tunnels.values.contains(where: \.isFull) }

    private func step(_ connection: Pending) -> Step {
        let descriptor = connection.descriptor
        return withUnsafeTemporaryAllocation(byteCount: Self.longestHead, alignment: 1) { room in
            let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_PEEK))
            if count < 0, errno == EAGAIN || errno == EINTR { return .waits(seen: connection.seen) }
            // The client is gone, or will send nothing more.
            guard count > connection.seen || connection.waitsForRoom && count > 0 else { return closed(descriptor) }
            let bytes = UnsafeRawBufferPointer(rebasing: room[..<count])
            let word = "CONNECT ".utf8
            guard zip(bytes, word).allSatisfy({ $0 == $1 }) else {
                if isFull { return delayed(descriptor) }
                waitForBytes(1, on: descriptor)
                plain.add(descriptor)
                return .done
            }
            guard let end = Self.endOfHead(bytes) else {
                guard count < Self.longestHead else {
                    return reject(descriptor, "431 Request Header Fields Too Large", "The CONNECT request is too long.")
                }
                waitForBytes(count + 1, on: descriptor)
                return .waits(seen: count)
            }
            if isFull { return delayed(descriptor) }
            let line = String(decoding: bytes.prefix { $0 != 13 && $0 != 10 }, as: UTF8.self)
            // What follows the head is the first bytes of the tunnel.
            guard recv(descriptor, room.baseAddress, end, 0) == end else { return closed(descriptor) }
            return connect(descriptor, line)
        }
    }

    private func connect(_ descriptor: Int32, _ line: String) -> Step {
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1."), !words[1].isEmpty else {
            return reject(descriptor, "400 Bad Request", "The CONNECT request is malformed.")
        }
        let authority = words[1].lowercased()
        guard let tunnel = tunnels[authority] else {
            return reject(descriptor, "403 Forbidden", refusal(authority))
        }
        guard write("HTTP/1.1 200 Connection established\r\n\r\n", to: descriptor) else { return closed(descriptor) }
        waitForBytes(1, on: descriptor)
        tunnel.add(descriptor)
        return .done
    }

    private func reject(_ descriptor: Int32, _ status: String, _ reason: String) -> Step {
        let body = reason + "\n"
        let head = [
            "HTTP/1.1 " + status, "Content-Type: text/plain;charset=utf-8", "Content-Length: \(body.utf8.count)",
            "Connection: close", "", "",
        ]
        _ = write(head.joined(separator: "\r\n") + body, to: descriptor)
        return closed(descriptor)
    }

    private func delayed(_ descriptor: Int32) -> Step {
        waitForBytes(Self.longestHead, on: descriptor)
        return .waitsForRoom
    }

    private func closed(_ descriptor: Int32) -> Step {
        close(descriptor)
        return .done
    }

    /// Writes a text that fits into the socket's empty buffer.
    private func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) == $0.count }
    }

    /// Bytes that were only peeked at would be reported again at once.
    private func waitForBytes(_ count: Int, on descriptor: Int32) {
        var count = Int32(clamping: count)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVLOWAT, &count, socklen_t(MemoryLayout<Int32>.size))
    }

    private func dropExpired() {
        let now = ContinuousClock.now
        for connection in pending where connection.deadline < now { close(connection.descriptor) }
        pending.removeAll { $0.deadline < now }
    }

    private static func endOfHead(_ bytes: UnsafeRawBufferPointer) -> Int? {
        let mark: [UInt8] = [13, 10, 13, 10]
        guard bytes.count >= mark.count else { return nil }
        return (0...bytes.count - mark.count).first { start in
            bytes[start..<start + mark.count].elementsEqual(mark)
        }.map { $0 + mark.count }
    }
}
