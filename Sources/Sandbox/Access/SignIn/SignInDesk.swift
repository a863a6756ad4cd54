import Database
import ExchangeModel

/// Decides who is asking: opens sessions for credentials, continues those that cookies name, and knows the codes and
/// tokens that were given out.
struct SignInDesk {
    var sessions: SessionBook
    var codes = AuthorizationCodes()
    var tokens: TokenBook
    /// What pages remember of their sessions.
    var visits = PageVisits()
    /// Numbers for sessions and transactions.
    var random: SeededRandom
    /// Numbers for codes and tokens: whoever uses those draws nobody else's.
    var secrets: SeededRandom

    init(_ options: SandboxOptions) {
        random = SeededRandom(seed: options.seed)
        secrets = SeededRandom(seed: StableHash.mixed(options.seed &+ 0x70CE_2155))
        sessions = SessionBook(lifetime: options.sessionLifetime)
        tokens = TokenBook(lifetime: options.tokenLifetime)
    }

    /// A number for one request, as `X-Transaction-ID` carries it.
    mutating func transaction() -> String { random.hex(12) }

    /// The identifier of a session that is none.
    mutating func sessionID() -> String { random.hex(32, upperCase: true) }

    /// Who asks an API: the session of a request, opened or continued, with the cookies its answer sets.
    mutating func signIn(
        _ request: HTTPRequest, _ store: RecordStore, at now: Timestamp, secure: Bool
    ) throws -> SignInResult {
        let cookies = SessionCookies.read(request.headers)
        let known = sessions.session(cookies: cookies, at: now).flatMap { $0.hasUser ? $0 : nil }
        if let credential = RequestCredential(request) {
            guard let userID = try user(of: credential, store) else { return .refused(.credentials) }
            if known == nil || known?.userID != userID {
                let session = sessions.open(for: userID, at: now, random: &random)
                return .signedIn(session, cookies: SessionCookies.opening(session, at: now, secure: secure))
            }
        }
        guard let known else { return .refused(.credentials) }
        return continued(known, cookies, at: now, secure: secure)
    }

    /// Who asks for a page, if anybody: the living session that the cookies name. One without a user is known too, so
    /// that a form and what it sends belong together. A session that an API opened is none for pages.
    mutating func visitor(
        _ request: HTTPRequest, at now: Timestamp, secure: Bool
    ) -> (session: SessionBook.Session, cookies: [String])? {
        let cookies = SessionCookies.read(request.headers)
        guard let known = sessions.session(cookies: cookies, at: now), known.origin == .page,
            case .signedIn(let session, let lines) = continued(known, cookies, at: now, secure: secure)
        else { return nil }
        return (session, lines)
    }

    /// Opens a session in which pages are visited, for a user or, with an empty sys_id, for nobody.
    mutating func openPages(
        for userID: String, at now: Timestamp, secure: Bool
    ) -> (session: SessionBook.Session, cookies: [String]) {
        let session = sessions.open(for: userID, by: .page, at: now, random: &random)
        return (session, SessionCookies.opening(session, at: now, secure: secure))
    }

    private mutating func continued(
        _ known: SessionBook.Session, _ cookies: [String: String], at now: Timestamp, secure: Bool
    ) -> SignInResult {
        sessions.extend(known, at: now)
        // Nobody has no name that a client should remember.
        let knowsUser = !known.hasUser || cookies["glide_user"].map { !$0.isEmpty } ?? false
        return .signedIn(
            known, cookies: SessionCookies.continuing(known, at: now, knowsUser: knowsUser, secure: secure))
    }

    private func user(of credential: RequestCredential, _ store: RecordStore) throws -> String? {
        switch credential {
        case .basic(let userName, let password):
            try AccountBook(store: store).account(userName: userName, password: password)
        case .bearer, .apiKey, .unreadable: nil
        }
    }
}
