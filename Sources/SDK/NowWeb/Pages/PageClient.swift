package import ExchangeModel
package import Notation
package import NowSDK

package struct PageClient: Sendable {
    package let instance: Instance
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
        var trail = RedirectChain()
        // A page that sets a cookie may redirect to itself.
        var cookies: [String: String] = [:]
        var current = request
        current.followsRedirects = false
        if current.headers["Accept"] == nil { current.headers.append("Accept", PageClient.accept) }
        while true {
            guard current.url.origin == instance.origin.origin else { throw PageError.elsewhere(current.url) }
            let page: WebPage, foreign: HTTPURL?, following: HTTPRequest?
            do throws(TransportFailure) {
                let line = cookies.sorted { $0.key < $1.key }.map { $0.key + "=" + $0.value }.joined(separator: ";")
                try trail.enter(current, cookies: line)
                page = WebPage(address: current.url, response: try await transport.send(current))
                Self.note(page.response, in: &cookies)
                let answer = current.method == .get ? page.refreshing(at: instance) ?? page.response : page.response
                foreign = answer.redirectLocation.flatMap(current.url.resolving)
                    .flatMap { leaves($0, from: current.url) ? $0 : nil }
                following = foreign == nil ? try trail.next(after: answer, to: current) : nil
            } catch {
                throw PageError.of(error, at: current.url)
            }
            if let foreign { throw PageError.elsewhere(foreign) }
            guard let following else {
                if page.response.status >= 400 { throw PageError.errorResponse(page) }
                return page
            }
            try rejectIntercepted(current, sentTo: following)
            current = following
        }
    }

    /// Whether a URL is on another host. A redirect from https to http has its own error.
    private func leaves(_ target: HTTPURL, from url: HTTPURL) -> Bool {
        target.origin != instance.origin.origin
            && !(url.scheme == "https" && target.scheme == "http" && target.host == url.host)
    }

    private static func note(_ response: HTTPResponse, in cookies: inout [String: String]) {
        for line in response.headers.values(of: "Set-Cookie") {
            let pair = line.utf8.prefix { $0 != UInt8(ascii: ";") }
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            cookies[String(Substring(name))] = String(Substring(pair[name.endIndex...]))
        }
    }

    static func isInterceptor(_ url: HTTPURL) -> Bool { url.path.hasSuffix("/security_interceptor.do") }

    /// A form from another session is rejected (`security_interceptor.do`) without being processed.
    private func rejectIntercepted(_ request: HTTPRequest, sentTo next: HTTPRequest) throws(PageError) {
        guard !request.isReadOnly, Self.isInterceptor(next.url) else { return }
        throw PageError(
            kind: .sessionEnded,
            message:
                "\(instance.name) did not take the form: it belongs to a session that has ended. Nothing was changed.",
            address: request.url)
    }
}

/// A page as received. Other responses (JSON, text, images) are pages too, as far as they can be shown.
package struct WebPage: Sendable {
    package let address: HTTPURL
    package let response: HTTPResponse
    /// Empty if the response is not HTML.
    package let document: Document

    package init(address: HTTPURL, response: HTTPResponse) {
        self.address = address
        self.response = response
        document =
            response.isHTML
            ? PageReader.document(response.body, contentType: response.headers["Content-Type"]) : Document()
    }

    /// Whether the content is HTML, by its media type or, without one, by beginning with a tag.
    package var isHTML: Bool { response.isHTML }

    /// The media type in lower case, without parameters (`application/json`); nil if missing.
    package var mediaType: String? { response.mediaType }

    package var base: HTTPURL { PageAddress.base(document.base, of: address) }

    /// The redirect that a page without a form is if it refreshes within five seconds; nil for login pages and pages
    /// that lead to one.
    func refreshing(at instance: Instance) -> HTTPResponse? {
        guard response.redirectLocation == nil, response.status < 400, isHTML, response.body.count <= 16_384,
            !LoginPages.contains(address),
            let refresh = document.refresh, 0...5 ~= refresh.seconds, document.forms.isEmpty, !refresh.target.isEmpty,
            case .page(let target) = PageAddress(refresh.target, from: base, at: instance), target != address,
            !LoginPages.contains(target)
        else { return nil }
        var redirect = HTTPResponse(status: 303, headers: ["Location": target.description])
        redirect.facts.address = response.facts.address
        return redirect
    }
}

package struct PageError: Error, Sendable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
        /// There was no response; see `cause`.
        case transport
        /// The URL, or its redirect, is on another host: `address`.
        case elsewhere
        /// The instance still shows its login page after signing in again.
        case notSignedIn
        /// The session ended before a form was sent. The form was not sent again.
        case sessionEnded
        /// The page does not exist or is not readable: `page` is the instance's error page.
        case refused
    }

    package let kind: Kind
    /// One sentence, without secrets and terminal control characters.
    package let message: String
    package var address: HTTPURL?
    /// The instance's error page.
    package var page: WebPage?
    package var cause: TransportFailure?

    package var description: String { message }

    /// For `.sessionEnded`: whether the form was certainly not processed.
    package var isNotTaken: Bool {
        guard case .formNotTaken(_, let isCertain)? = cause?.cause as? SignInError else { return true }
        return isCertain
    }

    static func elsewhere(_ url: HTTPURL) -> PageError {
        PageError(
            kind: .elsewhere,
            message: "The page leads to another host, \(RedirectChain.shown(url)), which is not opened here.",
            address: url)
    }

    static func errorResponse(_ page: WebPage) -> PageError {
        let status = page.response.status, url = RedirectChain.shown(page.address)
        return status == 401
            ? PageError(
                kind: .notSignedIn, message: "\(url) does not accept the sign-in (HTTP 401).", address: page.address,
                page: page)
            : PageError(
                kind: .refused, message: "\(url) answers with an error (HTTP \(status)).", address: page.address,
                page: page)
    }

    static func of(_ cause: TransportFailure, at url: HTTPURL?) -> PageError {
        if let known = cause.cause as? PageError { return known }
        let kind: Kind =
            switch cause.cause as? SignInError {
            case .pagesClosed?: .notSignedIn
            case .formNotTaken?: .sessionEnded
            default: .transport
            }
        return PageError(kind: kind, message: cause.message, address: url, cause: cause)
    }
}

/// The history of a browser tab: the URLs of the current page and of those before and after it. To navigate, change a
/// copy, fetch its page, and keep the copy when the page has arrived.
package struct NavigationHistory: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var address: HTTPURL
        package var title: String

        package init(_ address: HTTPURL, title: String = "") {
            self.address = address
            self.title = title
        }
    }

    /// How many pages before the current one are kept.
    package static let limit = 200

    private var entries: [Entry] = []
    private var place = -1

    package init() {}

    package var current: Entry? { entries.indices.contains(place) ? entries[place] : nil }
    package var back: [Entry] { Array(entries.prefix(max(place, 0))) }
    /// The pages left by going back, nearest last.
    package var forward: [Entry] { entries.dropFirst(place + 1).reversed() }
    package var canGoBack: Bool { place > 0 }
    package var canGoForward: Bool { place + 1 < entries.count }

    /// Adds a page, clears the forward list and drops the oldest page beyond the limit. The current URL replaces its
    /// entry.
    package mutating func visit(_ entry: Entry) {
        entries.removeLast(entries.count - place - 1)
        if current?.address == entry.address { return arrive(at: entry) }
        entries.append(entry)
        if entries.count > Self.limit + 1 { entries.removeFirst() }
        place = entries.count - 1
    }

    /// Replaces the current entry after a reload, because the page may have redirected.
    package mutating func arrive(at entry: Entry) {
        if current == nil { visit(entry) } else { entries[place] = entry }
    }

    @discardableResult
    package mutating func goBack(_ steps: Int = 1) -> Entry? { go(-steps) }

    @discardableResult
    package mutating func goForward(_ steps: Int = 1) -> Entry? { go(steps) }

    private mutating func go(_ steps: Int) -> Entry? {
        guard steps != 0, entries.indices.contains(place + steps) else { return nil }
        place += steps
        return current
    }
}
