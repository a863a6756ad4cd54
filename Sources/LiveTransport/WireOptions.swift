/// How requests travel: limits, trust and proxies. There is no option that switches verification off.
package struct WireOptions: Sendable {
    /// How long finding the host and connecting, TLS included, may take.
    package var connectTimeout: Duration
    /// How long a whole exchange may take.
    package var totalTimeout: Duration
    /// The largest decoded body, in bytes, that an answer may have.
    package var maximumBody: Int
    /// A PEM file of authorities trusted beside those of the machine.
    package var certificateFile: String?
    /// Which requests go through a proxy.
    package var proxies: ProxySettings
    /// How many HTTP/1 connections to one host are open at once; further requests wait for their turn.
    package var connectionsPerHost: Int

    /// What suits an instance far away, unless told.
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
