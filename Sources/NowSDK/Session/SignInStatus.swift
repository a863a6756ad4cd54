package import ExchangeModel

/// What a person may know about the state of a sign-in. It holds no secret.
package struct SignInStatus: Sendable, Hashable {
    /// A session that serves, so that no credential is sent.
    package struct Session: Sendable, Hashable {
        package let opened: Timestamp
        /// When it ends unless it is used; nil when the instance does not say.
        package let ends: Timestamp?
        package let uses: Int
    }

    /// The current access token.
    package struct Token: Sendable, Hashable {
        package let obtained: Timestamp
        /// When it ends; nil when the instance did not say.
        package let ends: Timestamp?
        /// Whether another can be had without asking the user.
        package let hasRefresh: Bool
        package let scope: String?
    }

    /// A cookie, without its value.
    package struct Cookie: Sendable, Hashable {
        package let name: String
        /// Whether it goes with pages; else it goes to the REST interfaces.
        package let isForPages: Bool
        /// When it was set last.
        package let set: Timestamp
        /// When it ends; nil lasts as long as the session at the prompt.
        package let ends: Timestamp?
    }

    /// The sort of credential in use; nil before one was asked for.
    package let kind: SignInKind?
    /// The user in whose name requests go out, as far as known.
    package let user: String?
    package let session: Session?
    package let pages: Session?
    /// The token that signs in where no session does.
    package let token: Token?
    /// The current cookies, those of the REST interfaces first.
    package let cookies: [Cookie]
    /// Whether the last credential was refused.
    package let isRejected: Bool
    /// How often in a row a credential or a code was refused. Instances lock an account after a few times.
    package let refusals: Int

    /// Whether a session serves the REST interfaces or the pages.
    package var hasSession: Bool { session != nil || pages != nil }
}

extension SignIn {
    func status(at now: Timestamp) -> SignInStatus {
        let api = liveSession(in: .api, at: now), pages = liveSession(in: .pages, at: now)
        var user = api?.user ?? pages?.user
        if case .held(let credential) = standing { user = user ?? credential.user }
        var isRejected = false
        if case .rejected = standing { isRejected = true }
        let held = tokens.flatMap { $0.isRefused ? nil : $0.tokens }
        return SignInStatus(
            kind: kind, user: user, session: shown(api, .api), pages: shown(pages, .pages),
            token: held.map {
                .init(obtained: $0.obtained, ends: $0.ends, hasRefresh: $0.refresh != nil, scope: $0.scope)
            }, cookies: cookies(.api, at: now) + cookies(.pages, at: now), isRejected: isRejected, refusals: refusals)
    }

    private func shown(_ session: RealmSession.Session?, _ realm: SignInRealm) -> SignInStatus.Session? {
        session.map { .init(opened: $0.opened, ends: self[realm].ends, uses: $0.uses) }
    }

    private func cookies(_ realm: SignInRealm, at now: Timestamp) -> [SignInStatus.Cookie] {
        self[realm].jar.live(at: now).map {
            .init(name: $0.name, isForPages: realm == .pages, set: $0.set, ends: $0.expires)
        }
    }
}
