import ExchangeModel
import Notation

/// The proof that whoever brings a code is who asked for it (RFC 7636): a verifier that is kept, and a challenge made of
/// it that is shown.
package struct PKCE: Sendable, Hashable {
    /// Sent with the code.
    package let verifier: Secret

    /// Makes a verifier of random bytes: 32 of them or more, up to 96.
    package init(random bytes: [UInt8]) {
        precondition((32...96).contains(bytes.count), "a verifier is made of 32 to 96 bytes")
        verifier = Secret(Base64.encodeForURL(bytes))
    }

    /// Sent before it, with the method `S256`.
    package var challenge: String { Base64.encodeForURL(SHA256.digest(Array(verifier.text.utf8))) }

    /// The one method there is: the other shows the verifier.
    package static let method = "S256"
}
