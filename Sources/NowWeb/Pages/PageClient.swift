package import ExchangeModel
package import NowSDK

/// Fetches pages of one instance: follows redirects within it, and stops at its borders.
package struct PageClient: Sendable {
    /// The instance whose pages they are.
    package let instance: Instance
    /// What requests are sent by; it signs in.
    package let transport: any Transport

    /// A client over a transport that signs in.
    package init(instance: Instance, transport: any Transport) {
        self.instance = instance
        self.transport = transport
    }

    /// What a page is asked for with.
    package static let accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
    /// What everything that belongs to a page is asked for with.
    package static let acceptAsset = "*/*"

    /// Fetches a page.
    package func page(at address: HTTPURL) async throws(PageFailure) -> WebPage {
        try await page(for: HTTPRequest(.get, address))
    }

    /// Sends a request whose answer is a page, a form that was filled in for instance, and follows where it leads: every
    /// hop is an exchange of its own. Pages that only lead on by themselves within five seconds are followed too.
    ///
    /// Any answer of 1xx to 3xx without a target, and of 2xx, is the page, whatever its media type. Fails with
    /// `.refused` for one of 4xx and 5xx, `.notSignedIn` for a 401, each with the page; `.elsewhere` where it leads to
    /// another host; `.notSignedIn` and `.sessionEnded` where signing in anew did not help, or a form came too late; and
    /// `.transport` for everything else, redirects in a circle and more than ten of them included.
    package func page(for request: HTTPRequest) async throws(PageFailure) -> WebPage {
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
                throw PageFailure.of(error, at: current.url)
            }
            if let following = try trail.next(after: response, to: current) {
                try refuseIntercepted(current, sentTo: following)
                current = following
                continue
            }
            let page = WebPage(address: current.url, response: response)
            if response.status >= 400 { throw PageFailure.refusal(page) }
            guard current.method == .get, let target = page.steppingStone(at: instance) else { return page }
            var hop = HTTPResponse(status: 303, headers: ["Location": target.description])
            hop.facts.address = response.facts.address
            guard let following = try trail.next(after: hop, to: current) else { return page }
            current = following
        }
    }

    /// A form that is not of the session it arrived in is turned away (`security_interceptor.do`), and nothing is done.
    private func refuseIntercepted(_ request: HTTPRequest, sentTo next: HTTPRequest) throws(PageFailure) {
        guard request.method != .get, request.method != .head, next.url.path.hasSuffix("/security_interceptor.do")
        else { return }
        var failure = PageFailure(
            .sessionEnded,
            "\(instance.name) did not take the form: it belongs to a session that has ended. Nothing was changed.")
        failure.address = request.url
        throw failure
    }
}
