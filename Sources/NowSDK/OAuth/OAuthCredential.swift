/// What an access token is asked for with: who asks, and on what grounds.
public struct OAuthCredential: Sendable, Hashable {
    /// The application that the instance knows (a record of `oauth_entity`).
    public let client: OAuthClientID
    /// On what grounds.
    public let grant: OAuthGrant
    /// The user that tokens speak for, as far as known.
    public let user: String?
    /// The scope that is asked for; nil leaves it to the instance.
    public let scope: String?

    /// Names who asks and on what grounds.
    public init(_ client: OAuthClientID, _ grant: OAuthGrant, user: String? = nil, scope: String? = nil) {
        self.client = client
        self.grant = grant
        self.user = user
        self.scope = scope
    }

    /// The same application and user, on other grounds.
    public func with(_ grant: OAuthGrant) -> OAuthCredential {
        OAuthCredential(client, grant, user: user, scope: scope)
    }

    /// The texts that must never be seen again, with the label each goes by.
    var secrets: [(text: String, label: String)] {
        let own: [(text: String, label: String)] =
            switch grant {
            case .password(let password): [(password.text, "password")]
            case .refreshToken(let token), .assertion(let token): [(token.text, "token")]
            case .authorizationCode(let code, let verifier, _): [(code.text, "token"), (verifier.text, "token")]
            case .clientCredentials: []
            }
        return own + (client.secret.map { [(text: $0.text, label: "secret")] } ?? [])
    }
}
