package import ExchangeModel

/// The state of a sign-in, without secrets.
package struct SignInStatus: Sendable, Hashable {
    /// A valid session, so that no credential is sent.
    package struct Session: Sendable, Hashable {
        package let opened: Timestamp
        /// When an idle session ends; nil if unknown.
        package let ends: Timestamp?
        package let uses: Int
    }

    /// The current access token.
    package struct Token: Sendable, Hashable {
        package let obtained: Timestamp
        /// When it expires; nil if unknown.
        package let ends: Timestamp?
        /// Whether it can be renewed without prompting.
        package let hasRefresh: Bool
        package let scope: String?
    }

    /// A cookie, without its value.
    package struct Cookie: Sendable, Hashable {
        package let name: String
        /// Whether it is sent to pages, or to REST.
        package let isForPages: Bool
        /// When it was last set.
        package let set: Timestamp
        /// When it expires; nil for a session cookie.
        package let ends: Timestamp?
    }

    /// The kind of the current credential; nil before the first.
    package let kind: SignInKind?
    /// The user requests are sent as, if known.
    package let user: String?
    package let session: Session?
    package let pages: Session?
    /// The token used where there is no session.
    package let token: Token?
    /// The current cookies, REST first.
    package let cookies: [Cookie]
    /// Whether the last credential was rejected.
    package let isRejected: Bool
    /// The number of consecutive rejections of a credential or code. Instances lock accounts after a few.
    package let rejections: Int

    /// Whether there is a session for REST or pages.
    package var hasSession: Bool { session != nil || pages != nil }
}

extension SignIn {
    func status(at now: Timestamp) -> SignInStatus {
        let api = liveSession(in: .api, at: now), pages = liveSession(in: .pages, at: now)
        var user = api?.user ?? pages?.user
        if case .held(let credential) = credentialState { user = user ?? credential.user }
        var isRejected = false
        if case .rejected = credentialState { isRejected = true }
        let held = tokens.flatMap { $0.isRejected ? nil : $0.tokens }
        return SignInStatus(
            kind: kind, user: user, session: shown(api, .api), pages: shown(pages, .pages),
            token: held.map {
                .init(obtained: $0.obtained, ends: $0.ends, hasRefresh: $0.refresh != nil, scope: $0.scope)
            }, cookies: cookies(.api, at: now) + cookies(.pages, at: now), isRejected: isRejected,
            rejections: rejections)
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
