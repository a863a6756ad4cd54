package import ExchangeModel

/// The URLs a request has been sent to, and the next one that a response redirects to.
///
/// Secrets do not cross origins: authentication headers and bodies are dropped. Changes are not redirected to another
/// origin at all, because it could redirect them back to a URL of the instance, where they would be authenticated.
package struct RedirectChain {
    package static let limit = 10

    private var seen: Set<String> = []
    private var hops = 0

    package init() {}

    /// Records that a request is about to be sent with this `Cookie` line. Throws if the same was sent before. A page
    /// that redirects to itself with new cookies is not a loop.
    package mutating func enter(_ request: HTTPRequest, cookies: String?) throws(TransportFailure) {
        guard seen.insert("\(request.method) \(request.url) \(cookies ?? "")").inserted else {
            throw failure("\(Self.shown(request.url)) redirects in a loop.")
        }
    }

    /// The request that a response redirects to; nil if it is not a redirect.
    package mutating func next(
        after response: HTTPResponse, to request: HTTPRequest
    ) throws(TransportFailure) -> HTTPRequest? {
        guard let location = response.redirectLocation else { return nil }
        hops += 1
        guard hops <= RedirectChain.limit else {
            throw failure("\(Self.shown(request.url)) redirects more than \(RedirectChain.limit) times.")
        }
        guard let target = request.url.resolving(location) else {
            throw failure("\(Self.shown(request.url)) redirects to an invalid address.")
        }
        guard request.url.scheme == target.scheme || target.scheme == "https" else {
            throw TransportFailure(.insecureRedirect(from: Self.shown(request.url)))
        }
        var next = request
        next.url = target
        next.redirector = request.redirector ?? Redirector(host: request.url.host, address: response.facts.address)
        if RedirectChain.becomesGet(request.method, after: response.status) {
            next.method = .get
            next.body = nil
            for name in ["Content-Type", "Content-Encoding", "Content-Language"] { next.headers.remove(name) }
            next.headers = HeaderFields(next.headers.fields.filter { !$0.overridesRequest })
        }
        if target.origin != request.url.origin {
            guard next.body == nil, [.get, .head, .options].contains(next.method) else {
                let what = next.body == nil ? "\(next.method.rawValue) request" : "request with a body"
                throw TransportFailure(
                    .foreignRedirect(from: Self.shown(request.url), request: what, to: Self.shown(target)))
            }
            for name in request.headers.fields.map(\.name) where RedirectChain.isAuthenticationHeader(name) {
                next.headers.remove(name)
            }
            next.principal = nil
        }
        return next
    }

    /// Headers that authenticate and must not reach another origin: the known ones and those named like a secret.
    private static func isAuthenticationHeader(_ name: String) -> Bool {
        SecretHeader.names.contains { HeaderFields.same($0, name) } || SecretWords.kind(of: name.utf8) != nil
    }

    /// RFC 9110, 15.4: 303 always becomes a GET; 301 and 302 turn a POST into a GET, as in every browser.
    private static func becomesGet(_ method: HTTPMethod, after status: Int) -> Bool {
        switch status {
        case 303: method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    private func failure(_ message: String) -> TransportFailure { TransportFailure(.redirect, message) }

    /// A URL without its query, which may contain secrets, in ASCII.
    package static func shown(_ url: HTTPURL) -> String {
        let text = url.origin + url.path
        return text.utf8.allSatisfy { $0 < 0x80 } ? text : PercentCoding.encode(url.host)
    }
}

extension HTTPResponse {
    /// The `Location` of a redirect; nil for other responses.
    package var redirectLocation: String? { [301, 302, 303, 307, 308].contains(status) ? headers["Location"] : nil }

    /// The media type in lower case, without parameters (`application/json`); nil if missing.
    package var mediaType: String? {
        guard let line = headers["Content-Type"] else { return nil }
        let type = line.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }.filter { $0 > 0x20 }
        return type.isEmpty ? nil : String(decoding: type, as: UTF8.self).lowercased()
    }

    /// Whether the content is HTML, by its media type or, without one, by beginning with a tag.
    package var isHTML: Bool {
        guard let type = mediaType else { return body.first { $0 > 0x20 } == UInt8(ascii: "<") }
        return type == "text/html" || type == "application/xhtml+xml"
    }
}
