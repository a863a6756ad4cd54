import CMicrohttpd
import ExchangeModel
import Notation

/// A response of the listener itself instead of the transport's: usually a status and one sentence, as a ServiceNow
/// error body.
struct ListenerResponse: Error {
    let response: HTTPResponse

    init(_ response: HTTPResponse) { self.response = response }

    /// - Parameter detail: a further word for programs: the kind of a failure.
    init(_ status: Int, _ message: String, detail: String = "") {
        let body: JSON = ["error": ["message": .string(message), "detail": .string(detail)], "status": "failure"]
        response = HTTPResponse(
            status: status, headers: ["Content-Type": "application/json;charset=UTF-8"], body: body.compactBytes)
    }

    init(_ failure: TransportFailure) { self.init(502, failure.message, detail: failure.kind.rawValue) }
}

/// Builds a request's URL from its target and `Host` header, and rejects other hosts.
///
/// A page can make a browser resolve its own name to 127.0.0.1 (DNS rebinding); the `Host` header then still has the
/// page's host.
struct HostGuard {
    let scheme: String
    let port: Int

    func address(target: String, hosts: [String]) -> Result<HTTPURL, ListenerResponse> {
        guard target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            return .failure(
                ListenerResponse(400, "The target of the request contains a character that HTTP does not allow."))
        }
        guard hosts.count <= 1 else {
            return .failure(ListenerResponse(400, "The request has more than one Host header."))
        }
        if target.utf8.first == UInt8(ascii: "/") || target == "*" {
            return origin(hosts.first ?? "").map { origin in
                let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
                return HTTPURL(
                    scheme: origin.scheme, host: origin.host, port: origin.port,
                    path: String(target[..<(mark ?? target.endIndex)]),
                    query: mark.map { String(target[target.utf8.index(after: $0)...]) })
            }
        }
        // The absolute form, as sent to a proxy; its host takes precedence over `Host` (RFC 9112, 3.2.2).
        guard let url = HTTPURL(target) else {
            return .failure(ListenerResponse(400, "The target of the request is neither a path nor an address."))
        }
        return checked(url)
    }

    private func origin(_ host: String) -> Result<HTTPURL, ListenerResponse> {
        if host.isEmpty { return .success(HTTPURL(scheme: scheme, host: "127.0.0.1", port: port)) }
        guard let url = HTTPURL(scheme + "://" + host), url.path == "/", url.query == nil,
            !host.utf8.contains(UInt8(ascii: "/")), !host.utf8.contains(UInt8(ascii: "#"))
        else { return .failure(ListenerResponse(400, "The Host header of the request is invalid.")) }
        return checked(url)
    }

    private func checked(_ url: HTTPURL) -> Result<HTTPURL, ListenerResponse> {
        guard url.isLoopback else {
            return .failure(
                ListenerResponse(421, "This server answers for hosts of this machine only, not for \(url.host)."))
        }
        return .success(url)
    }
}

/// Rejects unsafe requests that a page of another origin makes a browser send (CSRF). Such a page cannot read the
/// response, but it can send requests to any port of this machine.
///
/// Browsers name the page's origin (`Origin`, RFC 6454; `Sec-Fetch-Site`, Fetch Metadata); other programs do not and
/// are not affected.
struct OriginGuard {
    /// Origins whose pages may send unsafe requests, such as `https://app.example:8443`, or `null`.
    let allowed: Set<String>

    /// The rejection of a request; nil if it is safe or comes from this server's own pages.
    ///
    /// - Parameter address: the request's URL.
    func rejection(of method: String, to address: HTTPURL, _ headers: HeaderFields) -> ListenerResponse? {
        guard !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) else { return nil }
        let origins = headers.values(of: "Origin").map { $0.lowercased() }
        if !origins.isEmpty, origins.allSatisfy(allowed.contains) { return nil }
        let sites = headers.values(of: "Sec-Fetch-Site").map { $0.lowercased() }
        // Under a strict referrer policy a page sends `Origin: null` even to its own server.
        let isOwnPage = sites == ["same-origin"]
        let foreign = origins.first { $0 != address.origin && !($0 == "null" && isOwnPage) }
        guard foreign != nil || sites.contains("cross-site") else { return nil }
        let page = foreign.map { "a page of \($0)" } ?? "a page of another site"
        let flag = foreign.map { "--allow-origin \($0) allows it" } ?? "--allow-origin ORIGIN allows it"
        return ListenerResponse(403, "This server takes no \(method) request from \(page); \(flag).")
    }
}
