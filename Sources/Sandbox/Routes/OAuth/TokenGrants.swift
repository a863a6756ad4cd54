import Database
import ExchangeModel
import Notation

/// The grants that tokens are given for. Every one of them gives nil where it refuses: nobody is told why.
struct TokenGrants {
    let form: TokenForm
    let client: ClientCredentials
    let store: RecordStore
    /// Wire time.
    let now: Timestamp

    /// What grants come to: for whom, and which tokens.
    private struct Decision {
        let userID: String
        let application: OAuthApplication
        var hasRefreshToken = true
        /// Whether a token that still lives will not do.
        var isNew = false
    }

    /// What tokens are for unless the instance has scopes of its own, which this one has not.
    private static let scope = "useraccount"

    /// The tokens that the form asks for.
    func tokens(
        at desk: inout SignInDesk, passcode: String?
    ) throws -> (access: TokenBook.Token, refresh: TokenBook.Token?)? {
        try store.fill(["sys_properties", "oauth_entity"])
        guard let decision = try decision(at: &desk, passcode: passcode),
            try AccountBook(store: store).account(decision.userID) != nil
        else { return nil }
        let application = decision.application
        let grant = TokenBook.Grant(
            userID: decision.userID, clientID: application.clientID, scope: TokenGrants.scope)
        let access = desk.tokens.accessToken(
            for: grant, lifetime: application.accessLifetime, isNew: decision.isNew, at: now, random: &desk.secrets)
        guard decision.hasRefreshToken else { return (access, nil) }
        let refresh = desk.tokens.refreshToken(
            for: grant, lifetime: application.refreshLifetime, at: now, random: &desk.secrets)
        return (access, refresh)
    }

    private func decision(at desk: inout SignInDesk, passcode: String?) throws -> Decision? {
        switch form["grant_type"] {
        case "password": try password(passcode)
        case "refresh_token": try refresh(desk.tokens)
        case "authorization_code": try code(&desk.codes)
        case "client_credentials": try clientCredentials()
        case "urn:ietf:params:oauth:grant-type:jwt-bearer": try assertion(&desk.assertions)
        default: nil
        }
    }

    /// The application that asks, if it gave the secret that it has.
    private func application() throws -> OAuthApplication? {
        guard let clientID = client.clientID, let found = try OAuthApplication.named(clientID, in: store) else {
            return nil
        }
        if found.isPublic { return found }
        return found.secret != nil && client.secret == found.secret ? found : nil
    }

    private func password(_ passcode: String?) throws -> Decision? {
        guard let application = try application(), !application.isPublic,
            try !InstanceProperty.isTrue(SignInProperty.refusesPasswordGrant, in: store),
            let userName = form["username"], let password = form["password"],
            case .right(let userID, _) = try PasswordCheck(store: store).verdict(
                userName: userName, password: password, passcode: passcode)
        else { return nil }
        return Decision(userID: userID, application: application)
    }

    private func refresh(_ tokens: TokenBook) throws -> Decision? {
        guard let application = try application(), let text = form["refresh_token"],
            let token = tokens.refreshToken(text, at: now), token.grant.clientID == application.clientID
        else { return nil }
        return Decision(userID: token.grant.userID, application: application, isNew: true)
    }

    /// A code is used up by whoever shows it, so that one which was read on the way cannot be tried out.
    private func code(_ codes: inout AuthorizationCodes) throws -> Decision? {
        guard let text = form["code"], let grant = codes.redeem(text, at: now), let application = try application(),
            grant.clientID == application.clientID, grant.redirect == form["redirect_uri"] ?? ""
        else { return nil }
        if let challenge = grant.challenge {
            guard let verifier = form["code_verifier"], TokenGrants.challenge(of: verifier) == challenge else {
                return nil
            }
        } else if application.isPublic {
            return nil
        }
        return Decision(userID: grant.userID, application: application)
    }

    private func clientCredentials() throws -> Decision? {
        guard try InstanceProperty.isTrue(SignInProperty.allowsClientGrant, in: store),
            let application = try application(), !application.isPublic, !application.userID.isEmpty
        else { return nil }
        return Decision(userID: application.userID, application: application, hasRefreshToken: false)
    }

    /// A public application need not name itself: the assertion does.
    private func assertion(_ redeemed: inout AssertionBook) throws -> Decision? {
        guard let assertion = form["assertion"].flatMap({ SignedAssertion($0) }),
            let application = try client.clientID == nil
                ? OAuthApplication.named(assertion.issuer, in: store) : application(),
            client.clientID != nil || application.isPublic,
            let (userID, ends) = try AssertionCheck(store: store, now: now).user(of: assertion, from: application)
        else { return nil }
        if application.assertions?.onceOnly == true {
            guard redeemed.take(assertion.identifier ?? "", of: application.clientID, until: ends, at: now) else {
                return nil
            }
        }
        return Decision(userID: userID, application: application, hasRefreshToken: false)
    }

    /// The S256 challenge of a verifier (RFC 7636, 4.2).
    static func challenge(of verifier: String) -> String {
        String(decoding: Base64.digits(of: SHA256.digest(Array(verifier.utf8)), .url), as: UTF8.self)
    }
}
