import ExchangeModel
import Notation
import Testing

@testable import Sandbox

/// Tokens for the codes that the consent page gives out.
struct CodeGrantTests {
    private let now = FixedClock().now
    private static let redirect = "http://127.0.0.1:4711/callback"
    // The example of RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private func redeemed(
        _ more: String, client: String, challenge: String? = challenge, of owner: String? = nil
    ) throws -> Int {
        var desk = SignInDesk(SandboxOptions(clock: FixedClock()))
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        let grant = AuthorizationCodes.Grant(
            userID: "ea2bc1b14f4212008a5ab895f110c7d1", clientID: owner ?? String(client.prefix { $0 != "&" }),
            redirect: CodeGrantTests.redirect, challenge: challenge, scope: "useraccount")
        let code = desk.codes.issue(grant, at: now, random: &desk.secrets)
        let form = "grant_type=authorization_code&client_id=\(client)&code=\(code)&\(more)"
        let request = HTTPRequest(
            .post, HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/oauth_token.do"),
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
        let routes = OAuthRoutes(request: request, store: store, now: now)
        let answer = try routes.answer(.token, at: &desk)
        // Used up, whatever came of it.
        let again = try routes.answer(.token, at: &desk).status
        #expect(again == 401)
        return answer.status
    }

    private static let good = "redirect_uri=http%3A%2F%2F127.0.0.1%3A4711%2Fcallback&code_verifier=" + verifier
    private static let secret = "snowdeck&client_secret=snowdeck-client-secret"

    @Test(arguments: [
        (good, "snowdeck-public", 200), (good, secret, 200), (good, "snowdeck", 401),
        (good, "snowdeck&client_secret=x", 401),
        ("code_verifier=" + verifier, "snowdeck-public", 401),
        ("redirect_uri=http://127.0.0.1:4712/callback&code_verifier=" + verifier, "snowdeck-public", 401),
        ("redirect_uri=" + redirect, "snowdeck-public", 401),
        ("redirect_uri=\(redirect)&code_verifier=" + challenge, "snowdeck-public", 401),
        ("redirect_uri=\(redirect)&code_verifier=", secret, 401),
    ])
    func aCodeWantsWhatItWasGivenFor(more: String, client: String, status: Int) throws {
        #expect(try redeemed(more, client: client) == status)
    }

    @Test func withoutAChallengeTheSecretMustDo() throws {
        let more = "redirect_uri=" + CodeGrantTests.redirect
        #expect(try redeemed(more, client: CodeGrantTests.secret, challenge: nil) == 200)
        #expect(try redeemed(more, client: "snowdeck-public", challenge: nil) == 401)
    }

    @Test func aCodeBelongsToOneApplication() throws {
        #expect(try redeemed(CodeGrantTests.good, client: CodeGrantTests.secret, of: "snowdeck-public") == 401)
    }
}
