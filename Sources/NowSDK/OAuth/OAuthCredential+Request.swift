import ExchangeModel

extension OAuthCredential {
    /// The request for tokens, exactly as it travels: every grant is a form posted to `/oauth_token.do`.
    func request(to instance: Instance) -> HTTPRequest {
        var fields = [(name: "grant_type", value: grant.type), (name: "client_id", value: client.id)]
        if let secret = client.secret { fields.append(("client_secret", secret.text)) }
        switch grant {
        case .password(let password): fields += [("username", user ?? ""), ("password", password.text)]
        case .refreshToken(let token): fields.append(("refresh_token", token.text))
        case .clientCredentials: break
        case .authorizationCode(let code, let verifier, let redirect):
            fields += [("code", code.text), ("redirect_uri", redirect), ("code_verifier", verifier.text)]
        case .assertion(let statement): fields.append(("assertion", statement.text))
        }
        if let scope { fields.append(("scope", scope)) }
        return HTTPRequest(
            .post, instance.url("/oauth_token.do"), headers: OAuthForm.headers, body: OAuthForm.body(fields),
            purpose: .signIn,
            principal: user)
    }
}
