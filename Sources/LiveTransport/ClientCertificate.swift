package import ExchangeModel

/// What this side of a connection proves itself with, and the one origin that it is shown to.
package struct ClientCertificate: Sendable, Hashable {
    /// Scheme, host and port of whoever may see it.
    package let origin: String
    /// The file of the certificate, with those of its authorities below it, PEM.
    package let certificate: String
    /// The file of the private key, PEM; it may be the same.
    package let key: String

    /// A certificate for the origin of an address.
    package init(for url: HTTPURL, certificate: String, key: String) {
        origin = url.origin
        self.certificate = certificate
        self.key = key
    }

    /// Whether a request to an address may show it. Never over plain HTTP, where there is nobody to show it to.
    func serves(_ url: HTTPURL) -> Bool { url.scheme == "https" && url.origin == origin }
}
