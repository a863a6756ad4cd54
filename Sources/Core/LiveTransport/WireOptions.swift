package import ExchangeModel

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
    /// The proxy for `https` URLs.
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
