import ExchangeModel
import Foundation
import LoopbackServer
import Synchronization
import Testing
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

/// A script of `page` commands that the real program runs at a hostile instance, recorded, and once more from the tape.
struct HostileVisit {
    let desk: Desk
    /// How the recorded run ended.
    let ended: Ended

    /// Runs a script, every line of it; `flags` stand before it.
    init(
        _ script: String, at instance: HostileInstance, _ flags: [String] = [], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await self.init(
            script, try Desk(), instance.address, ["--user", "jane"] + flags, variables: variables,
            sourceLocation: sourceLocation)
    }

    /// The same at any address, by somebody's flags.
    init(
        _ script: String, _ desk: Desk, _ address: String, _ flags: [String], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        self.desk = desk
        try desk.write(script, to: "script")
        let words = ["--instance", address, "--tape", "visit"] + flags + ["run", "--keep-going", "script"]
        ended = try await desk.start(
            words, input: "", variables: ["SNOWDECK_PASSWORD": "secret-of-jane"].merging(variables) { $1 }
        ).end()
        // From the tape, with nobody there: the same bytes.
        let check = try await desk.run("replay", desk.tape("visit"), "--check")
        #expect(check.status == 0, "\(check)", sourceLocation: sourceLocation)
        let again = try await desk.start(["--mode", "replay", "--trust"] + words, input: "").end()
        #expect(again == ended, sourceLocation: sourceLocation)
    }

    /// Standard output with the errors behind it and the exit status, the instance's place being `HOST`; rules are short.
    func text(at address: String) -> String {
        let host = address.split(separator: "/").last.map(String.init) ?? ""
        let all = ended.output + "—\n" + ended.errors + "exit \(ended.status)\n"
        return all.replacingOccurrences(of: host, with: "HOST")
            .replacingOccurrences(of: String(repeating: "─", count: 80), with: "────")
    }
}
