package import ExchangeModel
import Notation
import Redactors
import Synchronization

/// A reverse proxy that records what other programs send to an instance. A request is forwarded as the client sent it,
/// with its credentials and without connection-specific header fields. The tape holds the exchange with the instance;
/// in the client's response the proxy's origin replaces the instance's.
///
/// Each client is a session of its own, with its own order and epochs. A client is named by its requests or by the port
/// it connects to.
package final class RecordingProxy: Sendable {
    package static let maxClients = 1000
    /// In bytes.
    package static let maxClientNameLength = 200

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
        package var relocate:
            @Sendable (_ response: HTTPResponse, _ request: HTTPRequest, _ instance: HTTPURL) ->
                HTTPResponse = { response, _, _ in response }
        /// Whether a request only signs in, so that it is not part of an epoch. The guard applies to it all the same.
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
    private func send(_ request: HTTPRequest, from port: String) async throws(TransportFailure) -> HTTPResponse {
        let named = request.headers[ProxiedRequest.clientName] ?? ""
        let client = named.isEmpty ? port : named
        let sent: HTTPRequest, recorder: Recorder
        switch forwarded(request, from: client) {
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
            let moved = ProxiedResponse(origin: origin, keepsLinks: options.keepsLinks).made(of: response, for: request)
            return options.relocate(moved, request, origin)
        case .failure(let failure):
            note(request, from: client, status: 502, exchange: exchange)
            throw failure
        }
    }

    private struct Rejection: Error {
        let status: Int
        let kind: String
        package let message: String
    }

    private func forwarded(_ request: HTTPRequest, from client: String) -> Result<(HTTPRequest, Recorder), Rejection> {
        let method = request.method.rawValue, target = options.target
        let upgrades = request.headers.values(of: "Upgrade")
        guard !upgrades.contains(where: { ASCII.lowercased($0).contains("websocket") }) else {
            let message = "\(request.url.path): WebSockets are not recorded; a tape has requests and answers."
            return .failure(Rejection(status: 501, kind: "unsupported", message: message))
        }
        let codings = request.headers.values(of: "Content-Encoding").filter { !HeaderFields.same($0, "identity") }
        guard codings.isEmpty || request.body?.isEmpty ?? true else {
            let message =
                "\(method) \(request.url.path) was not sent: its body is compressed (\(codings.joined(separator: ", "))), "
                + "so its secrets cannot be found. Send it uncompressed."
            return .failure(Rejection(status: 415, kind: "unsupported", message: message))
        }
        let sent = ProxiedRequest(origin: target.origin).forwarded(
            request, isSignIn: options.isSignIn(request), limits: options.limits)
        guard target.mayWrite || Safety.isSafe(sent) else {
            let message =
                "\(method) \(request.url.path) was not sent: changes of \(target.name) need "
                + "snowdeck serve record --allow-writes \(target.name)."
            return .failure(Rejection(status: 403, kind: "guard", message: message))
        }
        guard client.utf8.count <= Self.maxClientNameLength,
            let recorder = deck.recorder(for: client, limit: Self.maxClients)
        else {
            let message =
                "\(method) \(request.url.path) was not sent: a tape records at most \(Self.maxClients) clients "
                + "with names of at most \(Self.maxClientNameLength) bytes (\(ProxiedRequest.clientName))."
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

/// Turns a client's request to `serve record` into the request to the instance.
struct ProxiedRequest {
    /// The header field by which a client names itself to Snowdeck's servers.
    static let clientName = "X-Snowdeck-Client"

    package let origin: HTTPURL

    /// The same request without fields of the connection (RFC 9110, 7.6.1). Responses are requested in the codings that
    /// can be decoded here, since the tape holds decoded bodies, in which secrets are found.
    func forwarded(_ request: HTTPRequest, isSignIn: Bool, limits: RequestLimits) -> HTTPRequest {
        var sent = request
        sent.url = request.url.moved(to: origin)
        sent.headers = HeaderFields(
            request.headers.fields.compactMap { field in
                let name = ASCII.lowercased(field.name)
                if Self.dropped.contains(name) { return nil }
                // The instance compares them with its own origin.
                guard name == "origin" || name == "referer" else { return field }
                return HeaderField(field.name, moved(field.value, from: request.url.origin))
            })
        // HTTP allows a body here, but it has no meaning, and clients send an empty one.
        if request.method == .head { sent.body = nil }
        sent.purpose = isSignIn ? .signIn : .command
        sent.principal = request.basicUser
        sent.limits = limits
        return sent
    }

    private func moved(_ address: String, from proxyOrigin: String) -> String {
        guard address.utf8.starts(with: proxyOrigin.utf8) else { return address }
        let rest = address.utf8.dropFirst(proxyOrigin.utf8.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return address }
        return origin.origin + String(Substring(rest))
    }

    private static let dropped: Set<String> = [
        "accept-encoding", "expect", "http2-settings", "proxy-authorization", "te", "trailer", "upgrade",
        ASCII.lowercased(clientName),
    ]
}

/// Adapts a response of an instance to a client that addressed the proxy.
struct ProxiedResponse {
    package let origin: HTTPURL
    let keepsLinks: Bool

    /// Replaces the instance's origin in header fields and in links of REST responses, and the domain of cookies.
    func made(of response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        let rewriter = ServedResponse(origin: origin, isForProgram: true)
        var answer = response
        answer.headers = HeaderFields(
            response.headers.fields.compactMap { field in
                var field = field
                switch ASCII.lowercased(field.name) {
                // They would make clients bypass the proxy.
                case "strict-transport-security", "alt-svc": return nil
                case "location", "content-location": field.value = rewriter.local(field.value, for: request)
                case "link": field.value = rewriter.localLinks(field.value, for: request)
                case "set-cookie": field.value = cookie(field.value, isSecure: request.url.scheme == "https")
                case "access-control-allow-origin" where field.value == origin.origin:
                    field.value = request.url.origin
                case "access-control-allow-origin": break
                default: if rewriter.isOwn(field.value.utf8) { field.value = rewriter.local(field.value, for: request) }
                }
                return field
            })
        if !keepsLinks, let body = BodyLinks.moved(in: response, from: origin, to: request.url.origin) {
            answer.body = body
            answer.headers.remove("Content-Length")
        }
        return answer
    }

    /// A `Set-Cookie` field for the host that sent it. Over plain HTTP a cookie cannot be `Secure`, and without that
    /// not `SameSite=None`.
    private func cookie(_ line: String, isSecure: Bool) -> String {
        let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let kept = parts.enumerated().filter { index, part in
            guard index > 0 else { return true }
            let text = ASCII.lowercased(String(Substring(part)).filter { $0 != " " && $0 != "\t" })
            if text.hasPrefix("domain=") || text == "domain" { return false }
            return isSecure || !["secure", "samesite=none"].contains(text)
        }
        return kept.map { String(Substring($0.element)) }.joined(separator: ";")
    }
}

extension HTTPRequest {
    /// The user of its header `Authorization: Basic`; nil for another one, or for a key sent as the user.
    package var basicUser: String? {
        let words = (headers["Authorization"] ?? "").split(separator: " ")
        guard words.count == 2, ASCII.lowercased(String(words[0])) == "basic",
            let bytes = Base64.decode(words[1].utf8), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            // A key sent as the user has no password after it, and is a secret.
            colon + 1 < bytes.count
        else { return nil }
        return String(validating: bytes[..<colon], as: UTF8.self)
    }
}
