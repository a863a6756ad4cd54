import ExchangeModel

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

extension AuthenticatingTransport {
    /// Signs in with the credential in a session of its own, continues that session as another user, and ends it after
    /// the body, also after an error or a cancellation.
    package func impersonating(
        _ user: String, sysID: String, isolation: isolated (any Actor)? = #isolation,
        _ body: (AuthenticatingTransport) async throws -> Void
    ) async throws {
        let page = HTTPRequest(.get, instance.url("/navpage.do"), purpose: .signIn)
        let answer = try await send(page)
        let session = WebSession(
            kind: .basic, cookies: Secret(cookieLine(for: page.url) ?? ""),
            userToken: Self.userToken(in: answer.body), user: user)
        let other = AuthenticatingTransport(
            instance: instance, next: next, credentials: SessionSource(session: session), secrets: secrets, clock: clock
        )
        let result: Result<Void, any Error>
        do {
            let change = HTTPRequest(
                .post, instance.url("/api/now/ui/impersonate/" + PercentCoding.encode(sysID)),
                headers: ["Accept": "application/json", "Content-Type": "application/json"], body: Array("{}".utf8),
                purpose: .signIn)
            let status = try await other.send(change).status
            guard 200..<300 ~= status else {
                let reason =
                    switch status {
                    case 403: "only the roles admin and impersonator may act as another user"
                    case 404: "there is no such user, or it is not active"
                    default: "\(instance.name) answered with HTTP \(status)"
                    }
                throw TransportFailure(.signIn, "You cannot act as \(user): \(reason).")
            }
            result = .success(try await body(other))
        } catch {
            result = .failure(error)
        }
        var logout = HTTPRequest(.get, instance.url("/logout.do"), purpose: .signIn)
        logout.followsRedirects = false
        // In a task of its own, which is not cancelled with the command.
        _ = await Task { [logout] in try? await other.send(logout) }.value
        try result.get()
    }

    /// The value of `g_ck` in a page; nil if it has none.
    private static func userToken(in page: [UInt8]) -> Secret? {
        guard let name = page.firstRange(of: Array("g_ck".utf8)) else { return nil }
        let quotes = [UInt8(ascii: "'"), UInt8(ascii: "\"")]
        let parts = page[name.upperBound...].prefix(512).split(
            maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: quotes.contains)
        return parts.count == 3 && !parts[1].isEmpty ? Secret(String(decoding: parts[1], as: UTF8.self)) : nil
    }

    /// Gives a session once. Signing in again would answer as the user who impersonates.
    private struct SessionSource: CredentialSource {
        let session: WebSession

        func credential(for request: CredentialRequest) async throws -> Credential {
            guard request.reason == .first else {
                let message = "\(request.instance.name) does not accept the session as \(session.user ?? "")."
                throw TransportFailure(.signIn, message)
            }
            return .session(session)
        }
    }
}
