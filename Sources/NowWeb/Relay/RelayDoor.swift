import ExchangeModel
import Notation
import Synchronization

/// Who may come in: the browser that was sent here, and pages that it was shown here. Everybody else on this machine, and
/// every page from elsewhere, is turned away.
final class RelayDoor: Sendable {
    enum Decision: Sendable, Hashable {
        case enters(RelayVisit)
        /// The browser comes for the first time: it is given its cookie and sent on to a target.
        case begins(target: String)
        case refused(Refusal)
    }

    enum Refusal: Sendable, Hashable, CaseIterable {
        case host
        case origin
        /// It has no cookie of this relay.
        case stranger
        case used
        /// It asks for what is not done here: a web socket, a leave for another origin, a tunnel.
        case unsupported
    }

    private let key: RelayKey
    private let isUsed = Mutex(false)

    init(_ key: RelayKey) { self.key = key }

    func decide(_ request: HTTPRequest) -> Decision {
        guard request.url.host == key.host else { return .refused(.host) }
        let site = request.headers.values(of: "Sec-Fetch-Site")
        guard site.allSatisfy({ $0 == "same-origin" || $0 == "none" }),
            request.headers.values(of: "Origin").allSatisfy({ $0 == request.url.origin })
        else { return .refused(.origin) }
        guard request.headers["Upgrade"] == nil, request.headers["Service-Worker"] == nil,
            ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(request.method.rawValue)
        else { return .refused(.unsupported) }
        let entrance = "/" + key.entrance
        let isKnown = hasPass(request)
        if request.url.path == entrance || request.url.path.hasPrefix(entrance + "/") {
            guard request.method == .get, !isForeseen(request) else { return .refused(.unsupported) }
            let isFirst = isUsed.withLock { isUsed in
                defer { isUsed = true }
                return !isUsed
            }
            guard isFirst || isKnown else { return .refused(.used) }
            let target = String(Substring(request.url.target.utf8.dropFirst(entrance.utf8.count)))
            return .begins(target: target.hasPrefix("/") ? target : "/" + target)
        }
        return isKnown ? .enters(RelayVisit(request)) : .refused(.stranger)
    }

    /// The answer that lets a browser in: to the same address without what let it in.
    func welcome(to target: String, from origin: String) -> HTTPResponse {
        HTTPResponse(
            status: 303, reason: "See Other",
            headers: [
                "Location": origin + target,
                "Set-Cookie": "\(RelayKey.cookie)=\(key.pass); Path=/; HttpOnly; SameSite=Strict",
                "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
            ])
    }

    /// Whether a request is a prefetch, which must not use the entrance up.
    private func isForeseen(_ request: HTTPRequest) -> Bool {
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
                // As long for a nearly right one as for a wrong one.
                return zip(pair, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }
}

/// What only the browser that was sent here knows: a host of its own, a path that lets in once, and a cookie.
///
/// The host is random because cookies are told apart by host and not by port: no other server of this machine is sent this
/// one's, or can set one that is sent here.
package struct RelayKey: Sendable, Hashable {
    /// `<32 digits>.localhost`.
    package let host: String
    /// The first part of the path of the address that a browser is first sent to.
    let entrance: String
    let pass: String

    static let cookie = "snowdeck"

    /// A random key: 16 bytes for each of its parts.
    package init(random: (_ count: Int) -> [UInt8]) {
        func word() -> String { random(16).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined() }
        host = word() + ".localhost"
        entrance = word()
        pass = word()
    }

    /// The address that a browser is sent to: it leads on to a target (path and query) of the instance.
    package func address(port: Int, target: String) -> String { "http://\(host):\(port)/\(entrance)\(target)" }
}
