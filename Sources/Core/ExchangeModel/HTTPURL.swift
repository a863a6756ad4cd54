/// An absolute `http` or `https` URL with an unchanged target.
///
/// Foundation's type re-encodes unusual characters. A tape must hold the bytes that were sent, so path and query are
/// raw text, decoded on access only.
public struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`, in lower case.
    public var scheme: String
    /// The host name or address in lower case; IPv6 addresses have brackets.
    public var host: String
    /// The port, if given and not the scheme's default.
    public var port: Int?
    /// The percent-encoded path as sent, never empty.
    public var path: String
    /// The percent-encoded query as sent, without `?`; nil if there is no `?`.
    public var query: String?

    /// Creates a URL from parts in the form described at each.
    public init(scheme: String, host: String, port: Int? = nil, path: String = "/", query: String? = nil) {
        self.scheme = scheme
        self.host = host
        self.port = port == HTTPURL.defaultPort(of: scheme) ? nil : port
        self.path = path.isEmpty ? "/" : path
        self.query = query
    }

    /// Parses an absolute URL. Nil if the scheme is neither `http` nor `https`, the host or port is invalid, there is
    /// user information (credentials are never sent in URLs), or a character is invalid in a request line (white space,
    /// control characters). A fragment is dropped.
    ///
    /// It is split by bytes, because in a `String` a delimiter followed by a combining mark is another character.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            bytes[colon...].starts(with: "://".utf8)
        else { return nil }
        let scheme = text[..<colon].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = bytes[bytes.index(colon, offsetBy: 3)...].prefix { $0 != UInt8(ascii: "#") }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let (host, port) = HTTPURL.hostAndPort(authority) else { return nil }
        let target = rest[authority.endIndex...]
        let path = target.prefix { $0 != UInt8(ascii: "?") }
        let query = target[path.endIndex...]
        self.init(
            scheme: scheme, host: host, port: port, path: String(Substring(path)),
            query: query.isEmpty ? nil : String(Substring(query.dropFirst())))
    }

    /// The path and query of the request line.
    public var target: String { query.map { path + "?" + $0 } ?? path }

    /// A path that is safe where a URL is expected, in `Location` or a link. Two leading slashes would name a host, and
    /// browsers treat a backslash as a slash.
    package static func rooted(_ target: String) -> String {
        let second = target.utf8.dropFirst().first
        return second == UInt8(ascii: "/") || second == UInt8(ascii: "\\") ? "/." + target : target
    }

    /// Scheme, host and port without a trailing slash: the unit of trust for credentials and cookies.
    public var origin: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

    /// The port, or the scheme's default.
    public var effectivePort: Int { port ?? HTTPURL.defaultPort(of: scheme) }

    /// The whole URL.
    public var description: String { origin + target }

    /// Whether the host is this machine: `localhost` or a subdomain (RFC 6761, 6.3), 127.0.0.0/8 or ::1.
    public var isLoopback: Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The fields of the query in order, percent-decoded, with `+` as a space as in HTML forms. A field without `=` has
    /// an empty value.
    public var queryFields: [(name: String, value: String)] { PercentCoding.fields(of: query ?? "") }

    /// Resolves a URL reference, such as a `Location` (RFC 3986, 5.2). Nil if it is invalid.
    public func resolving(_ reference: String) -> HTTPURL? {
        if let absolute = HTTPURL(reference) { return absolute }
        let bytes = reference.utf8.prefix { $0 != UInt8(ascii: "#") }
        let reference = String(Substring(bytes))
        let delimiter = bytes.first { [UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "?")].contains($0) }
        if delimiter == UInt8(ascii: ":") { return nil }
        if bytes.isEmpty { return self }
        if bytes.starts(with: "//".utf8) { return HTTPURL(scheme + ":" + reference) }
        if bytes.first == UInt8(ascii: "?") { return HTTPURL(origin + path + reference) }
        let folder =
            bytes.first == UInt8(ascii: "/")
            ? "" : path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "/"
        return HTTPURL(origin + HTTPURL.withoutDotSegments(folder + reference))
    }

    /// The default port of a scheme.
    public static func defaultPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }

    /// The lower-case host and the port of an authority; nil if invalid.
    private static func hostAndPort(_ authority: Substring.UTF8View) -> (String, Int?)? {
        let isLiteral = authority.first == UInt8(ascii: "[")
        var hostEnd = authority.firstIndex(of: isLiteral ? UInt8(ascii: "]") : UInt8(ascii: ":")) ?? authority.endIndex
        if isLiteral {
            guard hostEnd < authority.endIndex else { return nil }
            authority.formIndex(after: &hostEnd)
        }
        let host = authority[..<hostEnd], rest = authority[hostEnd...]
        guard isLiteral ? host.count > 2 : !host.isEmpty,
            (isLiteral ? host.dropFirst().dropLast() : host).allSatisfy({ mayStandInHost($0, isLiteral: isLiteral) })
        else { return nil }
        let name = Substring(host).lowercased()
        if rest.isEmpty { return (name, nil) }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
            let port = Int(Substring(digits)), 1...65535 ~= port
        else { return nil }
        return (name, port)
    }

    private static func mayStandInHost(_ byte: UInt8, isLiteral: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        case UInt8(ascii: ":"), UInt8(ascii: "%"): isLiteral
        default: byte >= 0x80 && !isLiteral
        }
    }

    /// A path, with or without a query, without the segments `.` and `..`.
    package static func withoutDotSegments(_ target: String) -> String {
        let path = target.utf8.prefix { $0 != UInt8(ascii: "?") }
        var kept: [Substring.UTF8View] = []
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        for segment in segments {
            let isLast = segment.endIndex == path.endIndex
            if segment.elementsEqual(".".utf8) {
                if isLast { kept.append(Substring().utf8) }
            } else if segment.elementsEqual("..".utf8) {
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append(Substring().utf8) }
            } else {
                kept.append(segment)
            }
        }
        return "/" + kept.map { String(Substring($0)) }.joined(separator: "/") + target[path.endIndex...]
    }
}

/// The random host name of this machine at which a browser shows pages of a tape or an instance, and their content
/// security policy, which allows only that origin.
///
/// Browsers separate cookies by name and not by port: at 127.0.0.1 or localhost, a page's scripts could read those of
/// every other local program.
package enum PageHost {
    /// A new name, `<32 digits>.localhost`. Browsers resolve it to this machine themselves.
    package static func randomName(_ bytes: (_ count: Int) -> [UInt8]) -> String { token(bytes) + ".localhost" }

    /// 16 random bytes as hexadecimal digits.
    package static func token(_ bytes: (_ count: Int) -> [UInt8]) -> String {
        bytes(16).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    /// Everything from the page's own origin, nothing from others: a tape then holds all that the browser shows, and
    /// images cannot report page views to other hosts.
    package static let policy = """
        default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; object-src 'none'; base-uri 'self'; \
        form-action 'self'; frame-ancestors 'self'; webrtc 'block'
        """

    /// The other header fields of a response to a browser.
    package static let headers = [
        ("Referrer-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("X-DNS-Prefetch-Control", "off"),
    ]
}
