/// Why a listener cannot start.
package struct ListenerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of trouble.
    package enum Kind: String, Sendable, Hashable {
        /// libmicrohttpd is not on this machine, or lacks TLS.
        case missingLibrary
        /// The port is taken, or not allowed.
        case port
        /// The certificate or the key is of no use.
        case tls
        /// What should hold the authorities of clients holds no certificates.
        case clientAuthorities
        /// The system refused something else.
        case system
    }

    /// The class of trouble.
    package var kind: Kind
    /// One sentence that names the thing.
    package var message: String

    /// An error of that class.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// The sentence.
    package var description: String { message }
}
