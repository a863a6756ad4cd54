package import ExchangeModel

/// How requests travel: limits, trust and proxies. There is no option that switches verification off.
package struct WireOptions: Sendable {
    package var connectTimeout: Duration
    package var totalTimeout: Duration
    /// The largest decoded body, in bytes, that an answer may have.
    package var maximumBody: Int
    /// A PEM file of authorities trusted beside those of the machine.
    package var certificateFile: String?
    package var proxies: ProxySettings
    /// How many HTTP/1 connections to one host are open at once; further requests wait for their turn.
    package var connectionsPerHost: Int

    /// What suits a remote instance by default.
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

/// The proxies of the environment, as values. Which variable counts follows curl: `http_proxy` in lower case only, because
/// a gateway interface would let untrusted `Proxy:` header set the other.
package struct ProxySettings: Sendable, Hashable {
    /// The proxy for `http` addresses, `http://[user:password@]host:port`, `socks5h://…`; nil or empty for none.
    package var http: String?
    /// The proxy for `https` addresses.
    package var https: String?
    package var all: String?
    /// Hosts that are reached without a proxy, separated by commas or spaces: names (which include the names below
    /// them), addresses, networks such as `10.0.0.0/8`, or `*`.
    package var exceptions: String?

    package init(http: String? = nil, https: String? = nil, all: String? = nil, exceptions: String? = nil) {
        self.http = http
        self.https = https
        self.all = all
        self.exceptions = exceptions
    }

    /// Reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, the last three in either letter case.
    package init(environment: [String: String]) {
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        self.init(
            http: environment["http_proxy"], https: value("https_proxy"), all: value("all_proxy"),
            exceptions: value("no_proxy"))
    }

    /// The proxy that a request to `url` goes through, nil for none. A loopback address never goes through one: on the
    /// other side it would be another machine.
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

    /// The host without the brackets of an IPv6 literal and without the dot that ends a full name.
    static func bare(_ host: Substring) -> String {
        if host.first == "[", host.last == "]" { return String(host.dropFirst().dropLast()) }
        return String(host.last == "." ? host.dropLast() : host)
    }
}

/// Reads as much of a proxy's address as messages and the form of a target need; libcurl reads the rest.
enum ProxyName {
    /// Whether the proxy speaks SOCKS, so that it is told no target.
    static func isSocks(_ proxy: String) -> Bool { proxy.lowercased().hasPrefix("socks") }

    /// `host port 3128`: no scheme, and above all no user and password.
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

/// Where a request goes instead of where the name of its host points. The request itself, the certificate's name
/// included, is the same as without it, and no proxy is asked.
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

/// What this side of a connection proves itself with, and the one origin that it is shown to.
package struct ClientCertificate: Sendable, Hashable {
    /// Scheme, host and port of the one who may see it.
    package let origin: String
    /// The file of the certificate, with those of its authorities below it, PEM.
    package let certificate: String
    /// The file of the private key, PEM; it may be the same.
    package let key: String

    package init(for url: HTTPURL, certificate: String, key: String) {
        origin = url.origin
        self.certificate = certificate
        self.key = key
    }

    /// Whether a request to an address may show it. Never over plain HTTP.
    func serves(_ url: HTTPURL) -> Bool { url.scheme == "https" && url.origin == origin }
}
