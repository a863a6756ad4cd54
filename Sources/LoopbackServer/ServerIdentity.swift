/// What a listener proves its name with over TLS.
package struct ServerIdentity: Sendable {
    /// The certificate, with those of its authorities below it, as PEM text.
    package var certificate: String
    /// The private key as PEM text.
    package var key: String
    /// The authorities that vouch for clients, as PEM text. With them every client is asked for a certificate; it may have
    /// none, and then it is nobody. Who has one stands in `HTTPRequest.certifiedName`. Nil asks nobody.
    package var clientAuthorities: String?

    /// An identity of PEM texts.
    package init(certificate: String, key: String, clientAuthorities: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.clientAuthorities = clientAuthorities
    }
}
