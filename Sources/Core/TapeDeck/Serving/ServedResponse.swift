import ExchangeModel
import Notation
import Redactors

/// Adapts a recorded response for a browser or program on this machine.
struct ServedResponse {
    package let origin: HTTPURL
    /// Programs get the recorded response without fields of the connection and session; URLs of the instance in header
    /// fields become the server's.
    var isForProgram = false
    var keepsLinks = false

    /// The response without fields of its connection, session or host. Browsers may store it but must revalidate: the
    /// same URL may have another response after a change or on another tape.
    func made(of recorded: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        var answer = HTTPResponse(status: recorded.status, reason: recorded.reason, body: recorded.body)
        answer.facts = recorded.facts
        for field in recorded.headers {
            // HEAD is answered with the length of a body that is not on the tape.
            let isLength =
                request.method == .head && recorded.body.isEmpty && HeaderFields.same(field.name, "Content-Length")
            // A withheld value is useless to the client.
            guard isLength || !drops(field.name), !Mask.isWhole(field.value.utf8) else { continue }
            switch ASCII.lowercased(field.name) {
            case "location", "content-location":
                answer.headers.append(field.name, local(field.value, for: request))
            case "link": answer.headers.append(field.name, localLinks(field.value, for: request))
            default:
                answer.headers.append(
                    field.name, isOwn(field.value.utf8) ? local(field.value, for: request) : field.value)
            }
        }
        if !keepsLinks, let body = BodyLinks.moved(in: recorded, from: origin, to: request.url.origin) {
            answer.body = body
        }
        if !isForProgram {
            answer.headers.append("Referrer-Policy", "same-origin")
            answer.headers.append("Cache-Control", isWithheld(recorded) ? "no-store" : "no-cache")
        }
        guard recorded.status == 200, holds(recorded, for: request) else { return answer }
        answer.status = 304
        answer.reason = ""
        answer.body = []
        for name in ["Content-Type", "Content-Disposition"] { answer.headers.remove(name) }
        return answer
    }

    /// Whether a field's value is a URL of the instance: `X-Next-Page-Url`.
    func isOwn(_ value: some Collection<UInt8>) -> Bool {
        let own = origin.origin.utf8
        guard value.count >= own.count, value.starts(with: own) else { return false }
        let next = value.dropFirst(own.count).first
        return next == nil || "/?#".utf8.contains(next ?? 0)
    }

    func otherHost(of recorded: HTTPResponse, for request: HTTPRequest) -> String? {
        guard (300..<400).contains(recorded.status), let location = recorded.headers["Location"],
            place(of: location, for: request) == nil
        else { return nil }
        return location
    }

    func local(_ address: String, for request: HTTPRequest) -> String {
        guard let url = place(of: address, for: request) else { return address }
        let fragment = address.utf8.firstIndex(of: UInt8(ascii: "#")).map { address[$0...] } ?? ""
        if isForProgram {
            // `//host/path` names a host, too.
            let namesHost = HTTPURL(address) != nil || address.utf8.starts(with: "//".utf8)
            return namesHost ? request.url.origin + url.target + fragment : address
        }
        // A text that browsers would resolve to another host contains a slash or backslash, which is encoded.
        let isPlain = HTTPURL(address) == nil && !address.utf8.contains(UInt8(ascii: "\\"))
        if isPlain, !address.utf8.starts(with: "//".utf8) { return address }
        return HTTPURL.rooted(url.target) + fragment
    }

    /// A `Link` field (RFC 8288) with the instance's URLs replaced by this server's.
    func localLinks(_ line: String, for request: HTTPRequest) -> String {
        var rest = line[...], out = ""
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let start = rest.index(after: open)
            out += rest[..<start] + local(String(rest[start..<close]), for: request) + ">"
            rest = rest[rest.index(after: close)...]
        }
        return out + rest
    }

    /// The URL at the instance; nil if it is invalid or names another host.
    private func place(of address: String, for request: HTTPRequest) -> HTTPURL? {
        let url = request.url.moved(to: origin).resolving(address)
        return url.flatMap { RequestParts.origin(of: $0) == RequestParts.origin(of: origin) ? $0 : nil }
    }

    /// Whether the browser's copy is current (RFC 9110, 13.1.2 and 13.1.3).
    private func holds(_ recorded: HTTPResponse, for request: HTTPRequest) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        let asked = request.headers.values(of: "If-None-Match")
        if !asked.isEmpty {
            guard let tag = recorded.headers["ETag"] else { return false }
            return asked.contains { line in
                line.utf8.split(separator: UInt8(ascii: ",")).contains {
                    let one = ASCII.trimmed(Substring($0))
                    return one == "*" || Self.opaque(one).elementsEqual(Self.opaque(tag[...]))
                }
            }
        }
        guard let date = request.headers["If-Modified-Since"] else { return false }
        return recorded.headers["Last-Modified"].map { $0.utf8.elementsEqual(date.utf8) } ?? false
    }

    private func drops(_ name: String) -> Bool {
        let name = ASCII.lowercased(name)
        return Self.ofConnection.contains(name) || !isForProgram && Self.ofInstance.contains(name)
    }

    private func isWithheld(_ recorded: HTTPResponse) -> Bool {
        recorded.headers.values(of: "Cache-Control").contains { ASCII.lowercased($0).contains("no-store") }
    }

    private static func opaque(_ tag: Substring) -> Substring.UTF8View {
        tag.utf8.starts(with: "W/".utf8) ? tag.dropFirst(2).utf8 : tag.utf8
    }

    private static let ofConnection: Set<String> = [
        "connection", "keep-alive", "transfer-encoding", "content-length", "trailer", "upgrade", "alt-svc",
        "accept-ranges", "date", "via", "set-cookie", "strict-transport-security",
    ]

    private static let ofInstance: Set<String> = [
        // Fields for caches, which must not carry over to another tape.
        "cache-control", "expires", "age", "pragma", "vary",
        // Fields of the session: there is no sign-in here.
        "www-authenticate", "proxy-authenticate", "clear-site-data", "refresh",
        // Fields of the host, which would send a browser to https or to the instance.
        "content-security-policy-report-only", "referrer-policy", "link",
        "access-control-allow-origin", "access-control-allow-credentials", "service-worker-allowed", "sourcemap",
        "x-sourcemap", "x-dns-prefetch-control", "public-key-pins", "expect-ct", "nel", "report-to",
        "reporting-endpoints", "origin-agent-cluster",
    ]
}

/// The links in the body of a REST response: JSON members whose names end in `link`, and XML elements `link`.
struct BodyLinks {
    private let body: [UInt8]
    /// How a link's name ends; nil if the body can have none.
    private let mark: [UInt8]?

    private static let json = Array("link\"".utf8), xml = Array("link>".utf8)

    /// The body of a response with links to the instance replaced by links to the server; nil if there is none.
    static func moved(in response: HTTPResponse, from instance: HTTPURL, to server: String) -> [UInt8]? {
        let links = BodyLinks(in: response)
        let edits = links.origins(of: instance).map { range in
            let isEscaped = links.body[range].contains(UInt8(ascii: "\\"))
            let origin = isEscaped ? server.replacing("/", with: "\\/") : server
            return Edit(range: range, replacement: Array(origin.utf8), label: "")
        }
        return edits.isEmpty ? nil : Edit.apply(edits, to: links.body)
    }

    private init(in response: HTTPResponse) {
        body = response.body
        let type = ASCII.lowercased(response.headers["Content-Type"] ?? "")
        mark = type.contains("json") ? Self.json : type.contains("xml") && !type.contains("html") ? Self.xml : nil
    }

    /// The ranges of the instance's scheme, host and port in links, in order.
    private func origins(of instance: HTTPURL) -> [Range<Int>] {
        guard let mark else { return [] }
        var found: [Range<Int>] = []
        var from = 0
        while let place = body.firstPlace(of: mark, from: from) {
            from = place + mark.count
            if let range = origin(at: from, isXML: mark == Self.xml),
                let url = HTTPURL(String(decoding: body[range], as: UTF8.self).replacing("\\", with: "")),
                RequestParts.origin(of: url) == RequestParts.origin(of: instance)
            {
                found.append(range)
            }
        }
        return found
    }

    /// The scheme, host and port of the URL after the mark that ends at `place`.
    private func origin(at place: Int, isXML: Bool) -> Range<Int>? {
        var start = place
        if !isXML {
            func skip(_ byte: UInt8) -> Bool {
                while start < body.count, ASCII.isSpace(body[start]) { start += 1 }
                guard start < body.count, body[start] == byte else { return false }
                start += 1
                return true
            }
            guard skip(UInt8(ascii: ":")), skip(UInt8(ascii: "\"")) else { return nil }
        }
        let slashes = UInt8(ascii: "/"), backslash = UInt8(ascii: "\\")
        let address = body[start...].prefix(512)
        guard let colon = address.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var end = colon + 1, passed = 0
        while end < address.endIndex, passed < 2 || !"/\\?#\"<&".utf8.contains(body[end]) {
            if passed < 2 {
                guard body[end] == slashes || body[end] == backslash else { return nil }
                if body[end] == slashes { passed += 1 }
            }
            end += 1
        }
        return passed == 2 ? start..<end : nil
    }
}
