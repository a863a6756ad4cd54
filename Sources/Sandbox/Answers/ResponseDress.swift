import ExchangeModel

/// The headers that every answer of an instance carries, in the order of recorded answers.
///
/// `Transfer-Encoding` and `Connection` are missing on purpose: they belong to whoever puts the answer on a wire.
struct ResponseDress {
    let now: Timestamp
    let secure: Bool
    private var identity: [HeaderField] = []
    /// The cookies that the answer sets.
    var cookies: [String] = []
    /// Whether the session of a page has a user; nil says nothing of it.
    var isLoggedIn: Bool?
    /// `X-RateLimit-…` of the rule that is for the request.
    var limits: [HeaderField] = []

    init(now: Timestamp, secure: Bool) {
        self.now = now
        self.secure = secure
    }

    /// The request was signed in.
    mutating func signedIn(cookies: [String], transaction: String) {
        identity = [HeaderField("X-Is-Logged-In", "true"), HeaderField("X-Transaction-ID", transaction)]
        self.cookies = cookies
    }

    /// The request was not signed in.
    mutating func refused(_ refusal: SignInRefusal, cookies: [String]) {
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

    /// The answer as it travels.
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
        // What a GET would have brought; whoever puts the answer on a wire cannot know it.
        if method == .head { headers.append("Content-Length", String(answer.body.count)) }
        return HTTPResponse(
            status: answer.status, reason: ResponseDress.reasons[answer.status] ?? "", headers: headers,
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
            status: status, reason: ResponseDress.reasons[status] ?? "", headers: headers, body: Array(body.utf8))
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
            status: answer.status, reason: ResponseDress.reasons[answer.status] ?? "", headers: headers,
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
            status: answer.status, reason: ResponseDress.reasons[answer.status] ?? "", headers: headers,
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
