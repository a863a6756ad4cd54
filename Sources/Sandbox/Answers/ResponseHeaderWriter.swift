import ExchangeModel
import Notation

/// The headers that every answer of an instance carries, in the order of recorded answers.
///
/// `Transfer-Encoding` and `Connection` are missing on purpose: they belong to the server.
struct ResponseHeaderWriter {
    let now: Timestamp
    let secure: Bool
    private var identity: [HeaderField] = []
    var cookies: [String] = []
    /// Whether the session of a page has a user; nil says nothing of it.
    var isLoggedIn: Bool?
    /// `X-RateLimit-…` of the rule that is for the request.
    var limits: [HeaderField] = []

    init(now: Timestamp, secure: Bool) {
        self.now = now
        self.secure = secure
    }

    mutating func signedIn(cookies: [String], transaction: String) {
        identity = [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-Transaction-ID", transaction)]
        self.cookies = cookies
    }

    /// The request was not signed in.
    mutating func refused(_ refusal: SandboxSignInError, cookies: [String]) {
        switch refusal {
        case .credentials: self.cookies = cookies
        case .passcode:
            identity = [HeaderField("X-MFA_TOKEN", "invalid")]
            self.cookies = cookies
        case .userToken(let token):
            // The session goes on, and keeps its cookies.
            identity = [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-UserToken-Response", token)]
        }
    }

    func response(_ answer: Answer, to method: HTTPMethod) -> HTTPResponse {
        var headers = HeaderFields(
            [HeaderField("Server-Timing", "sem_wait;dur=0, sesh_wait;dur=0")] + identity + limits + answer.fields)
        headers.append("X-Content-Type-Options", "nosniff")
        if !answer.isWrittenByScript {
            headers.append("Pragma", "no-store,no-cache")
            headers.append("Cache-Control", "no-cache,no-store,must-revalidate,max-age=-1")
            headers.append("Expires", "0")
        }
        if !answer.contentType.isEmpty { headers.append("Content-Type", answer.contentType) }
        finish(&headers)
        // The length of the GET's body, which the server cannot know.
        if method == .head { headers.append("Content-Length", String(answer.body.count)) }
        return HTTPResponse(
            status: answer.status, reason: ResponseHeaderWriter.reasons[answer.status] ?? "", headers: headers,
            body: method == .head ? [] : answer.body)
    }

    /// A page of HTML, as instances answer what is no request to an API.
    func page(status: Int, title: String) -> HTTPResponse {
        let body = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="UTF-8"><title>\(title)</title></head>
            <body><h1>\(title)</h1></body></html>

            """
        var headers = HeaderFields([HeaderField("Content-Type", "text/html;charset=UTF-8")])
        finish(&headers)
        return HTTPResponse(
            status: status, reason: ResponseHeaderWriter.reasons[status] ?? "", headers: headers, body: Array(body.utf8)
        )
    }

    /// A page of HTML with its headers; `answer.fields` stand before those of every page.
    func page(_ answer: Answer, to method: HTTPMethod) -> HTTPResponse {
        var headers = HeaderFields([HeaderField("Server-Timing", "sem_wait;dur=0, sesh_wait;dur=0")])
        if let isLoggedIn { headers.append("X-Is-Logged-In", isLoggedIn ? "true" : "false") }
        for field in answer.fields { headers.append(field.name, field.value) }
        headers.append("Pragma", "no-store,no-cache")
        headers.append("Cache-Control", "no-cache,no-store,must-revalidate,max-age=-1")
        headers.append("Expires", "0")
        if !answer.contentType.isEmpty { headers.append("Content-Type", answer.contentType) }
        headers.append("X-Frame-Options", "SAMEORIGIN")
        finish(&headers)
        if method == .head { headers.append("Content-Length", String(answer.body.count)) }
        return HTTPResponse(
            status: answer.status, reason: ResponseHeaderWriter.reasons[answer.status] ?? "", headers: headers,
            body: method == .head ? [] : answer.body)
    }

    /// A file that pages share. It says itself how long it may be kept, and opens no session.
    func asset(_ answer: Answer, to method: HTTPMethod) -> HTTPResponse {
        var headers = HeaderFields(answer.fields)
        if !answer.contentType.isEmpty { headers.append("Content-Type", answer.contentType) }
        headers.append("X-Content-Type-Options", "nosniff")
        finish(&headers)
        if method == .head, answer.status == 200 { headers.append("Content-Length", String(answer.body.count)) }
        return HTTPResponse(
            status: answer.status, reason: ResponseHeaderWriter.reasons[answer.status] ?? "", headers: headers,
            body: method == .head ? [] : answer.body)
    }

    private func finish(_ headers: inout HeaderFields) {
        headers.append("Date", now.httpText)
        headers.append("Server", "ServiceNow")
        for cookie in cookies { headers.append("Set-Cookie", cookie) }
        if secure { headers.append("Strict-Transport-Security", "max-age=63072000; includeSubDomains") }
    }

    private static let reasons = [
        200: "OK", 201: "Created", 204: "No Content", 302: "Found", 304: "Not Modified", 400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable", 414: "URI Too Long",
        415: "Unsupported Media Type", 429: "Too Many Requests", 500: "Internal Server Error",
        503: "Service Unavailable",
    ]
}

/// The session's debug log beside the result, for `X-WantSessionDebugMessages: true`.
enum SessionDebug {
    static func isWanted(_ request: HTTPRequest) -> Bool {
        request.headers["X-WantSessionDebugMessages"].map { HeaderFields.same($0, "true") } ?? false
    }

    /// The answer with a log of one line. An answer without a result stays as it is.
    static func added(to answer: Answer, _ request: HTTPRequest, _ now: Timestamp) -> Answer {
        guard (200...299).contains(answer.status), answer.body.starts(with: "{\"result\":".utf8) else { return answer }
        let line =
            now.civil.clockText + ".000: Time: 0:00:00.000 for: sandbox[glide.1] \(request.effectiveMethod) "
            + request.url.path
        let session: JSON = [
            "debug_logs": [["type": "sql", "customerUpdate": false, "line": .string(line), "debugClassSet": ""]]
        ]
        var changed = answer
        changed.body.removeLast()
        changed.body += Array(",\"session\":".utf8) + session.compactBytes + [UInt8(ascii: "}")]
        return changed
    }
}

/// The `Link` line of a list: first, prev, next, last, as recorded answers have them.
struct PagingLinks {
    let url: HTTPURL
    let limit: Int
    let offset: Int
    /// How many rows this page has, before access rules.
    let rows: Int
    /// Nil when not counted: then there is no `last`, and a full page has a `next`.
    let total: Int?

    /// Nil when everything fits on one page. `prev` is given from offset − limit ≥ −1 on, so a page of one record at
    /// offset 0 really names the offset −1.
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

    /// The parameters as they came, with another offset in its place, or at the end when there was none.
    private func query(_ offset: Int) -> String {
        let parameter = "sysparm_offset=" + String(offset)
        var replaced = false
        // By bytes: a query may hold thousands of conditions.
        var fields = (url.query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { field in
            let name = Substring(field.prefix { $0 != UInt8(ascii: "=") })
            guard PercentCoding.decodeForm(name) == "sysparm_offset" else { return String(Substring(field)) }
            replaced = true
            return parameter
        }
        if !replaced { fields.append(parameter) }
        return fields.joined(separator: "&")
    }

    /// The address as it may stand between `<` and `>`: a client may send those in its query as they are.
    private static func enclosable(_ address: String) -> String {
        let forbidden: [UInt8: String] = [
            UInt8(ascii: "<"): "%3C", UInt8(ascii: ">"): "%3E", UInt8(ascii: "\""): "%22",
        ]
        guard address.utf8.contains(where: { $0 == 0x22 || $0 == 0x3C || $0 == 0x3E }) else { return address }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.utf8.count + 64)
        for byte in address.utf8 {
            if let coded = forbidden[byte] { bytes += coded.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
