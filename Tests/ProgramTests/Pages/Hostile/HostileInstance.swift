import ExchangeModel
import LoopbackServer
import Synchronization
import TestSupport

/// An instance that answers as no honest one would: each address as a table says, and everything else with a page that
/// says what was asked for. It keeps what it was asked.
final class HostileInstance: Sendable {
    /// What a request line and its answer are.
    typealias Answer = @Sendable (HTTPRequest) -> HTTPResponse?

    private let listener: LoopbackListener
    private let log: Log
    /// `http://127.0.0.1:PORT`.
    let address: String

    private final class Log: Sendable {
        let lines = Mutex<[String]>([])
    }

    private struct Serving: ImmediateTransport {
        let log: Log
        let reply: Answer

        func answer(_ request: HTTPRequest) throws(TransportFailure) -> HTTPResponse {
            log.lines.withLock { $0.append(HostileInstance.line(of: request)) }
            return reply(request) ?? HostileInstance.page("<p>page \(request.url.target)</p>")
        }
    }

    /// - Parameters:
    ///   - identity: what it proves its name with over TLS; nil serves in the clear.
    ///   - reply: what it answers; nil for the page that says what was asked for.
    init(identity: ServerIdentity? = nil, _ reply: @escaping Answer) throws {
        log = Log()
        listener = try LoopbackListener(
            Serving(log: log, reply: reply), options: ListenerOptions(identity: identity))
        address = (identity == nil ? "http" : "https") + "://127.0.0.1:\(listener.port)"
    }

    /// One that answers paths with fixed bytes.
    convenience init(_ answers: [String: HTTPResponse]) throws {
        try self.init { answers[$0.url.path] }
    }

    deinit { listener.stop() }

    /// `127.0.0.1:PORT`.
    var name: String { "127.0.0.1:\(listener.port)" }
    /// What it was asked: `GET /a.do basic`, by what each was signed in.
    var asked: [String] { log.lines.withLock { $0 } }

    private static func line(of request: HTTPRequest) -> String {
        let scheme = request.headers["Authorization"].flatMap { $0.split(separator: " ").first }
        let proof = scheme.map { $0.lowercased() } ?? (request.headers["Cookie"] == nil ? "-" : "cookies")
        return "\(request.method.rawValue) \(request.url.target) \(proof)"
    }

    /// A page of text.
    static func page(_ text: String, status: Int = 200, _ headers: [HeaderField] = []) -> HTTPResponse {
        page(Array(text.utf8), "text/html;charset=UTF-8", status: status, headers)
    }

    /// An answer of bytes; without a type none is said.
    static func page(
        _ bytes: [UInt8], _ type: String? = nil, status: Int = 200, _ headers: [HeaderField] = []
    ) -> HTTPResponse {
        let line = type.map { [HeaderField("Content-Type", $0)] } ?? []
        return HTTPResponse(status: status, headers: HeaderFields(line + headers), body: bytes)
    }

    /// An answer that leads elsewhere.
    static func redirect(_ location: String, status: Int = 302) -> HTTPResponse {
        page([], nil, status: status, [HeaderField("Location", location)])
    }
}
