/// What of a credential is no secret, and decides what is sent: enough to take the same turns again with a stand-in for
/// each secret.
package struct CredentialShape: Sendable, Hashable {
    /// What sort of credential it is.
    package enum Sort: Sendable, Hashable {
        /// None: a guest.
        case guest
        /// A user's name and password.
        case basic
        /// A token that somebody else got.
        case token
        /// A key of the instance's.
        case apiKey
        /// A client certificate.
        case certificate
        /// What a token is asked for with.
        case oauth(Application)
    }

    /// Who asks for a token, and on what grounds.
    package struct Application: Sendable, Hashable {
        /// The client id.
        package var clientID: String
        /// Whether the application proves itself by a secret.
        package var hasSecret: Bool
        /// The word of the form's `grant_type`.
        package var grantType: String
        /// The address that a code was sent to; nil for other grants.
        package var redirect: String?
        /// The scope that is asked for.
        package var scope: String?

        /// An application that asks so.
        package init(
            clientID: String, hasSecret: Bool, grantType: String, redirect: String? = nil, scope: String? = nil
        ) {
            self.clientID = clientID
            self.hasSecret = hasSecret
            self.grantType = grantType
            self.redirect = redirect
            self.scope = scope
        }
    }

    /// What sort of credential it is.
    package var sort: Sort
    /// The user it speaks for, as far as known.
    package var user: String?
    /// Whether the secret is an empty text, which a tape keeps as it is.
    package var isEmpty: Bool

    /// A shape of those facts.
    package init(_ sort: Sort, user: String? = nil, isEmpty: Bool = false) {
        self.sort = sort
        self.user = user
        self.isEmpty = isEmpty
    }

    /// The shape of a credential.
    package init(of credential: Credential) {
        switch credential {
        case .anonymous: self.init(.guest)
        case .basic(let user, _): self.init(.basic, user: user)
        case .bearer(let token, let user): self.init(.token, user: user, isEmpty: token.text.isEmpty)
        case .apiKey(let key, let user): self.init(.apiKey, user: user, isEmpty: key.text.isEmpty)
        case .certificate(let user): self.init(.certificate, user: user)
        case .oauth(let credential):
            var application = Application(
                clientID: credential.client.id, hasSecret: credential.client.secret != nil,
                grantType: credential.grant.type, scope: credential.scope)
            var isEmpty = false
            switch credential.grant {
            case .password(let secret), .refreshToken(let secret), .assertion(let secret): isEmpty = secret.text.isEmpty
            case .authorizationCode(let code, _, let redirect):
                isEmpty = code.text.isEmpty
                application.redirect = redirect
            case .clientCredentials: break
            }
            self.init(.oauth(application), user: credential.user, isEmpty: isEmpty)
        }
    }

    /// A credential of that shape, with `secret` in the place of every secret. Nil for a grant that is not known.
    package func credential(with secret: Secret) -> Credential? {
        let own = isEmpty ? Secret("") : secret
        switch sort {
        case .guest: return .anonymous
        case .basic: return user.map { .basic(user: $0, password: own) }
        case .token: return .bearer(token: own, user: user)
        case .apiKey: return .apiKey(own, user: user)
        case .certificate: return .certificate(user: user)
        case .oauth(let application):
            let grants: [OAuthGrant] = [
                .password(own), .refreshToken(own), .clientCredentials, .assertion(own),
                .authorizationCode(own, verifier: secret, redirect: application.redirect ?? ""),
            ]
            guard let grant = grants.first(where: { $0.type == application.grantType }) else { return nil }
            let client = OAuthClientID(application.clientID, secret: application.hasSecret ? secret : nil)
            return .oauth(OAuthCredential(client, grant, user: user, scope: application.scope))
        }
    }
}
