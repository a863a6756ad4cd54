import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import NowSDK

/// The authorization URL and the redirect that comes back.
struct AuthorizationRequestTests {
    /// RFC 7636, appendix B.
    static let verifierBytes: [UInt8] = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240,
        91, 88, 5, 88, 83, 132, 141, 121,
    ]

    static func request(scope: String? = nil) throws -> AuthorizationRequest {
        AuthorizationRequest(
            instance: try Instance("myinstance"), clientID: "snow deck", redirect: "http://127.0.0.1:8765/callback",
            scope: scope, stateBytes: Array(0...15), verifierBytes: verifierBytes)
    }

    @Test func pkceMatchesRFC() {
        let proof = PKCE(random: Self.verifierBytes)
        expectEqual(proof.verifier.text, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        expectEqual(proof.challenge, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func authorizationURLOmitsVerifier() throws {
        try expectEqual(
            Self.request(scope: "useraccount").url.description,
            "https://myinstance.service-now.com/oauth_auth.do?response_type=code&client_id=snow%20deck"
                + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A8765%2Fcallback&state=AAECAwQFBgcICQoLDA0ODw"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
                + "&scope=useraccount")
    }

    static let state: String = "AAECAwQFBgcICQoLDA0ODw"
    static let missing: SignInError = SignInError.authorizationMissing("The browser's answer has no code.")
    static let another: SignInError = SignInError.authorizationMismatch(
        "The browser's answer belongs to another request: its state is another one.")
    static let stateless: SignInError = SignInError.authorizationMismatch(
        "The browser's answer may be to another request: it has no state.")
    static func twice(_ name: String) -> SignInError {
        .authorizationMismatch("The browser's answer has “\(name)” more than once.")
    }

    @Test(
        arguments: [
            ("/callback?code=abc&state=\(state)", .success("abc")),
            ("/callback?state=\(state)&code=a%2Fb%3D%3D&session_state=x", .success("a/b==")),
            ("/callback?code=a%2Bb&state=%41AECAwQFBgcICQoLDA0ODw", .success("a+b")),
            ("http://127.0.0.1:8765/callback?code=abc&state=\(state)#_=_", .success("abc")),
            ("/callback?code=abc&state=\(state)x", .failure(another)),
            ("/callback?code=abc&state=", .failure(another)),
            ("/callback?code=abc&state=\(state)\u{301}", .failure(another)),
            ("/callback?code=abc", .failure(stateless)),
            ("/callback?code=abc&state=\(state)&state=\(state)", .failure(twice("state"))),
            ("/callback?code=abc&code=abc&state=\(state)", .failure(twice("code"))),
            ("/callback?error=a&error=b&state=\(state)", .failure(twice("error"))),
            ("/callback?code=&state=\(state)", .failure(missing)),
            ("/callback?code=a+b&state=\(state)", .failure(missing)),
            ("/callback?code=a%0D%0Ab&state=\(state)", .failure(missing)),
            ("/callback?state=\(state)", .failure(missing)),
            ("/callback", .failure(missing)),
            ("/", .failure(missing)),
            ("", .failure(missing)),
            ("/callback?error=access_denied&state=\(state)", .failure(.authorizationRefused("access_denied"))),
            (
                "/callback?error=access_denied&error_description=The+user%1b[31m+said+no.&state=\(state)",
                .failure(.authorizationRefused("access_denied: The user said no."))
            ),
            ("/callback?error=access_denied&state=other", .failure(another)),
            ("/callback?error=a&code=b&state=\(state)", .failure(.authorizationRefused("a"))),
        ] as [(String, Result<String, SignInError>)])
    func redirectIsParsed(target: String, expected: Result<String, SignInError>) throws {
        let request = try Self.request()
        expectEqual(code(of: request) { try $0.grant(fromRedirect: target) }, expected)
        // A person may paste the same; only a pasted code may omit the state.
        expectEqual(code(of: request) { try $0.grant(fromPasted: target) }, expected)
    }

    @Test(
        arguments: [
            ("  http://127.0.0.1:8765/callback?code=abc&state=\(state)\n", .success("abc")),
            ("\"http://127.0.0.1:8765/callback?code=abc&state=\(state)\"", .success("abc")),
            ("<http://127.0.0.1:8765/callback?code=a\n  bc&state=\(state)>", .success("abc")),
            ("“http://localhost/?code=abc&state=\(state)”", .success("abc")),
            ("?code=abc&state=\(state)", .success("abc")),
            ("code=abc&state=\(state)", .success("abc")),
            ("\u{200B}state=\(state)&code=abc\u{200B}", .success("abc")),
            ("abc-DEF_123", .success("abc-DEF_123")),
            (" 'abc==' ", .success("abc==")),
            ("abc%3D%3D", .success("abc==")),
            ("a bc", .success("abc")),
            ("code=abc", .failure(stateless)),
            ("http://127.0.0.1:8765/callback", .failure(missing)),
            ("https://myinstance.service-now.com/oauth_auth.do?state=\(state)", .failure(missing)),
            ("ä", .failure(missing)),
            (" ' ", .failure(missing)),
            (String(repeating: "x", count: 70_000), .failure(missing)),
            (String(repeating: "x", count: 20_000), .failure(missing)),
        ] as [(String, Result<String, SignInError>)])
    func pastedTextIsParsed(text: String, expected: Result<String, SignInError>) throws {
        try expectEqual(code(of: Self.request()) { try $0.grant(fromPasted: text) }, expected)
    }

    @Test(arguments: [
        ("/callback?code=abc&state=\(state)", true), ("/callback?error=no&state=\(state)", true),
        ("/callback?code=abc&state=other", false), ("/callback?code=abc", false), ("/favicon.ico", false), ("", false),
        ("/callback?state=\(state)&state=\(state)", false),
    ])
    func listenerRecognizesItsRedirect(target: String, isOwn: Bool) throws {
        try expectEqual(Self.request().isAnswered(by: target), isOwn)
    }

    /// The parsed code grant; verifier and redirect URL come from the request.
    private func code(
        of request: AuthorizationRequest, _ read: (AuthorizationRequest) throws -> OAuthGrant
    ) -> Result<String, SignInError> {
        do {
            guard case .authorizationCode(let code, request.proof.verifier, request.redirect) = try read(request) else {
                return .failure(.noSecret("another grant"))
            }
            return .success(code.text)
        } catch {
            return .failure(error as? SignInError ?? .noSecret("another error"))
        }
    }
}

/// Signed JWT assertions.
struct JWTAssertionTests {
    private let statement = JWTAssertion(
        clientID: "snowdeck", user: "abel.tuter", at: Timestamp(microseconds: 1_713_286_800_999_999),
        random: Array(0...15))

    @Test func assertionHasRequiredClaims() throws {
        let signed = try statement.signed(with: .shared(Secret("snowdeck-client-secret"))).text
        let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
        try expectEqual(
            parts.prefix(2).map { String(decoding: try #require(Base64.decode($0.utf8)), as: UTF8.self) },
            [
                #"{"alg":"HS256","typ":"JWT"}"#,
                #"{"iss":"snowdeck","sub":"abel.tuter","aud":"snowdeck","iat":1713286800,"exp":1713287100,"#
                    + #""jti":"AAECAwQFBgcICQoLDA0ODw"}"#,
            ])
        #expect(!signed.contains("="))
        let signature = try #require(Base64.decode(parts[2].utf8))
        let text = Array((parts[0] + "." + parts[1]).utf8)
        #expect(HMACSHA256.verify(signature, of: text, key: Array("snowdeck-client-secret".utf8)))
    }

    @Test func keyIDIsInHeader() throws {
        let statement = JWTAssertion(
            clientID: "ä\"", user: "u", at: Timestamp(seconds: 0), seconds: 60, random: Array(0...15), keyID: "k-1")
        let header = try statement.signed(with: .shared(Secret("s"))).text.prefix { $0 != "." }
        expectEqual(Base64.decode(header.utf8), Array(#"{"alg":"HS256","typ":"JWT","kid":"k-1"}"#.utf8))
    }

    @Test func privateKeySigns() throws {
        let key = try JWTKey(pem: Secret(privateKey))
        expectEqual(key.algorithm, .es256)
        let parts = try statement.signed(with: key).text.split(separator: ".")
        let signature = try #require(Base64.decode(parts[2].utf8))
        let known = try VerifyingKey(pem: privateKey)
        #expect(known.verify(signature, of: Array((parts[0] + "." + parts[1]).utf8)))
    }

    @Test(arguments: [
        ("", "The text has no private key in PEM form."),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "The private key cannot be read."),
    ])
    func unusableKeyHasReason(pem: String, message: String) {
        #expect(throws: SignInError.unusableKey(message)) { try JWTKey(pem: Secret(pem)) }
    }

    /// Generated for this test.
    private let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+p1JjvKyjfOZ3ZzV
        5oSMkLC3e8Pg18y/mVmzgdV+102hRANCAAQj5IdNe71kJl5xOaAsrXOtf3/Q4ah6
        twtnCCPpbUenrl/YJdFQjKnhC01UM6quk4xXawyCYgUq49grUjJe56ho
        -----END PRIVATE KEY-----
        """
}
