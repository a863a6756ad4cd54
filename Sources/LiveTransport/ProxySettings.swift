package import ExchangeModel

/// The proxies of the environment, as values. Which variable counts follows curl: `http_proxy` in lower case only, because
/// a gateway interface would let a stranger's `Proxy:` header set the other.
package struct ProxySettings: Sendable, Hashable {
    /// The proxy for `http` addresses, `http://[user:password@]host:port`, `socks5h://…`; nil or empty for none.
    package var http: String?
    /// The proxy for `https` addresses.
    package var https: String?
    /// The proxy for both where neither of the others is set.
    package var all: String?
    /// Hosts that are reached without a proxy, separated by commas or spaces: names (which include the names below
    /// them), addresses, networks such as `10.0.0.0/8`, or `*`.
    package var exceptions: String?

    /// No proxy unless told.
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
