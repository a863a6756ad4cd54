package import ExchangeModel

/// A valid HTTP request with its header lines.
struct OutgoingRequest: Sendable {
    let method: String
    let url: HTTPURL
    /// Lines for libcurl: `Name: value`, `Name;` for an empty value, `Name:` to suppress one that libcurl adds.
    let headerLines: [String]
    let body: [UInt8]?
    /// Whether `Accept-Encoding: gzip` is sent and the response decoded; not if the request has that header. libcurl's own
    /// decoder rejects gzip of several members.
    let decodesBody: Bool

    /// Whether the response never has a body.
    var isHead: Bool { method == "HEAD" }

    /// Whether the method is idempotent (RFC 9110, 9.2.2).
    var isRepeatable: Bool { ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(method) }

    /// Throws `.invalidRequest` if HTTP does not allow the request.
    init(_ request: HTTPRequest) throws(TransportFailure) {
        method = request.method.rawValue
        url = request.url
        body = request.body
        guard OutgoingRequest.isToken(method), method != "CONNECT" else {
            throw TransportFailure(.invalidRequest, "The request method cannot be sent: it is not a plain word.")
        }
        guard OutgoingRequest.isSendable(url) else {
            throw TransportFailure(
                .invalidRequest, "The address of the request cannot be sent: HTTP does not allow it.")
        }
        guard !(method == "HEAD" && body != nil) else {
            throw TransportFailure(.invalidRequest, "A HEAD request to \(url.host) cannot carry a body.")
        }
        var lines: [String] = []
        for field in request.headers {
            guard OutgoingRequest.isToken(field.name) else {
                throw TransportFailure(
                    .invalidRequest, "A header of the request to \(url.host) has a name HTTP does not allow.")
            }
            guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else {
                throw TransportFailure(
                    .invalidRequest,
                    "The header \(field.name) of the request to \(url.host) contains a line break or another control character."
                )
            }
            if OutgoingRequest.own.contains(where: { HeaderFields.same($0, field.name) }) { continue }
            lines.append(field.value.isEmpty ? field.name + ";" : field.name + ": " + field.value)
        }
        for name in ["Accept", "Content-Type", "Expect"] where request.headers[name] == nil { lines.append(name + ":") }
        lines.append("Proxy-Connection:")
        decodesBody = request.headers["Accept-Encoding"] == nil
        if decodesBody { lines.append("Accept-Encoding: gzip") }
        headerLines = lines
    }

    private static let own = ["Host", "Content-Length", "Transfer-Encoding", "Proxy-Connection"]

    private static func isSendable(_ url: HTTPURL) -> Bool {
        guard let authority = HTTPURL(url.origin + "/"), authority.host == url.host, authority.path == "/" else {
            return false
        }
        let target = url.target.utf8
        guard target.first == UInt8(ascii: "/") || url.target == "*" else { return false }
        return target.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    /// RFC 9110, 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"),
                    UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}

/// Limits, trust and proxies of requests. There is no option to disable verification.
package struct WireOptions: Sendable {
    package var connectTimeout: Duration
    package var totalTimeout: Duration
    /// The largest decoded response body, in bytes.
    package var maximumBody: Int
    /// A PEM file of CAs that are trusted in addition to the system's.
    package var certificateFile: String?
    package var proxies: ProxySettings
    /// How many HTTP/1 connections to one host are open at once; further requests wait.
    package var connectionsPerHost: Int

    /// Defaults for a remote instance.
    package init(
        connectTimeout: Duration = .seconds(10), totalTimeout: Duration = .seconds(60), maximumBody: Int = 64 << 20,
        certificateFile: String? = nil, proxies: ProxySettings = .init(), connectionsPerHost: Int = 8
    ) {
        self.connectTimeout = connectTimeout
        self.totalTimeout = totalTimeout
        self.maximumBody = maximumBody
        self.certificateFile = certificateFile
        self.proxies = proxies
        self.connectionsPerHost = max(1, connectionsPerHost)
    }
}

/// The proxies of the environment. As in curl, `http_proxy` counts in lower case only, because in CGI programs a
/// client's `Proxy:` header sets `HTTP_PROXY`.
package struct ProxySettings: Sendable, Hashable {
    /// The proxy for `http` URLs, `http://[user:password@]host:port`, `socks5h://…`; nil or empty for none.
    package var http: String?
    package var https: String?
    package var all: String?
    /// Hosts that are reached without a proxy, separated by commas or spaces: names (including subdomains), addresses,
    /// networks such as `10.0.0.0/8`, or `*`.
    package var exceptions: String?

    package init(http: String? = nil, https: String? = nil, all: String? = nil, exceptions: String? = nil) {
        self.http = http
        self.https = https
        self.all = all
        self.exceptions = exceptions
    }

    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, the last three in either case.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        self.init(
            http: environment["http_proxy"], https: value("https_proxy"), all: value("all_proxy"),
            exceptions: value("no_proxy"))
    }

    /// The proxy for a request to `url`; nil for none. A loopback address never uses a proxy: there it would mean
    /// another machine.
    package func proxy(for url: HTTPURL) -> String? {
        let own = url.scheme == "https" ? https : http
        guard let proxy = own ?? all, !proxy.isEmpty, !url.isLoopback, !isException(url.host) else { return nil }
        return proxy
    }

    private func isException(_ host: String) -> Bool {
        let host = ProxySettings.bare(host[...])
        let address = IPAddress(host)
        return (exceptions ?? "").split(whereSeparator: { $0 == "," || $0.isWhitespace }).contains { entry in
            if entry == "*" { return true }
            if let address { return address.lies(in: entry) }
            var name = entry.lowercased()[...]
            if name.first == "." { name.removeFirst() }
            if name.last == "." { name.removeLast() }
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }
    }

    /// The host without the brackets of an IPv6 literal and without a final dot.
    static func bare(_ host: Substring) -> String {
        if host.first == "[", host.last == "]" { return String(host.dropFirst().dropLast()) }
        return String(host.last == "." ? host.dropLast() : host)
    }
}

/// Parses as much of a proxy's URL as messages and the request target need; libcurl parses the rest.
enum ProxyName {
    /// Whether the proxy speaks SOCKS, so that it gets no request target.
    static func isSocks(_ proxy: String) -> Bool { proxy.lowercased().hasPrefix("socks") }

    /// `host port 3128`, without scheme, user and password.
    static func place(of proxy: String) -> String {
        var rest = proxy[...]
        if let colon = rest.firstIndex(of: ":"), rest[colon...].hasPrefix("://") {
            rest = rest[rest.index(colon, offsetBy: 3)...]
        }
        if let at = rest.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        rest = rest.prefix { $0 != "/" }
        guard let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") else { return rest + " port 1080" }
        return rest[..<colon] + " port " + rest[rest.index(after: colon)...]
    }
}

/// The address to connect to instead of resolving the URL's host. The request is the same as without it, including the
/// certificate's expected name, and no proxy is used.
package struct Route: Sendable, Hashable {
    /// An IPv4 or IPv6 literal, without brackets.
    package var address: String
    /// From 1 to 65535.
    package var port: Int

    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }
}

/// The client certificate for TLS, and the only origin it is sent to.
package struct ClientCertificate: Sendable, Hashable {
    /// Scheme, host and port.
    package let origin: String
    /// A PEM file of the certificate, followed by its intermediate certificates.
    package let certificate: String
    /// A PEM file of the private key; it may be the same file.
    package let key: String

    package init(for url: HTTPURL, certificate: String, key: String) {
        origin = url.origin
        self.certificate = certificate
        self.key = key
    }

    /// Whether it may be used for a URL. Never over plain HTTP.
    func serves(_ url: HTTPURL) -> Bool { url.scheme == "https" && url.origin == origin }
}
