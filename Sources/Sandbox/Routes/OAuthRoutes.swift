import ExchangeModel
import Notation

struct OAuthRoutes {
    let request: HTTPRequest
    let store: RecordStore
    let authenticator: SandboxAuthenticator
    let now: Timestamp

    enum Endpoint: String {
        case token = "oauth_token.do"
        case revocation = "oauth_revoke_token.do"
    }

    func answer(_ endpoint: Endpoint) throws -> Answer {
        switch endpoint {
        case .token: return try token()
        case .revocation:
            if let token = form?.filled("token") ?? Parameters(request.url)["token"] {
                authenticator.revoke(token, at: now)
            }
            // Whether the token existed is not revealed (RFC 7009, 2.2).
            return .empty(200)
        }
    }

    /// The form in the body; the URL's query is ignored.
    private var form: Parameters? { Parameters(posted: request, most: 65_536) }

    /// All errors have the same response, including a wrong method or media type.
    private func token() throws -> Answer {
        guard request.effectiveMethod == .post, let form,
            let client = ClientCredentials(form, header: RequestCredential(request))
        else { return TokenAnswer.denied }
        let grants = TokenGrants(form: form, client: client, store: store, authenticator: authenticator, now: now)
        guard let tokens = try grants.tokens(passcode: request.headers["X-MFA_TOKEN"]) else {
            return TokenAnswer.denied
        }
        return TokenAnswer.granted(tokens.access, tokens.refresh, at: now)
    }
}

/// The client's authentication at the token endpoint: in the form or, if that has no secret, in a Basic header (RFC
/// 6749, 2.3.1).
struct ClientCredentials {
    let clientID: String?
    let secret: String?

    init?(_ form: Parameters, header: RequestCredential?) {
        guard form.filled("client_secret") == nil, case .basic(let user, let password)? = header else {
            (clientID, secret) = (form.filled("client_id"), form.filled("client_secret"))
            return
        }
        // User and password are form-encoded before base64.
        (clientID, secret) = (PercentCoding.decodeForm(user), PercentCoding.decodeForm(password))
        guard form.filled("client_id") ?? clientID == clientID else { return nil }
    }
}

/// The grant types. Each function returns nil to reject; the client is not told why.
struct TokenGrants {
    let form: Parameters
    let client: ClientCredentials
    let store: RecordStore
    let authenticator: SandboxAuthenticator
    let now: Timestamp

    private struct Decision {
        let userID: String
        let application: OAuthApplication
        var hasRefreshToken = true
        var isNew = false
    }

    /// The default scope; this instance defines no others.
    static let scope = "useraccount"

    func tokens(passcode: String?) throws -> (access: TokenStore.Token, refresh: TokenStore.Token?)? {
        try store.fill(["sys_properties", "oauth_entity"])
        guard let decision = try decision(passcode: passcode),
            try AccountStore(store: store).account(decision.userID) != nil
        else { return nil }
        let application = decision.application
        let grant = SandboxGrant(userID: decision.userID, clientID: application.clientID, scope: TokenGrants.scope)
        let access = authenticator.tokens.access.token(
            for: grant, lifetime: authenticator.tokens.lifetime ?? application.accessLifetime, isNew: decision.isNew,
            at: now, random: &authenticator.secrets)
        guard decision.hasRefreshToken else { return (access, nil) }
        let refresh = authenticator.tokens.refresh.token(
            for: grant, lifetime: application.refreshLifetime, at: now, random: &authenticator.secrets)
        return (access, refresh)
    }

    private func decision(passcode: String?) throws -> Decision? {
        switch form["grant_type"] {
        case "password": try password(passcode)
        case "refresh_token": try refresh()
        case "authorization_code": try code()
        case "client_credentials": try clientCredentials()
        case "urn:ietf:params:oauth:grant-type:jwt-bearer": try assertion()
        default: nil
        }
    }

    private func application() throws -> OAuthApplication? {
        guard let found = try OAuthApplication(client.clientID ?? "", in: store) else { return nil }
        return found.isPublic || found.secret != nil && client.secret == found.secret ? found : nil
    }

    private func password(_ passcode: String?) throws -> Decision? {
        guard let application = try application(), !application.isPublic,
            try !store.isTrue(SignInProperty.refusesPasswordGrant),
            let userName = form.filled("username"), let password = form.filled("password"),
            case .right(let userID, _) = try PasswordCheck(store: store).verdict(
                userName: userName, password: password, passcode: passcode)
        else { return nil }
        return Decision(userID: userID, application: application)
    }

    private func refresh() throws -> Decision? {
        guard let application = try application(), let text = form.filled("refresh_token"),
            let token = authenticator.tokens.refresh.token(text, at: now), token.grant.clientID == application.clientID
        else { return nil }
        return Decision(userID: token.grant.userID, application: application, isNew: true)
    }

    /// Any use invalidates a code, so that an intercepted one cannot be tried out.
    private func code() throws -> Decision? {
        guard let text = form.filled("code"), let code = authenticator.codes.take(text, at: now),
            let application = try application(), code.grant.clientID == application.clientID,
            code.redirect == form.filled("redirect_uri") ?? "", code.challenge != nil || !application.isPublic,
            code.challenge == nil || form.filled("code_verifier").map(TokenGrants.challenge) == code.challenge
        else { return nil }
        return Decision(userID: code.grant.userID, application: application)
    }

    private func clientCredentials() throws -> Decision? {
        guard try store.isTrue(SignInProperty.allowsClientGrant),
            let application = try application(), !application.isPublic, !application.userID.isEmpty
        else { return nil }
        return Decision(userID: application.userID, application: application, hasRefreshToken: false)
    }

    /// A public client may omit its id: the assertion contains it.
    private func assertion() throws -> Decision? {
        guard let assertion = form.filled("assertion").flatMap({ SignedAssertion($0) }),
            let application = try client.clientID == nil
                ? OAuthApplication(assertion.text("iss") ?? "", in: store) : application(),
            client.clientID != nil || application.isPublic,
            let (userID, ends) = try AssertionCheck(store: store, now: now).user(of: assertion, from: application)
        else { return nil }
        if application.takesOnce {
            let identifier = application.clientID + " " + (assertion.text("jti") ?? "")
            guard authenticator.assertions.find(identifier, at: now) == nil else { return nil }
            authenticator.assertions.insert(identifier, (), until: ends, at: now)
        }
        return Decision(userID: userID, application: application, hasRefreshToken: false)
    }

    static func challenge(of verifier: String) -> String {
        String(decoding: Base64.digits(of: SHA256.digest(Array(verifier.utf8)), .url), as: UTF8.self)
    }
}

enum TokenAnswer {
    static let denied = Answer.json(
        Array(#"{"error_description":"access_denied","error":"server_error"}"#.utf8), status: 401)

    static func granted(_ access: TokenStore.Token, _ refresh: TokenStore.Token?, at now: Timestamp) -> Answer {
        let answer = JSON.object(present: [
            "access_token": .string(access.text), "refresh_token": refresh.map { .string($0.text) },
            "scope": .string(access.grant.scope), "token_type": "Bearer",
            "expires_in": .number(String(remaining(access.ends, from: now))),
        ])
        return .json(answer.compactBytes)
    }

    /// Whole seconds left. Some time has always passed: a new token of half an hour has 1799.
    private static func remaining(_ end: Timestamp, from now: Timestamp) -> Int {
        let (difference, overflow) = end.microseconds.subtractingReportingOverflow(now.microseconds)
        return overflow ? Int.max : Int(max(0, difference - 1) / 1_000_000)
    }
}
