import ExchangeModel
import Notation

/// Turns a client's request to `serve record` into the request to the instance.
struct ProxiedRequest {
    /// The header field by which a client names itself to Snowdeck's servers.
    static let clientName = "X-Snowdeck-Client"

    let origin: HTTPURL

    /// The same request without fields of the connection (RFC 9110, 7.6.1). Responses are requested in the codings that
    /// can be decoded here, since the tape holds decoded bodies, in which secrets are found.
    func made(of request: HTTPRequest, isSignIn: Bool, limits: RequestLimits) -> HTTPRequest {
        var sent = request
        sent.url = request.url.moved(to: origin)
        sent.headers = HeaderFields(
            request.headers.fields.compactMap { field in
                let name = ASCII.lowercased(field.name)
                if Self.dropped.contains(name) { return nil }
                // The instance compares them with its own origin.
                guard name == "origin" || name == "referer" else { return field }
                return HeaderField(field.name, moved(field.value, from: request.url.origin))
            })
        // HTTP allows a body here, but it has no meaning, and clients send an empty one.
        if request.method == .head { sent.body = nil }
        sent.purpose = isSignIn ? .signIn : .command
        sent.principal = ImportPrincipals.basicUser(request)
        sent.limits = limits
        return sent
    }

    private func moved(_ address: String, from front: String) -> String {
        guard address.utf8.starts(with: front.utf8) else { return address }
        let rest = address.utf8.dropFirst(front.utf8.count)
        guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return address }
        return origin.origin + String(Substring(rest))
    }

    private static let dropped: Set<String> = [
        "accept-encoding", "expect", "http2-settings", "proxy-authorization", "te", "trailer", "upgrade",
        ASCII.lowercased(clientName),
    ]
}

/// Adapts a response of an instance to a client that addressed the proxy.
struct ProxiedResponse {
    let origin: HTTPURL
    let keepsLinks: Bool

    /// URLs of the instance in header fields and in links of REST responses become the proxy's, and cookies become the
    /// proxy's own.
    func made(of response: HTTPResponse, for request: HTTPRequest) -> HTTPResponse {
        let moving = ServedResponse(origin: origin, isForProgram: true)
        var answer = response
        answer.headers = HeaderFields(
            response.headers.fields.compactMap { field in
                var field = field
                switch ASCII.lowercased(field.name) {
                // They would lead clients past the proxy.
                case "strict-transport-security", "alt-svc": return nil
                case "location", "content-location": field.value = moving.local(field.value, for: request)
                case "link": field.value = moving.localLinks(field.value, for: request)
                case "set-cookie": field.value = cookie(field.value, isSecure: request.url.scheme == "https")
                case "access-control-allow-origin" where field.value == origin.origin:
                    field.value = request.url.origin
                case "access-control-allow-origin": break
                default: if moving.isOwn(field.value.utf8) { field.value = moving.local(field.value, for: request) }
                }
                return field
            })
        if !keepsLinks, let body = BodyLinks.moved(in: response, from: origin, to: request.url.origin) {
            answer.body = body
            answer.headers.remove("Content-Length")
        }
        return answer
    }

    /// A `Set-Cookie` field for the host that sent it. Over plain HTTP a cookie cannot be `Secure`, and without that
    /// not `SameSite=None`.
    private func cookie(_ line: String, isSecure: Bool) -> String {
        let parts = line.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let kept = parts.enumerated().filter { place, part in
            guard place > 0 else { return true }
            let text = ASCII.lowercased(String(Substring(part)).filter { $0 != " " && $0 != "\t" })
            if text.hasPrefix("domain=") || text == "domain" { return false }
            return isSecure || !["secure", "samesite=none"].contains(text)
        }
        return kept.map { String(Substring($0.element)) }.joined(separator: ";")
    }
}
