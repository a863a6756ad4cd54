package import ExchangeModel
package import Notation
package import NowSDK
import Synchronization

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
        guard !request.isReadOnly, Self.isInterceptor(next.url) else { return }
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
        if let target = response.redirectLocation.flatMap(request.url.resolving), leaves(target, from: request.url) {
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

/// A page as received. Other responses (JSON, text, images) are pages too, as far as they can be shown.
package struct WebPage: Sendable {
    package let address: HTTPURL
    package let response: HTTPResponse
    /// The document as the instance sent it, if values were typed into this page.
    package let received: Document?
    private let reading = Reading()

    package init(address: HTTPURL, response: HTTPResponse) {
        self.address = address
        self.response = response
        received = nil
    }

    init(address: HTTPURL, response: HTTPResponse, document: Document, received: Document) {
        self.address = address
        self.response = response
        self.received = received
        reading.document.withLock { $0 = document }
    }

    /// The parsed page, cached on first access. Empty if it is not HTML.
    package var document: Document {
        guard isHTML else { return Document() }
        return reading.document.withLock { kept in
            if let kept { return kept }
            let read = PageReader.document(response.body, contentType: response.headers["Content-Type"])
            kept = read
            return read
        }
    }

    /// Whether the content is HTML, by its media type or, without one, by beginning with a tag.
    package var isHTML: Bool { response.isHTML }

    /// The media type in lower case, without parameters (`application/json`); nil if missing.
    package var mediaType: String? { response.mediaType }

    private final class Reading: Sendable {
        let document = Mutex<Document?>(nil)
    }
}

extension WebPage {
    /// Where a page without a form refreshes to within five seconds; nil for login pages and pages that lead to one.
    func earlyRefresh(at instance: Instance) -> HTTPURL? {
        guard isHTML, response.body.count <= 16_384, !LoginPages.contains(address), let refresh = document.refresh,
            0...5 ~= refresh.seconds, document.forms.isEmpty, !refresh.target.isEmpty
        else { return nil }
        let base = document.base.flatMap { address.resolving($0) } ?? address
        guard case .page(let target) = PageAddress(refresh.target, from: base, at: instance), target != address,
            !LoginPages.contains(target)
        else { return nil }
        return target
    }
}

/// Why a page cannot be shown.
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
    /// The instance's error page, or for `.sessionEnded` the form with what was typed.
    package var page: WebPage?
    package var cause: TransportFailure?

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    package var description: String { message }
}

extension PageError {
    static func elsewhere(_ url: HTTPURL) -> PageError {
        var failure = PageError(
            .elsewhere, "The page leads to another host, \(shown(url)), which is not opened here.")
        failure.address = url
        return failure
    }

    static func errorResponse(_ page: WebPage) -> PageError {
        let status = page.response.status
        var failure =
            status == 401
            ? PageError(.notSignedIn, "\(shown(page.address)) does not accept the sign-in (HTTP 401).")
            : PageError(.refused, "\(shown(page.address)) answers with an error (HTTP \(status)).")
        failure.address = page.address
        failure.page = page
        return failure
    }

    /// Converts a transport failure.
    static func of(_ cause: TransportFailure, at url: HTTPURL) -> PageError {
        if let known = cause.cause as? PageError { return known }
        let kind: Kind
        switch cause.cause as? SignInError {
        case .pagesClosed?: kind = .notSignedIn
        case .formNotTaken?: kind = .sessionEnded
        default: kind = .transport
        }
        var failure = PageError(kind, cause.message)
        failure.address = url
        failure.cause = cause
        return failure
    }

    /// A URL without its query, which may contain secrets, in ASCII.
    private static func shown(_ url: HTTPURL) -> String {
        let text = url.origin + url.path
        return text.utf8.allSatisfy { $0 < 0x80 } ? text : PercentCoding.encode(url.host)
    }
}

/// The history of a browser tab: the URLs of the current page and of those before and after it. To navigate, change a
/// copy, fetch its page, and keep the copy when the page has arrived.
package struct NavigationHistory: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        package var address: HTTPURL
        /// The title; empty if there is none.
        package var title: String
        /// Whether it was the response to a POST. Going back requests its URL; a form is never posted again.
        package var wasPosted: Bool

        package init(_ address: HTTPURL, title: String = "", wasPosted: Bool = false) {
            self.address = address
            self.title = title
            self.wasPosted = wasPosted
        }
    }

    /// How many pages before the current one are kept.
    package static let limit = 200

    private var entries: [Entry] = []
    /// The index of the current page; -1 before the first.
    private var place = -1

    package init() {}

    /// Nil before the first page.
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

    /// Goes back and returns the new current entry; nil, without a change, if there are too few.
    @discardableResult
    package mutating func goBack(_ steps: Int = 1) -> Entry? { go(-steps) }

    /// Goes forward and returns the new current entry; nil, without a change, if there are too few.
    @discardableResult
    package mutating func goForward(_ steps: Int = 1) -> Entry? { go(steps) }

    private mutating func go(_ steps: Int) -> Entry? {
        guard steps != 0, entries.indices.contains(place + steps) else { return nil }
        place += steps
        return current
    }
}
