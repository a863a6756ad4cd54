package import ExchangeModel

/// Gets access tokens from an instance, and gives them back.
///
/// Its requests bring their proof in the body, so they carry no cookies and no `Authorization` line, and they are never
/// sent on to where a redirect points.
package struct OAuthClient: Sendable {
    private let instance: Instance
    private let next: any Transport
    private let clock: any Clock
    private let secrets: SecretBook

    /// `next` is the transport below the one that signs in; `clock` is that of the command that sends, so that a replay
    /// finds the same ends of tokens.
    package init(instance: Instance, next: any Transport, clock: any Clock, secrets: SecretBook) {
        self.instance = instance
        self.next = next
        self.clock = clock
        self.secrets = secrets
    }

    /// Asks for tokens (`POST /oauth_token.do`). Whatever goes out and comes in is in the book of secrets by then.
    ///
    /// Fails as the transport does, and with `.signIn`, caused by a `SignInError`, when the instance gives none.
    package func tokens(for credential: OAuthCredential) async throws(TransportFailure) -> OAuthTokens {
        for secret in credential.secrets { secrets.write(secret.text, as: secret.label) }
        let request = credential.request(to: instance)
        let sent = clock.now
        let response = try await next.send(request)
        let answer = TokenResponse(response, to: request, sent: sent, received: clock.now)
        for token in answer.tokensMet { secrets.write(token, as: "token") }
        do {
            return try answer.tokens(for: credential)
        } catch {
            throw failure("\(instance.name) gave no token: \(error.sentence).", error)
        }
    }

    /// Ends a token, an access token or a refresh token alike (`POST /oauth_revoke_token.do`). That the instance does not
    /// know it, or not any more, is no failure.
    ///
    /// The vendor documents the address with `?token=` behind it and nothing else. Addresses are written down by proxies
    /// and by the instance itself, so the token goes in a form, as RFC 7009 has it and as other clients of instances do.
    package func revoke(_ token: Secret) async throws(TransportFailure) {
        secrets.write(token.text, as: "token")
        let request = HTTPRequest(
            .post, instance.url("/oauth_revoke_token.do"), headers: OAuthForm.headers,
            body: OAuthForm.body([("token", token.text)]),
            purpose: .signIn)
        let now = clock.now
        let answer = TokenResponse(try await next.send(request), to: request, sent: now, received: now)
        if let trouble = answer.troubleWithRevoking {
            throw failure("\(instance.name) did not end a token: \(trouble.sentence).", trouble)
        }
    }

    private func failure(_ message: String, _ trouble: SignInError) -> TransportFailure {
        TransportFailure(.signIn, message, cause: trouble)
    }
}
