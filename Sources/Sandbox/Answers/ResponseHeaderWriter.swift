import ExchangeModel

/// Writes the header fields of every response, in the order of recorded responses.
/// `Transfer-Encoding` and `Connection` are missing on purpose: they belong to the server.
struct ResponseHeaderWriter {
    let now: Timestamp
    let secure: Bool
    private(set) var identity: [HeaderField] = []
    var cookies: [String] = []
    var limits: [HeaderField] = []

    mutating func signedIn(cookies: [String], transaction: String) {
        identity = [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-Transaction-ID", transaction)]
        self.cookies = cookies
    }

    mutating func refused(_ error: SandboxSignInError, cookies: [String]) {
        switch error {
        case .credentials: self.cookies = cookies
        case .passcode:
            identity = [HeaderField("X-MFA_TOKEN", "invalid")]
            self.cookies = cookies
        case .userToken(let token):
            // The session continues, and keeps its cookies.
            identity = [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-UserToken-Response", token)]
        }
    }

    func response(_ answer: Answer, to method: HTTPMethod) -> HTTPResponse {
        var fields = [ResponseHeaderWriter.timing] + identity + limits + answer.fields
        fields.append(HeaderField("X-Content-Type-Options", "nosniff"))
        if !answer.isWrittenByScript { fields += ResponseHeaderWriter.uncached }
        return finished(fields + type(of: answer), answer, method)
    }

    func page(status: Int, title: String) -> HTTPResponse {
        let answer = Answer.html(PageTemplate.fill("bare", ["title": title]) + "\n", status: status)
        return finished(type(of: answer), answer, nil)
    }

    func page(_ answer: Answer, isLoggedIn: Bool?, to method: HTTPMethod) -> HTTPResponse {
        let login = isLoggedIn.map { [HeaderField("X-Is-Logged-In", String($0))] } ?? []
        let fields = [ResponseHeaderWriter.timing] + login + answer.fields + ResponseHeaderWriter.uncached
        return finished(fields + type(of: answer) + [HeaderField("X-Frame-Options", "SAMEORIGIN")], answer, method)
    }

    /// A shared asset. It has its own cache headers and opens no session.
    func asset(_ answer: Answer, to method: HTTPMethod) -> HTTPResponse {
        finished(
            answer.fields + type(of: answer) + [HeaderField("X-Content-Type-Options", "nosniff")], answer,
            answer.status == 200 || method != .head ? method : nil)
    }

    private static let timing = HeaderField("Server-Timing", "sem_wait;dur=0, sesh_wait;dur=0")
    private static let uncached = [
        HeaderField("Pragma", "no-store,no-cache"),
        HeaderField("Cache-Control", "no-cache,no-store,must-revalidate,max-age=-1"), HeaderField("Expires", "0"),
    ]

    private func type(of answer: Answer) -> [HeaderField] {
        answer.contentType.isEmpty ? [] : [HeaderField("Content-Type", answer.contentType)]
    }

    /// Adds the fields of all responses. For HEAD, `Content-Length` is that of the GET's body, which the server cannot
    /// know.
    private func finished(_ fields: [HeaderField], _ answer: Answer, _ method: HTTPMethod?) -> HTTPResponse {
        var fields = fields + [HeaderField("Date", now.httpText), HeaderField("Server", "ServiceNow")]
        fields += cookies.map { HeaderField("Set-Cookie", $0) }
        if secure { fields.append(HeaderField("Strict-Transport-Security", "max-age=63072000; includeSubDomains")) }
        if method == .head { fields.append(HeaderField("Content-Length", String(answer.body.count))) }
        return HTTPResponse(
            status: answer.status, reason: ResponseHeaderWriter.reasons[answer.status] ?? "",
            headers: HeaderFields(fields), body: method == .head ? [] : answer.body)
    }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 302: "Found", 304: "Not Modified", 400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 414: "URI Too Long",
        415: "Unsupported Media Type", 429: "Too Many Requests", 500: "Internal Server Error",
        503: "Service Unavailable",
    ]
}

struct PagingLinks {
    let url: HTTPURL
    let limit: Int
    let offset: Int
    let rows: Int
    /// Nil if not counted: then there is no `last`, and a full page has a `next`.
    let total: Int?

    /// Nil if everything fits on one page. `prev` is included if offset − limit ≥ −1, so a page of one record at offset
    /// 0 really links to offset −1, as on instances.
    var field: HeaderField? {
        guard limit > 0, total.map({ $0 > limit }) ?? (offset > 0 || rows == limit) else { return nil }
        var entries = [link(0, "first")]
        if offset - limit >= -1 { entries.append(link(offset - limit, "prev")) }
        if total.map({ offset + limit < $0 }) ?? (rows == limit) { entries.append(link(offset + limit, "next")) }
        if let total { entries.append(link((total - 1) / limit * limit, "last")) }
        return HeaderField("Link", entries.joined(separator: ","))
    }

    private func link(_ offset: Int, _ name: String) -> String {
        "<" + PagingLinks.enclosable(url.origin + url.path + "?" + query(offset)) + ">;rel=\"" + name + "\""
    }

    private func query(_ offset: Int) -> String {
        let parameter = "sysparm_offset=" + String(offset)
        var replaced = false
        // By bytes: a query may have thousands of conditions.
        var fields = (url.query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { field in
            let name = Substring(field.prefix { $0 != UInt8(ascii: "=") })
            guard PercentCoding.decodeForm(name) == "sysparm_offset" else { return String(Substring(field)) }
            replaced = true
            return parameter
        }
        if !replaced { fields.append(parameter) }
        return fields.joined(separator: "&")
    }

    private static func enclosable(_ address: String) -> String {
        let forbidden: [UInt8: String] = [
            UInt8(ascii: "<"): "%3C", UInt8(ascii: ">"): "%3E", UInt8(ascii: "\""): "%22",
        ]
        guard address.utf8.contains(where: { $0 == 0x22 || $0 == 0x3C || $0 == 0x3E }) else { return address }
        return String(decoding: address.utf8.replacing(forbidden), as: UTF8.self)
    }
}
