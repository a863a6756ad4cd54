/// What a listener proves its name with over TLS.
package struct ServerIdentity: Sendable {
    /// The certificate, with those of its authorities below it, as PEM text.
    package var certificate: String
    /// The private key as PEM text.
    package var key: String

    /// An identity of PEM texts.
    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
