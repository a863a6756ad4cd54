/// Where a request goes instead of where the name of its host points. The request itself, the certificate's name
/// included, is the same as without it, and no proxy is asked.
package struct Route: Sendable, Hashable {
    /// An IPv4 or IPv6 literal, without brackets.
    package var address: String
    /// From 1 to 65535.
    package var port: Int

    /// A route to that address and port.
    package init(address: String, port: Int) {
        self.address = address
        self.port = port
    }
}
