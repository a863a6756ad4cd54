import CMicrohttpd
import ExchangeModel
import Glibc
import Synchronization

/// The context of the callbacks: the transport, the rules, and the requests waiting for a response.
final class Service: Sendable {
    private let transport: any Transport
    /// The same transport, if it answers synchronously.
    private let immediate: (any ImmediateTransport)?
    private let hostGuard: HostGuard
    private let originGuard: OriginGuard
    /// Nil if no pages are served.
    private let pageGuard: PageGuard?
    private let bodyLimit: Int
    /// Whether clients are asked for a certificate.
    private let requestsCertificate: Bool
    let waiting = Mutex(Waiting())

    struct Waiting {
        var isEnding = false
        var exchanges: [ObjectIdentifier: Entry] = [:]
    }

    struct Entry {
        let conversation: Conversation
        let connection: ClientConnection
        var task: Task<Void, Never>?
    }

    init(_ transport: any Transport, port: Int, options: ListenerOptions) {
        self.transport = transport
        immediate = transport as? any ImmediateTransport
        hostGuard = HostGuard(scheme: options.identity == nil ? "http" : "https", port: port)
        originGuard = OriginGuard(allowed: options.allowedOrigins)
        pageGuard = options.pageHost.map { PageGuard(host: $0) }
        bodyLimit = options.maximumBody
        requestsCertificate = options.identity?.clientAuthorities != nil
    }

    /// One callback of the library: the head arrived, a piece of the body, its end, or the connection was resumed.
    /// False closes the connection.
    func proceed(
        _ conversation: Conversation, on connection: ClientConnection, method: UnsafePointer<CChar>,
        upload: UnsafeRawBufferPointer
    ) -> Bool {
        switch conversation.stage {
        case .fresh:
            conversation.stage = .receiving
            let length = conversation.readHead(on: connection)
            if let ambiguity = conversation.rejection { return refuse(conversation, ambiguity, on: connection) }
            switch address(of: conversation, method: String(cString: method)) {
            case .success(let url): conversation.url = url
            case .failure(let rejection): conversation.rejection = rejection
            }
            guard length > bodyLimit else { return true }
            return refuse(conversation, conversation.rejection ?? Conversation.tooLarge(bodyLimit), on: connection)
        case .receiving:
            if !upload.isEmpty { return conversation.take(upload, limit: bodyLimit) }
            return answer(conversation, on: connection, method: String(cString: method))
        case .waiting:
            guard let outcome = conversation.outcome else { return false }
            return write(outcome, of: conversation, on: connection, isHead: String(cString: method) == "HEAD")
        case .answered:
            return false
        }
    }

    /// Cancels every waiting request, so that connections can be closed. None waits afterwards.
    func endWaiting() {
        waiting.withLock { waiting in
            waiting.isEnding = true
            for entry in waiting.exchanges.values {
                entry.task?.cancel()
                entry.conversation.outcome = .failure(Service.ending)
                cmicrohttpd_resume(entry.connection.handle)
            }
            waiting.exchanges.removeAll()
        }
    }

    static let ending = TransportFailure(.cancelled, "The server is stopping.")

    private func answer(_ conversation: Conversation, on connection: ClientConnection, method: String) -> Bool {
        let isHead = method == "HEAD"
        let request: HTTPRequest
        switch self.request(of: conversation, on: connection, method: method) {
        case .success(let made): request = made
        case .failure(let rejection):
            conversation.stage = .answered
            return ResponseWriter(isHead: isHead).queue(rejection.response, on: connection)
        }
        if let immediate {
            let outcome: Result<HTTPResponse, TransportFailure>
            do throws(TransportFailure) { outcome = .success(try immediate.answer(request)) } catch {
                outcome = .failure(error)
            }
            return write(outcome, of: conversation, on: connection, isHead: isHead)
        }
        conversation.stage = .waiting
        guard wait(for: request, of: conversation, on: connection) else {
            return write(.failure(Service.ending), of: conversation, on: connection, isHead: isHead)
        }
        return true
    }

    private func shown(_ response: HTTPResponse, of conversation: Conversation) -> HTTPResponse {
        guard let pageGuard, let isForm = conversation.isFormOfPage else { return response }
        return pageGuard.shown(response, isForm: isForm)
    }

    /// The URL of a request that is admitted.
    private func address(of conversation: Conversation, method: String) -> Result<HTTPURL, ListenerResponse> {
        guard let target = conversation.target else {
            return .failure(ListenerResponse(400, "The target of the request is not UTF-8."))
        }
        return hostGuard.address(target: target, hosts: conversation.hosts).flatMap { url in
            let headers = conversation.headers
            if let rejection = originGuard.rejection(of: method, to: url, headers)
                ?? pageGuard?.rejection(of: method, to: url, headers)
            {
                return .failure(rejection)
            }
            if url.host == pageGuard?.host { conversation.isFormOfPage = method == "POST" }
            return .success(url)
        }
    }

    func request(
        of conversation: Conversation, on connection: ClientConnection, method: String
    ) -> Result<HTTPRequest, ListenerResponse> {
        guard let url = conversation.url, conversation.rejection == nil else {
            return .failure(conversation.rejection ?? ListenerResponse(400, "The request has no address."))
        }
        var request = HTTPRequest(
            HTTPMethod(rawValue: method), url, headers: conversation.headers, body: conversation.body)
        if requestsCertificate { request.certifiedName = connection.certifiedName }
        return .success(request)
    }

    /// Suspends the connection and sends the request; false if the server is stopping. Both happen under the lock, so
    /// that `endWaiting` finds either no suspended connection or its entry.
    func wait(for request: HTTPRequest, of conversation: Conversation, on connection: ClientConnection) -> Bool {
        let id = ObjectIdentifier(conversation)
        return waiting.withLock { waiting in
            guard !waiting.isEnding else { return false }
            cmicrohttpd_suspend(connection.handle)
            waiting.exchanges[id] = Entry(conversation: conversation, connection: connection)
            waiting.exchanges[id]?.task = Task { [transport] in
                do throws(TransportFailure) {
                    self.resume(id, with: .success(try await transport.send(request)))
                } catch {
                    self.resume(id, with: .failure(error))
                }
            }
            return true
        }
    }

    private func resume(_ id: ObjectIdentifier, with outcome: Result<HTTPResponse, TransportFailure>) {
        waiting.withLock { waiting in
            guard let entry = waiting.exchanges.removeValue(forKey: id) else { return }
            entry.conversation.outcome = outcome
            cmicrohttpd_resume(entry.connection.handle)
        }
    }

    func write(
        _ outcome: Result<HTTPResponse, TransportFailure>, of conversation: Conversation,
        on connection: ClientConnection, isHead: Bool
    ) -> Bool {
        conversation.stage = .answered
        let writer = ResponseWriter(isHead: isHead)
        switch outcome {
        case .success(let response):
            return writer.queue(shown(response, of: conversation), on: connection)
        case .failure(let failure): return writer.queue(ListenerResponse(failure).response, on: connection)
        }
    }

    /// Rejects before the body is read; the connection cannot be reused, because the body follows.
    func refuse(_ conversation: Conversation, _ rejection: ListenerResponse, on connection: ClientConnection) -> Bool {
        conversation.stage = .answered
        var response = rejection.response
        response.headers.append("Connection", "close")
        return ResponseWriter(isHead: false, keepsConnectionLines: true).queue(response, on: connection)
    }
}

/// Shows documents to browsers at a name of this server's own only, with the policy of `PageHost`. Programs are answered
/// under every name of this machine.
struct PageGuard {
    /// `<32 digits>.localhost`.
    let host: String

    /// The values of `Sec-Fetch-Dest` for what runs scripts of its own origin.
    private static let documents: Set<String> = ["document", "iframe", "frame", "object", "embed", "fencedframe"]

    /// The answer to a browser that would show a document under another name; nil if the request is admitted.
    func rejection(of method: String, to url: HTTPURL, _ headers: HeaderFields) -> ListenerResponse? {
        if headers["Service-Worker"] != nil {
            // It would stay in the browser and answer for whatever is served at this origin next.
            return ListenerResponse(403, "This server installs no service worker.")
        }
        guard url.host != host, Self.wantsDocument(headers) else { return nil }
        let address = HTTPURL(scheme: url.scheme, host: host, port: url.port, path: url.path, query: url.query)
        let isRead = method == "GET" || method == "HEAD"
        var response = HTTPResponse.page(
            isRead ? 307 : 403, "Pages have an address of their own",
            ["So their scripts cannot read the cookies of other programs at this one."],
            link: (address.description, address.description))
        if isRead { response.headers.append("Location", address.description) }
        return ListenerResponse(response)
    }

    /// Whether a browser wants to show the response and run its scripts. Browsers without Fetch Metadata are recognized
    /// by the name that all of them have.
    private static func wantsDocument(_ headers: HeaderFields) -> Bool {
        let mode = headers["Sec-Fetch-Mode"], kind = headers["Sec-Fetch-Dest"]
        guard mode == nil, kind == nil else {
            return mode?.lowercased() == "navigate" || kind.map { documents.contains($0.lowercased()) } ?? false
        }
        return headers["User-Agent"]?.hasPrefix("Mozilla/") ?? false
            && headers.values(of: "Accept").contains { $0.lowercased().contains("text/html") }
    }

    /// A response for the browser, with the policy in addition to its own.
    ///
    /// - Parameter isForm: whether it answers a form that was sent.
    func shown(_ response: HTTPResponse, isForm: Bool) -> HTTPResponse {
        var answer = response
        // Browsers apply `form-action` to redirects too, and signing in ends with one to the application.
        if isForm, (300..<400).contains(response.status), let location = response.headers["Location"],
            let url = HTTPURL(location), url.host != host
        {
            answer = .page(200, "This leads to another address", [], link: (location, location), isFollowed: true)
            for line in response.headers.values(of: "Set-Cookie") { answer.headers.append("Set-Cookie", line) }
        }
        for (name, value) in PageHost.headers { answer.headers[name] = value }
        for name in Self.dropped { answer.headers.remove(name) }
        if !answer.headers.values(of: "Content-Security-Policy").contains(PageHost.policy) {
            answer.headers.append("Content-Security-Policy", PageHost.policy)
        }
        return answer
    }

    /// Fields by which a browser would contact other hosts, or let a script stay.
    private static let dropped = [
        "NEL", "Report-To", "Reporting-Endpoints", "Content-Security-Policy-Report-Only", "Service-Worker-Allowed",
    ]
}
