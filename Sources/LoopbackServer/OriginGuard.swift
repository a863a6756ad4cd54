import ExchangeModel

/// Refuses changes that a page of another origin has a browser send. Such a page cannot read the answer, but a form or a
/// script of it can send requests to every port of this machine.
///
/// Browsers say which page a request comes from (`Origin`, RFC 6454; `Sec-Fetch-Site`, W3C Fetch Metadata); other programs
/// say nothing of the kind and are not concerned.
struct OriginGuard {
    /// Origins whose pages may make changes, such as `https://app.example:8443`, or `null`.
    let allowed: Set<String>

    /// The refusal of a request; nil when it only reads or comes from this server's own pages.
    ///
    /// - Parameter address: where the request is sent.
    func refusal(of method: String, to address: HTTPURL, _ headers: HeaderFields) -> Refusal? {
        guard !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) else { return nil }
        let origins = headers.values(of: "Origin").map { $0.lowercased() }
        if !origins.isEmpty, origins.allSatisfy(allowed.contains) { return nil }
        let sites = headers.values(of: "Sec-Fetch-Site").map { $0.lowercased() }
        // A page without a referrer policy that allows it names no origin even to its own server.
        let isOwnPage = sites == ["same-origin"]
        let foreign = origins.first { $0 != address.origin && !($0 == "null" && isOwnPage) }
        guard foreign != nil || sites.contains("cross-site") else { return nil }
        let page = foreign.map { "a page of \($0)" } ?? "a page of another site"
        let flag = foreign.map { "--allow-origin \($0) allows it" } ?? "--allow-origin ORIGIN allows it"
        return Refusal(403, "This server takes no \(method) request from \(page); \(flag).")
    }
}
