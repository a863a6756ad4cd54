/// Why there is no sign-in.
public enum AccessTokenProviderError: Error, Sendable {
    /// No token could be fetched.
    case accessTokenRetrievalFailed
    /// The sign-in failed, for this reason.
    case userSessionError(any Error)
    /// The application gave no token.
    case hostReturnedNoTokens
}
