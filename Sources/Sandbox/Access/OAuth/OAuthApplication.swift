import Database

/// An application that may ask for tokens: a row of `oauth_entity`.
struct OAuthApplication: Sendable, Hashable {
    let sysID: String
    let name: String
    let clientID: String
    /// The digest of its secret; empty in a public application, which has none.
    let secretDigest: String
    /// Where codes may be sent, as the row lists them.
    let redirects: [String]
    /// Whether its secret is wanted; a public application proves itself by PKCE.
    let isPublic: Bool
    /// How long its tokens live, in seconds.
    let accessLifetime: Int64
    let refreshLifetime: Int64
    /// The sys_id of the user it is itself, for the client credentials grant; empty without one.
    let userID: String

    /// Whether that is its secret.
    func hasSecret(_ secret: String) -> Bool {
        !secretDigest.isEmpty && AccountBook.digest(of: secret, for: sysID) == secretDigest
    }

    /// Whether a code may be sent to an address. On this machine's own the port is the client's choice (RFC 8252, 7.3).
    func mayRedirect(to address: String) -> Bool { redirects.contains { RedirectAddress.matches(address, $0) } }
}

extension OAuthApplication {
    /// The active application of a client id. Nil when there is none.
    static func named(_ clientID: String, in store: RecordStore) throws -> OAuthApplication? { nil }
}
