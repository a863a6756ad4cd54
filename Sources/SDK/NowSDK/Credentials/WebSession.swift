/// The session of a browser that is signed in to an instance: its cookies, and the token that pages send with them.
///
/// An instance requires `X-UserToken` for every API request of a session that has seen a page, reads included. Cookies
/// and a token of different sessions are answered with 401 (ServiceNow community 2113630, jessems.com 2023-08-25).
public struct WebSession: Sendable, Hashable {
    /// The kind of sign-in that it was obtained by.
    public let kind: SignInKind
    /// The value of the `Cookie` header.
    public let cookies: Secret
    /// The value of `X-UserToken`, which pages have as `g_ck`; nil if unknown: the instance sends it once.
    public let userToken: Secret?
    /// The user, if known.
    public let user: String?

    /// Creates a session from its parts.
    public init(kind: SignInKind, cookies: Secret, userToken: Secret?, user: String? = nil) {
        self.kind = kind
        self.cookies = cookies
        self.userToken = userToken
        self.user = user
    }

    var secrets: [(text: String, label: String)] {
        CookieJar.pairs(of: cookies.text).map { (Cookie.bare($0.value), "cookie") }
            + (userToken.map { [($0.text, "token")] } ?? [])
    }

    /// The session with these secrets in place of its own. The names of cookies are kept: decisions depend on them.
    func with(_ secret: Secret) -> WebSession {
        let line = CookieJar.pairs(of: cookies.text).map { $0.name + "=" + secret.text }.joined(separator: "; ")
        return WebSession(kind: kind, cookies: Secret(line), userToken: userToken.map { _ in secret }, user: user)
    }
}
