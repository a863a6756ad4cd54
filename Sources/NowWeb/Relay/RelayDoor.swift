import ExchangeModel
import Synchronization

/// Who may come in: the browser that was sent here, and pages that it was shown here. Everybody else on this machine, and
/// every page from elsewhere, is turned away.
final class RelayDoor: Sendable {
    /// What becomes of a request.
    enum Decision: Sendable, Hashable {
        /// It goes to the instance.
        case enters(RelayVisit)
        /// The browser comes for the first time: it is given its cookie and sent on to a target.
        case begins(target: String)
        /// It is turned away.
        case refused(Refusal)
    }

    /// Why somebody is turned away.
    enum Refusal: Sendable, Hashable, CaseIterable {
        /// It came by another name of this machine.
        case host
        /// A page of another origin asks.
        case origin
        /// It has no cookie of this relay.
        case stranger
        /// The address was used before.
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

    /// Whether a browser, or something in its place, fetches what nobody has asked for yet. That must not use the entrance
    /// up.
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
