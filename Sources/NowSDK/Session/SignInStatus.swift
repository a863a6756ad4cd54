package import ExchangeModel

/// What a person may know about the state of a sign-in.
package struct SignInStatus: Sendable, Hashable {
    /// The user in whose name requests go out, as far as known.
    package let user: String?
    /// Whether a session serves, so that no credential is sent.
    package let hasSession: Bool
    /// When the session ends unless it is used; nil when the instance does not say.
    package let sessionEnds: Timestamp?
    /// Whether the last credential was refused.
    package let isRejected: Bool
}
