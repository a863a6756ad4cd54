package import ExchangeModel
public import FoundationEssentials

/// Why there is no access token (the SDK's documented cases).
public enum AccessTokenProviderError: Error, Sendable, CustomStringConvertible, LocalizedError {
    /// The instance gave no token for what the application offered, or the application offers none that a token can be
    /// had for, such as a user's password without an OAuth application.
    case accessTokenRetrievalFailed
    /// The sign-in failed, for this reason.
    case userSessionError(any Error)
    /// The application gave no token: the user is a guest.
    case hostReturnedNoTokens

    /// One sentence.
    public var description: String {
        switch self {
        case .accessTokenRetrievalFailed: "The instance gave no access token."
        case .userSessionError(let error): String(describing: error)
        case .hostReturnedNoTokens: "The application gave no token."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}

extension AccessTokenProviderError {
    /// The case that a failed sign-in is.
    package init(_ failure: TransportFailure) {
        switch failure.cause as? SignInTrouble {
        case .grantRefused, .unreadableTokenAnswer, .tokenRedirected: self = .accessTokenRetrievalFailed
        case .noSecret: self = .hostReturnedNoTokens
        default: self = .userSessionError(failure)
        }
    }
}
