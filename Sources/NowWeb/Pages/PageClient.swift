package import ExchangeModel
package import NowSDK

/// Fetches pages of one instance: follows redirects within it, and stops at its borders.
package struct PageClient: Sendable {
    package let instance: Instance
    /// What requests are sent by; it signs in.
    package let transport: any Transport

    package init(instance: Instance, transport: any Transport) {
        self.instance = instance
        self.transport = transport
    }

    package static let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    package static let acceptAsset = "*/*"

    package func page(at address: HTTPURL) async throws(PageError) -> WebPage {
        try await page(for: HTTPRequest(.get, address))
    }

    /// Sends a request whose answer is a page, a form that was filled in for instance, and follows where it leads: every
    /// hop is an exchange of its own. Pages that only lead on by themselves within five seconds are followed too.
    ///
    /// Any answer of 1xx to 3xx without a target, and of 2xx, is the page, whatever its media type. Fails with
    /// `.refused` for one of 4xx and 5xx, `.notSignedIn` for a 401, each with the page; `.elsewhere` where it leads to
    /// another host; `.notSignedIn` and `.sessionEnded` where signing in again did not help, or a form came too late; and
    /// `.transport` for everything else, redirects in a circle and more than ten of them included.
    package func page(for request: HTTPRequest) async throws(PageError) -> WebPage {
        var trail = PageTrail(instance)
        var current = request
        current.followsRedirects = false
        if current.headers["Accept"] == nil { current.headers.append("Accept", PageClient.accept) }
        while true {
            try trail.enter(current)
            let response: HTTPResponse
            do throws(TransportFailure) {
                response = try await transport.send(current)
            } catch {
                throw PageError.of(error, at: current.url)
            }
            if let following = try trail.next(after: response, to: current) {
                try refuseIntercepted(current, sentTo: following)
                current = following
                continue
            }
            let page = WebPage(address: current.url, response: response)
            if response.status >= 400 { throw PageError.refusal(page) }
            guard current.method == .get, let target = page.steppingStone(at: instance) else { return page }
            var hop = HTTPResponse(status: 303, headers: ["Location": target.description])
            hop.facts.address = response.facts.address
            guard let following = try trail.next(after: hop, to: current) else { return page }
            current = following
        }
    }

    /// A form that is not of the session it arrived in is turned away (`security_interceptor.do`), and nothing is done.
    private func refuseIntercepted(_ request: HTTPRequest, sentTo next: HTTPRequest) throws(PageError) {
        guard request.method != .get, request.method != .head, next.url.path.hasSuffix("/security_interceptor.do")
        else { return }
        var failure = PageError(
            .sessionEnded,
            "\(instance.name) did not take the form: it belongs to a session that has ended. Nothing was changed.")
        failure.address = request.url
        throw failure
    }
}

/// The way from an address to the page it leads to: a `RedirectTrail` that stays within one instance, whose failures are
/// those of pages.
struct PageTrail {
    let instance: Instance
    private var trail = RedirectTrail()
    /// The cookies that were set on the way: a page may send to itself when it has set one.
    private var cookies: [String: String] = [:]

    init(_ instance: Instance) { self.instance = instance }

    /// Notes that a request is about to be sent. Fails when the same was sent before, and for another host's address.
    mutating func enter(_ request: HTTPRequest) throws(PageError) {
        guard request.url.origin == instance.origin.origin else { throw PageError.elsewhere(request.url) }
        let line = cookies.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }.joined(separator: ";")
        do throws(TransportFailure) {
            try trail.enter(request, cookies: line)
        } catch {
            throw PageError.of(error, at: request.url)
        }
    }

    /// The request that an answer redirects to; nil when it is the answer.
    mutating func next(
        after response: HTTPResponse, to request: HTTPRequest
    ) throws(PageError) -> HTTPRequest? {
        note(response)
        if [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"],
            let target = request.url.resolving(location), leaves(target, from: request.url)
        {
            throw PageError.elsewhere(target)
        }
        do throws(TransportFailure) {
            return try trail.next(after: response, to: request)
        } catch {
            throw PageError.of(error, at: request.url)
        }
    }

    /// Whether an address is another host's. The way from https to http has a failure of its own.
    private func leaves(_ target: HTTPURL, from url: HTTPURL) -> Bool {
        target.origin != instance.origin.origin
            && !(url.scheme == "https" && target.scheme == "http" && target.host == url.host)
    }

    private mutating func note(_ response: HTTPResponse) {
        for line in response.headers.values(of: "Set-Cookie") {
            let pair = line.utf8.prefix { $0 != UInt8(ascii: ";") }
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            cookies[String(Substring(name))] = String(Substring(pair[name.endIndex...]))
        }
    }
}
