import ExchangeModel
import Notation

/// Shows documents to browsers at a name of this server's own only, with the policy of `PageHost`. Programs are answered
/// under every name of this machine.
struct PageGuard {
    /// `<32 digits>.localhost`.
    let host: String

    /// The values of `Sec-Fetch-Dest` for what runs scripts of its own origin.
    private static let documents: Set<String> = ["document", "iframe", "frame", "object", "embed", "fencedframe"]

    /// The answer to a browser that would show a document under another name; nil if the request is admitted.
    func rejection(of method: String, to url: HTTPURL, _ headers: HeaderFields) -> ErrorResponse? {
        if headers["Service-Worker"] != nil {
            // It would stay in the browser and answer for whatever is served at this origin next.
            return ErrorResponse(403, "This server installs no service worker.")
        }
        guard url.host != host, Self.wantsDocument(headers) else { return nil }
        let address = HTTPURL(scheme: url.scheme, host: host, port: url.port, path: url.path, query: url.query)
        let isRead = method == "GET" || method == "HEAD"
        var response = Self.page(
            isRead ? 307 : 403, "Pages have an address of their own",
            "So their scripts cannot read the cookies of other programs at this one.", address.description)
        if isRead { response.headers.append("Location", address.description) }
        return ErrorResponse(response)
    }

    /// Whether a browser wants to show the response and run its scripts. Browsers without Fetch Metadata are recognized
    /// by the name that all of them have.
    private static func wantsDocument(_ headers: HeaderFields) -> Bool {
        let mode = headers["Sec-Fetch-Mode"], kind = headers["Sec-Fetch-Dest"]
        guard mode == nil, kind == nil else {
            return mode?.lowercased() == "navigate" || kind.map { documents.contains($0.lowercased()) } ?? false
        }
        return headers["User-Agent"]?.hasPrefix("Mozilla/") ?? false
            && headers.values(of: "Accept").contains { $0.lowercased().contains("text/html") }
    }

    /// A response for the browser, with the policy in addition to its own.
    ///
    /// - Parameter isForm: whether it answers a form that was sent.
    func shown(_ response: HTTPResponse, isForm: Bool) -> HTTPResponse {
        var answer = response
        // Browsers apply `form-action` to redirects too, and signing in ends with one to the application.
        if isForm, (300..<400).contains(response.status), let location = response.headers["Location"],
            let url = HTTPURL(location), url.host != host
        {
            answer = Self.page(200, "This leads to another address", "", location, isFollowed: true)
            for line in response.headers.values(of: "Set-Cookie") { answer.headers.append("Set-Cookie", line) }
        }
        for (name, value) in PageHost.headers { answer.headers[name] = value }
        for name in Self.dropped { answer.headers.remove(name) }
        if !answer.headers.values(of: "Content-Security-Policy").contains(PageHost.policy) {
            answer.headers.append("Content-Security-Policy", PageHost.policy)
        }
        return answer
    }

    /// Fields by which a browser would contact other hosts, or let a script stay.
    private static let dropped = [
        "NEL", "Report-To", "Reporting-Endpoints", "Content-Security-Policy-Report-Only", "Service-Worker-Allowed",
    ]

    /// A page that loads and runs nothing and is not stored, with a link.
    private static func page(
        _ status: Int, _ title: String, _ text: String, _ address: String, isFollowed: Bool = false
    ) -> HTTPResponse {
        let address = MarkupText.escaped(address)
        let follow = isFollowed ? "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">" : ""
        let markup = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>\(follow)</head>
            <body><h1>\(title)</h1><p>\(text)</p><p><a href="\(address)">\(address)</a></p></body></html>

            """
        return HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            ], body: Array(markup.utf8))
    }
}
