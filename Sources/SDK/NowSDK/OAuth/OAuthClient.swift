package import ExchangeModel

/// Requests and revokes access tokens.
///
/// Its requests carry the credentials in the body: they have no cookies and no `Authorization` header, and redirects
/// are not followed.
package struct OAuthClient: Sendable {
    private let instance: Instance
    private let next: any Transport
    private let clock: any Clock
    private let secrets: SecretBook

    /// `next` is the transport below `AuthenticatingTransport`. `clock` is the sending command's clock, so a replay
    /// computes the same expiry times.
    package init(instance: Instance, next: any Transport, clock: any Clock, secrets: SecretBook) {
        self.instance = instance
        self.next = next
        self.clock = clock
        self.secrets = secrets
    }

    /// Requests tokens (`POST /oauth_token.do`). All secrets that are sent or received are added to the secret book.
    ///
    /// Throws the transport's errors, and `.signIn` with a `SignInError` as its cause if the instance issues no token.
    package func tokens(for credential: OAuthCredential) async throws(TransportFailure) -> OAuthTokens {
        for secret in credential.secrets { secrets.write(secret.text, as: secret.label) }
        let request = credential.request(to: instance)
        let sent = clock.now
        let response = try await next.send(request)
        let answer = TokenResponse(response, to: request, sent: sent, received: clock.now)
        for token in answer.allTokens { secrets.write(token, as: "token") }
        do {
            return try answer.tokens(for: credential)
        } catch {
            throw failure("\(instance.name) gave no token: \(error.sentence).", error)
        }
    }

    /// Revokes an access or refresh token (`POST /oauth_revoke_token.do`). An unknown or expired token is not an error.
    ///
    /// The vendor documents only `?token=` in the URL. Proxies and the instance itself log URLs, so the token is sent
    /// in a form, as in RFC 7009 and as other clients do.
    package func revoke(_ token: Secret) async throws(TransportFailure) {
        secrets.write(token.text, as: "token")
        let request = HTTPRequest(
            .post, instance.url("/oauth_revoke_token.do"), headers: OAuthForm.headers,
            body: OAuthForm.body([("token", token.text)]),
            purpose: .signIn)
        let now = clock.now
        let answer = TokenResponse(try await next.send(request), to: request, sent: now, received: now)
        if let error = answer.revocationError {
            throw failure("\(instance.name) did not end a token: \(error.sentence).", error)
        }
    }

    private func failure(_ message: String, _ error: SignInError) -> TransportFailure {
        TransportFailure(.signIn, message, cause: error)
    }
}
