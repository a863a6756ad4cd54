import ExchangeModel
import Notation
import Synchronization

/// Admits the browser that was opened by this program and the pages it shows, and rejects other processes and pages of
/// other origins.
final class RelayAccess: Sendable {
    enum Decision: Sendable, Hashable {
        case enters(RelayRequest)
        /// The first visit: the browser gets its cookie and is sent to a target.
        ///
        /// - Parameter isFromFile: whether it comes from another origin, as from the file that the browser was opened
        ///   with.
        case begins(target: String, isFromFile: Bool)
        case refused(Rejection)
    }

    enum Rejection: Sendable, Hashable, CaseIterable {
        case host
        case origin
        /// The relay's cookie is missing.
        case unknownClient
        case used
        /// Not supported: web sockets, CORS preflight, tunnels.
        case unsupported
    }

    private let key: RelayKey
    private let isUsed = Mutex(false)

    init(_ key: RelayKey) { self.key = key }

    func decide(_ request: HTTPRequest) -> Decision {
        guard request.url.host == key.host else { return .refused(.host) }
        let site = request.headers.values(of: "Sec-Fetch-Site")
        let entryPath = "/" + key.entryPath
        let isEntry = request.url.path == entryPath || request.url.path.hasPrefix(entryPath + "/")
        // Only who was given the address knows its path; a page of another site cannot guess it.
        let isFromFile =
            isEntry && site == ["cross-site"] && request.headers["Sec-Fetch-Mode"] == "navigate"
            && request.headers["Sec-Fetch-Dest"] == "document"
        guard isFromFile || site.allSatisfy({ $0 == "same-origin" || $0 == "none" }),
            request.headers.values(of: "Origin").allSatisfy({ $0 == request.url.origin })
        else { return .refused(.origin) }
        guard request.headers["Upgrade"] == nil, request.headers["Service-Worker"] == nil,
            ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(request.method.rawValue)
        else { return .refused(.unsupported) }
        let isKnown = hasPass(request)
        if isEntry {
            guard request.method == .get, !isPrefetch(request) else { return .refused(.unsupported) }
            let isFirst = isUsed.withLock { isUsed in
                defer { isUsed = true }
                return !isUsed
            }
            guard isFirst || isKnown else { return .refused(.used) }
            let target = String(Substring(request.url.target.utf8.dropFirst(entryPath.utf8.count)))
            return .begins(target: target.hasPrefix("/") ? target : "/" + target, isFromFile: isFromFile)
        }
        return isKnown ? .enters(RelayRequest(request)) : .refused(.unknownClient)
    }

    /// The response that admits a browser: a redirect to the same URL without the key.
    ///
    /// - Parameter isFromFile: then it is a page that goes on itself, because browsers send no strict cookie when
    ///   another origin's navigation is redirected.
    func welcome(to target: String, from origin: String, isFromFile: Bool) -> HTTPResponse {
        let address = origin + target
        let pass = "\(RelayKey.cookie)=\(key.pass); Path=/; HttpOnly; SameSite=Strict"
        guard !isFromFile else {
            var page = RelayPage.answer(
                200, "Snowdeck", [], link: RelayPage.Link(target: address, text: "Open the page"), isFollowed: true)
            page.headers.append("Set-Cookie", pass)
            return page
        }
        return HTTPResponse(
            status: 303, reason: "See Other",
            headers: [
                "Location": address, "Set-Cookie": pass, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            ])
    }

    /// Whether a request is a prefetch, which must not consume the one-time URL.
    private func isPrefetch(_ request: HTTPRequest) -> Bool {
        ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"].contains { name in
            request.headers.values(of: name).contains { value in
                let value = value.lowercased()
                return ["prefetch", "prerender", "preview"].contains { value.contains($0) }
            }
        }
    }

    private func hasPass(_ request: HTTPRequest) -> Bool {
        let wanted = Array("\(RelayKey.cookie)=\(key.pass)".utf8)
        return request.headers.values(of: "Cookie").contains { line in
            line.utf8.split(separator: UInt8(ascii: ";")).contains { pair in
                let pair = pair.drop { $0 == 0x20 }
                guard pair.count == wanted.count else { return false }
                // Constant time.
                return zip(pair, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }
}

/// What only the opened browser knows: a random host, a one-time path and a cookie.
///
/// The host is random because cookies are separated by host and not by port: no other local server receives this cookie
/// or can set one for this host.
package struct RelayKey: Sendable, Hashable {
    /// `<32 digits>.localhost`.
    package let host: String
    /// The first path segment of the URL that the browser is opened with.
    let entryPath: String
    let pass: String

    static let cookie = "snowdeck"

    /// A random key with 16 bytes for each part.
    package init(random: (_ count: Int) -> [UInt8]) {
        host = PageHost.randomName(random)
        entryPath = PageHost.token(random)
        pass = PageHost.token(random)
    }

    /// The URL that the browser is opened with; it redirects to `target` (path and query).
    package func address(port: Int, target: String) -> String { "http://\(host):\(port)/\(entryPath)\(target)" }
}
