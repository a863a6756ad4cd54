package import ExchangeModel
package import NowSDK

/// Fetches pages of one instance and follows redirects within it.
package struct PageClient: Sendable {
    package let instance: Instance
    /// The authenticating transport.
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

    /// Sends a request for a page, such as a form submission, and follows redirects; each one is an exchange. Pages
    /// that refresh to another URL within five seconds are followed too.
    ///
    /// Any other response below 400 is the page, whatever its media type. Throws `.refused` for 4xx and 5xx and
    /// `.notSignedIn` for 401, each with the page; `.elsewhere` for a redirect to another host; `.notSignedIn` and
    /// `.sessionEnded` if signing in again did not help or a form came too late; and `.transport` otherwise, including
    /// redirect loops and more than ten redirects.
    package func page(for request: HTTPRequest) async throws(PageError) -> WebPage {
        var trail = PageRedirectChain(instance)
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
                try rejectIntercepted(current, sentTo: following)
                current = following
                continue
            }
            let page = WebPage(address: current.url, response: response)
            if response.status >= 400 { throw PageError.errorResponse(page) }
            guard current.method == .get, let target = page.earlyRefresh(at: instance) else { return page }
            var hop = HTTPResponse(status: 303, headers: ["Location": target.description])
            hop.facts.address = response.facts.address
            guard let following = try trail.next(after: hop, to: current) else { return page }
            current = following
        }
    }

    static func isInterceptor(_ url: HTTPURL) -> Bool { url.path.hasSuffix("/security_interceptor.do") }

    /// A form from another session is rejected (`security_interceptor.do`) without being processed.
    private func rejectIntercepted(_ request: HTTPRequest, sentTo next: HTTPRequest) throws(PageError) {
        guard request.method != .get, request.method != .head, Self.isInterceptor(next.url) else { return }
        var failure = PageError(
            .sessionEnded,
            "\(instance.name) did not take the form: it belongs to a session that has ended. Nothing was changed.")
        failure.address = request.url
        throw failure
    }
}

/// A `RedirectChain` within one instance that throws `PageError`s.
struct PageRedirectChain {
    let instance: Instance
    private var trail = RedirectChain()
    /// The cookies set on the way: a page that sets one may redirect to itself.
    private var cookies: [String: String] = [:]

    init(_ instance: Instance) { self.instance = instance }

    /// Records that a request is about to be sent. Throws if the same was sent before, and for other hosts.
    mutating func enter(_ request: HTTPRequest) throws(PageError) {
        guard request.url.origin == instance.origin.origin else { throw PageError.elsewhere(request.url) }
        let line = cookies.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }.joined(separator: ";")
        do throws(TransportFailure) {
            try trail.enter(request, cookies: line)
        } catch {
            throw PageError.of(error, at: request.url)
        }
    }

    /// The request that a response redirects to; nil if it is not a redirect.
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

    /// Whether a URL is on another host. A redirect from https to http has its own error.
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
