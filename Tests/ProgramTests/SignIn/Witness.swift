import ExchangeModel
import LoopbackServer
import Synchronization
import TestSupport

/// A server that keeps what it receives, line by line, in the clear or over TLS.
final class Witness: Sendable {
    /// A request as it came.
    struct Heard: Sendable, Hashable {
        let method: String
        let target: String
        /// The lines of its head, as they came. How bodies may be packed is the library's business, and is left open.
        let lines: [String]
        let body: String

        /// What stands behind a name.
        func value(_ name: String) -> String? {
            lines.first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }.map {
                String($0.dropFirst(name.count + 2))
            }
        }
    }

    /// What it answers.
    struct Reply: Sendable {
        var status = 200
        var lines: [HeaderField] = []
        var body = #"{"result":[]}"#
    }

    private let plain: RawServer?
    private let secure: LoopbackListener?
    private let memory: Memory
    let port: Int

    /// - Parameter identity: what it proves its name with over TLS; nil serves in the clear.
    init(
        identity: ServerIdentity? = nil, _ reply: @escaping @Sendable (Heard) -> Reply = { _ in Reply() }
    ) throws {
        let memory = Memory()
        self.memory = memory
        if let identity {
            let listener = try LoopbackListener(
                Serving(memory: memory, reply: reply), options: ListenerOptions(identity: identity))
            (plain, secure, port) = (nil, listener, listener.port)
        } else {
            let server = RawServer { connection in
                while let text = connection.readRequest() {
                    let heard = Heard(text)
                    memory.note(heard)
                    connection.write(reply(heard).text)
                }
            }
            (plain, secure, port) = (server, nil, server.port)
        }
    }

    deinit { secure?.stop() }

    var heard: [Heard] { memory.all }
    /// `127.0.0.1:PORT`.
    var name: String { "127.0.0.1:\(port)" }
    var address: String { (secure == nil ? "http://" : "https://") + name }
    /// The address under the machine's other name.
    var otherName: String { (secure == nil ? "http://" : "https://") + "localhost:\(port)" }
}

private final class Memory: Sendable {
    private let requests = Mutex<[Witness.Heard]>([])

    var all: [Witness.Heard] { requests.withLock { $0 } }

    func note(_ heard: Witness.Heard) { requests.withLock { $0.append(heard) } }
}

private struct Serving: ImmediateTransport {
    let memory: Memory
    let reply: @Sendable (Witness.Heard) -> Witness.Reply

    func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
        let port = request.url.port.map { ":\($0)" } ?? ""
        let heard = Witness.Heard(
            method: request.method.rawValue, target: request.url.target,
            lines: ["Host: \(request.url.host)\(port)"]
                + request.headers.fields.map { Witness.Heard.line($0.name, $0.value) },
            body: String(decoding: request.body ?? [], as: UTF8.self))
        memory.note(heard)
        let reply = reply(heard)
        return HTTPResponse(
            status: reply.status,
            headers: HeaderFields([HeaderField("Content-Type", "application/json")] + reply.lines),
            body: Array(reply.body.utf8))
    }
}

extension Witness.Heard {
    fileprivate init(_ text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let head = (parts.first ?? "").split(separator: "\r\n").map(String.init)
        let words = (head.first ?? "").split(separator: " ").map(String.init)
        self.init(
            method: words.first ?? "", target: words.count > 1 ? words[1] : "",
            lines: head.dropFirst().map { line in
                let colon = line.firstIndex(of: ":") ?? line.endIndex
                return Self.line(String(line[..<colon]), String(line[colon...].dropFirst(2)))
            }, body: String(parts.count > 1 ? parts[1] : ""))
    }

    fileprivate static func line(_ name: String, _ value: String) -> String {
        name.lowercased() == "accept-encoding" ? "\(name): …" : "\(name): \(value)"
    }
}

extension Witness.Reply {
    fileprivate var text: String {
        let lines =
            ["HTTP/1.1 \(status) Answer", "Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
            + lines.map { "\($0.name): \($0.value)" }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }
}

/// Counts what a server has served.
final class Served: Sendable {
    private let count = Mutex(0)

    /// 0, then 1, then 2.
    func next() -> Int {
        count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}
