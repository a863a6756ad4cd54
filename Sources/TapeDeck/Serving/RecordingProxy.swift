package import ExchangeModel
import Notation
import Synchronization

/// Records what other programs send to an instance through a reverse proxy. A request reaches the instance as the client
/// sent it, with its credentials and without what belongs to the connection; the tape holds the instance's own exchange,
/// and the client receives it with the proxy's origin in place of the instance's.
///
/// Each client is recorded apart from the others, as a session with its own order and epochs. A client is named by its
/// requests or by the port it connects to.
package final class RecordingProxy: Sendable {
    package static let maxClients = 1000
    /// In bytes.
    package static let longestClientName = 200

    /// The instance that receives the requests.
    package struct Target: Sendable, Hashable {
        package var origin: HTTPURL
        /// Its name in `--allow-writes`.
        package var name: String
        package var mayWrite: Bool

        package init(origin: HTTPURL, name: String, mayWrite: Bool) {
            self.origin = origin
            self.name = name
            self.mayWrite = mayWrite
        }
    }

    package struct Options: Sendable {
        package var target: Target
        package var limits: RequestLimits
        /// Whether links in bodies keep pointing to the instance.
        package var keepsLinks = false
        /// Adapts a response to a browser that is shown a page; others are returned unchanged.
        package var relocated:
            @Sendable (_ response: HTTPResponse, _ request: HTTPRequest, _ instance: HTTPURL) ->
                HTTPResponse = { response, _, _ in response }
        /// Whether a request only signs in, so that it is not part of an epoch. A client's own sign-in is as guarded as
        /// everything that it sends.
        package var isSignIn: @Sendable (HTTPRequest) -> Bool
        /// Reports each rejected request on one line.
        package var notify: @Sendable (String) -> Void

        package init(
            _ target: Target, limits: RequestLimits, isSignIn: @escaping @Sendable (HTTPRequest) -> Bool,
            notify: @escaping @Sendable (String) -> Void
        ) {
            self.target = target
            self.limits = limits
            self.isSignIn = isSignIn
            self.notify = notify
        }
    }

    package struct Counts: Sendable, Hashable {
        /// Exchanges on the tape.
        package var recorded = 0
        /// Requests that were not sent.
        package var rejected = 0
    }

    private let deck: RecordingDeck
    private let redaction: Redaction
    private let options: Options
    private let journal: ServedJournal?
    private let state = Mutex(Counts())

    package init(_ deck: RecordingDeck, _ options: Options, journal: ServedJournal? = nil) {
        self.deck = deck
        redaction = deck.tape.redaction
        self.options = options
        self.journal = journal
    }

    package var counts: Counts { state.withLock { $0 } }

    var clientNames: [String] { deck.clientNames }

    /// A port of the proxy.
    package struct Port: Transport {
        let proxy: RecordingProxy
        let client: String

        package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
            try await proxy.send(request, from: client)
        }
    }

    /// - Parameter client: the client of requests that name none; empty for the tape's session without a name.
    package func port(for client: String = "") -> Port { Port(proxy: self, client: client) }

    /// Sends a client's request and returns the response for the client, after it is on the tape.
    private func send(
        _ request: HTTPRequest, from port: String
    ) async throws(TransportFailure) -> HTTPResponse {
        let named = request.headers[ProxiedRequest.clientName] ?? ""
        let client = named.isEmpty ? port : named
        let sent: HTTPRequest, recorder: Recorder
        switch admitted(request, from: client) {
        case .success(let found): (sent, recorder) = found
        case .failure(let rejection):
            state.withLock { $0.rejected += 1 }
            options.notify(rejection.message)
            note(request, from: client, status: rejection.status, exchange: nil)
            return ProgramMiss.errorResponse(rejection.status, rejection.kind, rejection.message)
        }
        let (exchange, outcome) = try await recorder.record(sent)
        state.withLock { $0.recorded += 1 }
        switch outcome {
        case .success(let response):
            note(request, from: client, status: response.status, exchange: exchange)
            let origin = options.target.origin
            let moved = ProxiedResponse(origin: origin, keepsLinks: options.keepsLinks).made(
                of: response, for: request)
            return options.relocated(moved, request, origin)
        case .failure(let failure):
            note(request, from: client, status: 502, exchange: exchange)
            throw failure
        }
    }

    private struct Rejection: Error {
        let status: Int
        let kind: String
        let message: String
    }

    /// The request as it is sent to the instance, and the client's recorder.
    private func admitted(
        _ request: HTTPRequest, from client: String
    ) -> Result<(HTTPRequest, Recorder), Rejection> {
        let method = request.method.rawValue, target = options.target
        let asked = request.headers.values(of: "Upgrade")
        guard !asked.contains(where: { ASCII.lowercased($0).contains("websocket") }) else {
            let message = "\(request.url.path): WebSockets are not recorded; a tape holds requests and answers."
            return .failure(Rejection(status: 501, kind: "unsupported", message: message))
        }
        let codings = request.headers.values(of: "Content-Encoding").filter { !HeaderFields.same($0, "identity") }
        guard codings.isEmpty || request.body?.isEmpty ?? true else {
            let message =
                "\(method) \(request.url.path) was not sent: its body is compressed (\(codings.joined(separator: ", "))), "
                + "so its secrets cannot be found. Send it uncompressed."
            return .failure(Rejection(status: 415, kind: "unsupported", message: message))
        }
        let sent = ProxiedRequest(origin: target.origin).made(
            of: request, isSignIn: options.isSignIn(request), limits: options.limits)
        guard target.mayWrite || Safety.isSafe(sent) else {
            let message =
                "\(method) \(request.url.path) was not sent: changes of \(target.name) need "
                + "snowdeck serve record --allow-writes \(target.name)."
            return .failure(Rejection(status: 403, kind: "guard", message: message))
        }
        guard client.utf8.count <= Self.longestClientName,
            let recorder = deck.recorder(for: client, limit: Self.maxClients)
        else {
            let message =
                "\(method) \(request.url.path) was not sent: a tape records at most \(Self.maxClients) clients "
                + "with names of at most \(Self.longestClientName) bytes (\(ProxiedRequest.clientName))."
            return .failure(Rejection(status: 429, kind: "limit", message: message))
        }
        return .success((sent, recorder))
    }

    private func note(_ request: HTTPRequest, from client: String, status: Int, exchange: Int64?) {
        guard let journal else { return }
        // Without secrets, like the tape.
        let url = redaction.redact(HTTPRequest(request.method, request.url)).url
        journal.add(client, request.method.rawValue, url.target, status: status, exchange: exchange)
    }
}
