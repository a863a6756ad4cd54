package import ExchangeModel
package import Notation
import Synchronization

/// The part of a browser's request that matters to the instance. It is recorded on the tape; the same visits lead to
/// the same requests.
package struct RelayRequest: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable {
        case document
        /// A cacheable asset: a style sheet, a script or an image.
        case asset
        case data
    }

    package var method: HTTPMethod
    package var target: String
    package var kind: Kind
    package var headers: HeaderFields
    package var body: [UInt8]?

    package init(
        _ method: HTTPMethod, _ target: String, _ kind: Kind, headers: HeaderFields = [:], body: [UInt8]? = nil
    ) {
        self.method = method
        self.target = target
        self.kind = kind
        self.headers = headers
        self.body = body
    }

    /// The headers that are passed on; none that identify the browser or the origin.
    private static let kept = ["Content-Type", "X-Requested-With", "X-UserToken"]

    init(_ request: HTTPRequest) {
        method = request.method
        target = request.url.target
        body = request.body
        let accept = request.headers["Accept"] ?? ""
        kind =
            switch request.headers["Sec-Fetch-Dest"] {
            case "document", "iframe", "frame", "embed", "object": .document
            case "empty": .data
            case nil: accept.contains("text/html") ? .document : .data
            default: .asset
            }
        headers = HeaderFields(Self.kept.compactMap { name in request.headers[name].map { HeaderField(name, $0) } })
        // REST has its own session, to which a page's token does not apply.
        if request.url.path.hasPrefix("/api/") { headers.remove("X-UserToken") }
        // An explicit `Accept` of a script is passed on; the defaults differ between browsers.
        if kind == .data, !accept.isEmpty, !accept.contains("*/*") { headers.append("Accept", accept) }
        if body?.isEmpty ?? true { headers.remove("Content-Type") }
    }

    /// The visit as JSON. Secrets are omitted, because a replay does not need them.
    package var json: JSON {
        var members: [JSON.Member] = [
            JSON.Member("method", .string(method.rawValue)), JSON.Member("kind", .string(kind.rawValue)),
            JSON.Member("target", .string(target)),
        ]
        if !headers.isEmpty {
            let lines = headers.map {
                JSON.Member($0.name, .string(HeaderFields.same($0.name, "X-UserToken") ? Self.withheld : $0.value))
            }
            members.append(JSON.Member("headers", .object(lines)))
        }
        if let body {
            let kept = Self.withoutSecrets(body, type: headers["Content-Type"] ?? "")
            if let text = String(validating: kept, as: UTF8.self) {
                members.append(JSON.Member("body", .string(text)))
            } else {
                members.append(JSON.Member("base64", .string(Base64.encode(kept))))
            }
        }
        return .object(members)
    }

    package init?(_ json: JSON) {
        guard let method = json["method"]?.scalarText, let target = json["target"]?.scalarText,
            target.utf8.first == UInt8(ascii: "/"), let kind = json["kind"]?.scalarText.flatMap(Kind.init)
        else { return nil }
        var headers = HeaderFields()
        if case .object(let lines)? = json["headers"] {
            for line in lines { headers.append(line.name, line.value.scalarText ?? "") }
        }
        let body =
            json["body"]?.scalarText.map { Array($0.utf8) }
            ?? json["base64"]?.scalarText.flatMap { Base64.decode(Array($0.utf8)) }
        self.init(HTTPMethod(rawValue: method), target, kind, headers: headers, body: body)
    }

    /// The redaction placeholder of tapes, so that a replay's request equals the recorded one.
    private static let withheld = "REDACTED"

    private static func withoutSecrets(_ body: [UInt8], type: String) -> [UInt8] {
        switch HeaderValue(type)?.essence {
        case "application/x-www-form-urlencoded":
            let fields = body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { field in
                let name = field.prefix { $0 != UInt8(ascii: "=") }
                return FormEntry.isSecret(name) ? name + Array(("=" + withheld).utf8) : field
            }
            return Array(fields.joined(separator: [UInt8(ascii: "&")]))
        case "multipart/form-data":
            // An unparsable body cannot be redacted.
            guard let form = try? MultipartForm(body, contentType: type) else { return Array(withheld.utf8) }
            var kept: [UInt8] = [], place = 0
            for part in form.parts where FormEntry.isSecret(part.name.utf8) {
                kept += body[place..<part.content.lowerBound] + Array(withheld.utf8)
                place = part.content.upperBound
            }
            return kept + body[place...]
        default: return body
        }
    }
}

/// Admits the browser that was opened by this program and the pages it shows, and rejects other processes and pages of
/// other origins.
final class RelayAccess: Sendable {
    enum Decision: Sendable, Hashable {
        case enters(RelayRequest)
        /// The first visit: the browser gets its cookie and is sent to a target. Another origin is the file that the
        /// browser was opened with.
        case begins(target: String, isFromFile: Bool)
        case refused(Rejection)
    }

    /// Why a request is refused, as the browser shows it.
    enum Rejection: String, Sendable, Hashable {
        case host = "Snowdeck answers under the address that it gave, and under no other name."
        case origin = "The request came from a page of another site and was rejected."
        /// The relay's cookie is missing.
        case unknownClient =
            "Only the browser that Snowdeck opened has access. Open the address that page browse prints."
        case used = "This address works once. page browse prints a new one."
        /// Web sockets, CORS preflight, tunnels.
        case unsupported = "Snowdeck cannot do this."
    }

    private let key: RelayKey
    private let isUsed = Atomic(false)

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
            guard !isUsed.exchange(true, ordering: .relaxed) || isKnown else { return .refused(.used) }
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
            var page = HTTPResponse.page(
                200, "Snowdeck", [], link: (target: address, text: "Open the page"), isFollowed: true)
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
        let cookies = request.headers.values(of: "Cookie").flatMap { line in
            PercentCoding.fields(of: line) { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
        }
        // Digests are compared, because the time of comparing the text tells how much of it is right.
        let wanted = SHA256.hex(Array(key.pass.utf8))
        return cookies.contains { $0.name == RelayKey.cookie && SHA256.hex(Array($0.value.utf8)) == wanted }
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

    package init(random: (_ count: Int) -> [UInt8]) {
        host = PageHost.randomName(random)
        entryPath = PageHost.token(random)
        pass = PageHost.token(random)
    }

    /// The URL that the browser is opened with; it redirects to `target` (path and query).
    package func address(port: Int, target: String) -> String { "http://\(host):\(port)/\(entryPath)\(target)" }
}
