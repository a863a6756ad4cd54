/// How a listener listens.
package struct ListenerOptions: Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    package var port: Int
    /// How many threads serve connections. A connection stays with one of them.
    package var threads: Int
    /// Host names, in lower case and without a port, that requests may carry beside those of this machine.
    package var allowedHosts: Set<String>
    /// Origins, in lower case, whose pages may make changes here: `https://app.example:8443`, `null`.
    package var allowedOrigins: Set<String>
    /// The largest request body, in bytes.
    package var maximumBody: Int
    /// Memory for the head of a request and the head of its answer together, in bytes, per connection. A target may be
    /// somewhat shorter than a third of it. The library clears it after each request, so that a megabyte costs as much
    /// time as half a small request.
    package var connectionMemory: Int
    /// Serves HTTPS with this certificate; nil serves HTTP.
    package var identity: ServerIdentity?

    /// Whether answers are compressed for clients that accept gzip.
    package var compresses: Bool

    /// HTTP on a free port, for hosts of this machine, unless told.
    package init(
        port: Int = 0, threads: Int = 1, allowedHosts: Set<String> = [], allowedOrigins: Set<String> = [],
        maximumBody: Int = 64 << 20, connectionMemory: Int = 256 << 10, identity: ServerIdentity? = nil,
        compresses: Bool = false
    ) {
        self.port = port
        self.threads = threads
        self.allowedHosts = allowedHosts
        self.allowedOrigins = allowedOrigins
        self.maximumBody = maximumBody
        self.connectionMemory = connectionMemory
        self.identity = identity
        self.compresses = compresses
    }
}
