/// Who led to a request by a redirect: the host that was asked first, and the address at which it answered.
///
/// A redirect may lead anywhere by name; where the name leads is known only when a connection is made. A transport makes
/// none to a loopback, link-local or private address, unless the redirector's own is in the same range.
package struct Redirector: Sendable, Hashable {
    /// The host of the request that was redirected first.
    package let host: String
    /// Its address; nil when it is not known, behind a proxy or on a tape.
    package let address: String?

    /// The host and the address of a first answer.
    package init(host: String, address: String?) {
        self.host = host
        self.address = address
    }
}
