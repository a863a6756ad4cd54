import ExchangeModel
import Notation

/// Where tokens come from and end. Nobody is signed in here: the request itself says who asks.
struct OAuthRoutes {
    let request: HTTPRequest
    let store: RecordStore
    /// Wire time.
    let now: Timestamp

    /// The answer to a request.
    func answer(_ door: Route.OAuthDoor, at desk: inout SignInDesk) throws -> Answer {
        switch door {
        case .token: return try token(at: &desk)
        case .revocation:
            if let token = TokenForm(request)?["token"] ?? Parameters(request.url)["token"] { desk.revoke(token) }
            // It does not say whether there was such a token (RFC 7009, 2.2).
            return .empty(200)
        case .keys: return .json(Array(#"{"keys":[]}"#.utf8))
        }
    }

    /// Whatever is wrong with a request, its method and its form included, the answer is the same.
    private func token(at desk: inout SignInDesk) throws -> Answer {
        guard request.effectiveMethod == .post, let form = TokenForm(request) else { return TokenAnswer.denied }
        guard let client = ClientCredentials(form, header: RequestCredential(request)) else {
            return TokenAnswer.denied
        }
        let grants = TokenGrants(form: form, client: client, store: store, now: now)
        guard let tokens = try grants.tokens(at: &desk, passcode: request.headers["X-MFA_TOKEN"]) else {
            return TokenAnswer.denied
        }
        return TokenAnswer.granted(tokens.access, tokens.refresh, at: now)
    }
}
