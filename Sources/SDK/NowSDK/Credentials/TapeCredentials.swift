import Notation

/// What a replay signs in with: recorded credentials with a placeholder for each secret.
package enum TapeCredentials {
    /// Replaces recorded secrets. The text is unlikely to occur elsewhere.
    package static let placeholder = Secret("stand-in-for-the-recorded-secret")

    /// The password of a user; no authentication without a user.
    package static func played(user: String?) -> Credential {
        user.map { .basic(user: $0, password: placeholder) } ?? .anonymous
    }
}

/// A credential without its secrets. With a placeholder for each secret, a replay makes the same requests.
package struct CredentialShape: Sendable, Hashable {
    /// With empty secrets.
    private let credential: Credential
    /// Whether the secret is empty; a tape stores an empty secret as it is.
    private let isEmpty: Bool

    private init(_ credential: Credential, isEmpty: Bool) {
        self.credential = credential.with(Secret(""), others: Secret(""))
        self.isEmpty = isEmpty
    }

    package init(of credential: Credential) {
        let isEmpty =
            switch credential {
            case .anonymous, .basic, .certificate: false
            case .oauth(let oauth) where oauth.grant == .clientCredentials: false
            case .bearer, .header, .oauth, .session: credential.secrets.first?.text.isEmpty ?? false
            }
        self.init(credential, isEmpty: isEmpty)
    }

    /// A credential of this shape with `secret` in place of every secret.
    package func credential(with secret: Secret) -> Credential {
        credential.with(isEmpty ? Secret("") : secret, others: secret)
    }
}

// How a tape stores a shape.
extension CredentialShape {
    /// The user name for basic authentication, empty for none, else JSON such as
    /// `{"kind":"oauth","grant":"password","user":"john.doe","client":"app","has_client_secret":true}`.
    package var text: String {
        switch credential {
        case .anonymous: return ""
        case .basic(let user, _):
            return user.isEmpty || user.utf8.first == UInt8(ascii: "{") ? json("basic") : user
        case .bearer, .header, .certificate: return json(credential.kind.rawValue)
        case .session(let session):
            let names = CookieJar.pairs(of: session.cookies.text).map { JSON.string($0.name) }
            return json(
                session.kind.rawValue,
                [JSON.Member("cookies", .array(names)), JSON.Member("has_token", .bool(session.userToken != nil))])
        case .oauth(let oauth):
            var own = [
                JSON.Member("grant", .string(oauth.grant.type)), JSON.Member("client", .string(oauth.client.id)),
            ]
            own.append(JSON.Member("has_client_secret", .bool(oauth.client.secret != nil)))
            if let scope = oauth.scope { own.append(JSON.Member("scope", .string(scope))) }
            if case .authorizationCode(_, _, let redirect) = oauth.grant {
                own.append(JSON.Member("redirect", .string(redirect)))
            }
            return json("oauth", own)
        }
    }

    private func json(_ kind: String, _ own: [JSON.Member] = []) -> String {
        var members = [JSON.Member("kind", .string(kind))]
        if let user = credential.user { members.append(JSON.Member("user", .string(user))) }
        members += own
        if isEmpty { members.append(JSON.Member("is_empty", true)) }
        return JSON.object(members).compact
    }

    /// Parses the stored form; nil if it is damaged.
    package init?(reading text: String) {
        let none = Secret("")
        guard text.utf8.first == UInt8(ascii: "{") else {
            self.init(text.isEmpty ? .anonymous : .basic(user: text, password: none), isEmpty: false)
            return
        }
        guard let root = (try? JSONDocument(Array(text.utf8)))?.root.value else { return nil }
        let user = Self.text(root["user"])
        let credential: Credential? =
            switch Self.text(root["kind"]) {
            case "basic": user.map { .basic(user: $0, password: none) }
            case SignInKind.token.rawValue: .bearer(token: none, user: user)
            case SignInKind.certificate.rawValue: .certificate(user: user)
            case "oauth": Self.oauth(root, user)
            case let kind? where root["cookies"] != nil: .session(Self.session(SignInKind(rawValue: kind), root, user))
            case let kind: SecretHeader.all.first { $0.kind.rawValue == kind }.map { .header($0, none, user: user) }
            }
        guard let credential else { return nil }
        self.init(credential, isEmpty: root["is_empty"] == true)
    }

    private static func session(_ kind: SignInKind, _ root: JSON, _ user: String?) -> WebSession {
        let names = root["cookies"]?.elements.compactMap(text) ?? []
        return WebSession(
            kind: kind, cookies: Secret(names.map { $0 + "=" }.joined(separator: "; ")),
            userToken: root["has_token"] == true ? Secret("") : nil, user: user)
    }

    private static func oauth(_ root: JSON, _ user: String?) -> Credential? {
        let none = Secret("")
        let grants: [OAuthGrant] = [
            .password(none), .refreshToken(none), .clientCredentials, .assertion(none),
            .authorizationCode(none, verifier: none, redirect: text(root["redirect"]) ?? ""),
        ]
        guard let client = text(root["client"]), let type = text(root["grant"]),
            let grant = grants.first(where: { $0.type == type })
        else { return nil }
        let id = OAuthClientID(client, secret: root["has_client_secret"] == true ? none : nil)
        return .oauth(OAuthCredential(id, grant, user: user, scope: text(root["scope"])))
    }

    private static func text(_ value: JSON?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }
}

extension Credential {
    /// The same credential with another secret, and `others` for a client's secret and a code's verifier.
    fileprivate func with(_ secret: Secret, others: Secret) -> Credential {
        switch self {
        case .anonymous, .certificate: return self
        case .basic(let user, _): return .basic(user: user, password: secret)
        case .bearer(_, let user): return .bearer(token: secret, user: user)
        case .header(let header, _, let user): return .header(header, secret, user: user)
        case .session(let session): return .session(session.with(secret))
        case .oauth(let oauth):
            let grant: OAuthGrant =
                switch oauth.grant {
                case .password: .password(secret)
                case .refreshToken: .refreshToken(secret)
                case .clientCredentials: .clientCredentials
                case .authorizationCode(_, _, let target):
                    .authorizationCode(secret, verifier: others, redirect: target)
                case .assertion: .assertion(secret)
                }
            let client = OAuthClientID(oauth.client.id, secret: oauth.client.secret.map { _ in others })
            return .oauth(OAuthCredential(client, grant, user: oauth.user, scope: oauth.scope))
        }
    }
}
