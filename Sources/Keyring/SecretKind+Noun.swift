package import NowSDK

extension SecretEntry.Kind {
    /// What a secret of this kind is called: `client secret`. The desktop's keyring programs show it, and questions ask for it.
    package var noun: String {
        switch self {
        case .password: "password"
        case .refreshToken: "refresh token"
        case .clientSecret: "client secret"
        case .apiKey: "API key"
        case .user: "last user"
        case .token: "token"
        }
    }
}
