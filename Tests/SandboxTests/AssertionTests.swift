import ExchangeModel
import Notation
import Testing

@testable import Sandbox

struct AssertionTests {
    private let secret = "snowdeck-client-secret"
    private let now = FixedClock().now.seconds

    /// An assertion with some claims changed; nil omits a claim.
    private func assertion(
        _ changes: [String: JSON?] = [:], header: JSON = ["alg": "HS256", "typ": "JWT"], key: String? = nil
    ) -> String {
        let claims: [(String, JSON)] = [
            ("iss", "snowdeck"), ("sub", "john.doe"), ("aud", "snowdeck"), ("iat", .number(String(now))),
            ("exp", .number(String(now + 300))), ("jti", "one"),
        ]
        let members = claims.compactMap { name, value -> JSON.Member? in
            guard let change = changes[name] else { return .init(name, value) }
            return change.map { .init(name, $0) }
        }
        let others = changes.filter { change in !claims.contains { $0.0 == change.key } }
        let all = members + others.compactMap { name, value in value.map { .init(name, $0) } }
        let message = part(header.compactBytes) + "." + part(JSON.object(all).compactBytes)
        return message + "." + part(HMACSHA256.code(of: Array(message.utf8), key: Array((key ?? secret).utf8)))
    }

    private func part(_ bytes: [UInt8]) -> String { String(decoding: Base64.digits(of: bytes, .url), as: UTF8.self) }

    private func form(_ assertion: String, application: String = SandboxClient.credentials) -> String {
        "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&\(application)&assertion=\(assertion)"
    }

    @Test func assertionGivesTokenWithoutRefreshToken() throws {
        let client = try SandboxClient(nil)
        let answer = try client.tokens(form(assertion()))
        #expect(SandboxClient.names(answer.json) == ["access_token", "scope", "token_type", "expires_in"])
        let token = answer.json["access_token"]?.scalarText ?? ""
        #expect(try client.currentUser(["Authorization": "Bearer " + token]) == "john.doe")
    }

    @Test func assertionIsAcceptedOnce() throws {
        let client = try SandboxClient(nil)
        #expect(try client.tokens(form(assertion())).status == 200)
        #expect(try client.tokens(form(assertion())).status == 401)
        #expect(try client.tokens(form(assertion(["jti": "two"]))).status == 200)
        let id = try client.admin.list("oauth_jwt", "client_id=snowdeck", "sys_id")[0]
        _ = try client.admin.ask(
            .patch, "/api/now/table/oauth_jwt/" + id, body: #"{"enable_jti_verification":"false"}"#)
        #expect(try client.tokens(form(assertion())).status == 200)
        #expect(try client.tokens(form(assertion(["jti": .some(nil)]))).status == 200)
    }

    @Test(
        arguments: [
            ("iss", JSON.string("other"), 401), ("aud", "https://sandbox.localhost", 401),
            ("aud", ["x", "snowdeck"], 200),
            ("aud", nil, 401), ("aud", [], 401), ("sub", "nobody", 401), ("sub", "", 401), ("sub", "beth.anglin", 401),
            ("sub", "don.goodliffe", 401), ("sub", "abel.tuter", 200), ("jti", "", 401), ("jti", 1, 401),
            ("exp", "soon", 401), ("exp", 1_767_225_301, 200), ("exp", 1_767_225_300, 401),
            ("exp", .number("1e300"), 401),
            ("exp", .number("1767225700.5"), 200), ("iat", 1_767_225_900, 200), ("iat", 1_767_225_901, 401),
            ("nbf", 1_767_225_900, 200), ("nbf", 1_767_225_901, 401), ("exp", -9_223_372_036_854_775_808, 401),
        ] as [(String, JSON, Int)])
    func claimsAreChecked(name: String, value: JSON, status: Int) throws {
        #expect(try SandboxClient(nil).tokens(form(assertion([name: value]))).status == status)
    }

    @Test func missingClaimsAreRejected() throws {
        for name in ["iss", "sub", "aud", "exp", "jti"] {
            #expect(try SandboxClient(nil).tokens(form(assertion([name: .some(nil)]))).status == 401, "\(name)")
        }
        #expect(try SandboxClient(nil).tokens(form(assertion(["iat": .some(nil)]))).status == 200)
    }

    @Test func invalidSignaturesAreRejected() throws {
        let good = assertion()
        let cut = good.prefix { $0 != "." }
        let unsigned = part(Array(#"{"alg":"none"}"#.utf8)) + good.dropFirst(cut.count).prefix { $0 != "x" }
        for wrong in [
            "", ".", "..", "...", "a.b.c", String(good.dropLast(2)), good + ".x", String(cut), unsigned,
            assertion(key: "wrong"), assertion(key: ""), assertion(header: ["alg": "RS256"]),
            assertion(header: ["alg": "ES256"]), assertion(header: ["alg": "none"]), assertion(header: ["alg": 1]),
            assertion(header: []), String(repeating: "a.", count: 30_000),
        ] {
            #expect(try SandboxClient(nil).tokens(form(wrong)).status == 401, "\(wrong.prefix(80))")
        }
        #expect(try SandboxClient(nil).tokens(form(good, application: "client_id=snowdeck")).status == 401)
        #expect(try SandboxClient(nil).tokens(form(good, application: "x=y")).status == 401)
        #expect(try SandboxClient(nil).tokens(form(good, application: "client_id=snowdeck-public")).status == 401)
    }

    @Test(arguments: [true, false]) func registeredKeyVerifies(isRSA: Bool) throws {
        let client = try SandboxClient(nil), admin = client.admin
        let key = try SigningKey(pem: isRSA ? AssertionTests.rsaKey : AssertionTests.ellipticKey)
        let application = try admin.list("oauth_jwt", "client_id=snowdeck", "sys_id")[0]
        let pem = isRSA ? AssertionTests.rsaPublic : AssertionTests.ellipticPublic
        let certificate = try admin.create(
            "sys_certificate",
            JSON.object([.init("name", "mine"), .init("pem_certificate", .string(pem))]).compact)
        _ = try admin.create(
            "jwt_verifier_map",
            #"{"name":"mine","kid":"k1","oauth_jwt":"\#(application)","sys_certificate":"\#(certificate)"}"#)
        func signed(_ kid: String?, _ jti: String) throws -> String {
            var header = [JSON.Member("alg", .string(key.algorithm.rawValue))]
            if let kid { header.append(.init("kid", .string(kid))) }
            let parts = assertion(["jti": .string(jti)], header: .object(header)).split(separator: ".")
            let message = parts[0] + "." + parts[1]
            return message + "." + part(try key.sign(Array(message.utf8)))
        }
        #expect(try client.tokens(form(signed("k1", "a"))).status == 200)
        #expect(try client.tokens(form(signed(nil, "b"))).status == 200)
        #expect(try client.tokens(form(signed("k2", "c"))).status == 401)
        _ = try admin.ask(.patch, "/api/now/table/sys_certificate/" + certificate, body: #"{"active":"false"}"#)
        #expect(try client.tokens(form(signed("k1", "d"))).status == 401)
    }

    @Test func sharedKeyVerifies() throws {
        let client = try SandboxClient(nil)
        let application = try client.admin.list("oauth_jwt", "client_id=snowdeck", "sys_id")[0]
        _ = try client.admin.create(
            "jwt_verifier_map", #"{"name":"mine","kid":"s","oauth_jwt":"\#(application)","shared_key":"between us"}"#)
        let header: JSON = ["alg": "HS256", "kid": "s"]
        #expect(try client.tokens(form(assertion(header: header, key: "between us"))).status == 200)
    }
}

extension AssertionTests {
    // Generated for these tests; 1024 bits are enough for them.
    static let rsaKey = """
        -----BEGIN PRIVATE KEY-----
        MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAMBxuPJRkIcmoTp7
        HxhaCQp3DVLWj4fOXTdVTxVQpzpG2ByCq4b/V3bGgR9+yQg/Qg/RXIiXH2F8ldY2
        3kWaJAf+PHkkX12ewpYI+0Sgo571rbG7KalhQ2PPD/2s/NyBVDrvziJK+dAltbQK
        8yo/LeILlhUjZ+76viKK0+8HYrvPAgMBAAECgYBvgrYPO3IKzjiIYYVwH+OzO67t
        vEQpBkv/XyBXEogD/b8GLjVkIRs2SOnTLS0h6T3HWqJKx364h29vVBXRsPKE6UwM
        YrG3xGaTAWvaCPgDInYfNbQBaLjkCaRq2HOiauH2V7/Egk4SLTU4ajTL9t6dWnXE
        r+Ql/FzZE9tbrkAOqQJBAO5TTGUxvxGCsSmyzAgd1UZkYYpcH1xJxpmdM4YJkzLA
        dLatwj0dcwONVtvmkMsCRtpTRlcI7wuV4ItR28ZUqXsCQQDOt1omqbB/CWNYZ5J/
        OqDuNS3kZwz9pTAeKu5cRUZPcb4pm3gc/293wzGGPwefOs5pgmW0QH1TRC8XPb+t
        rBS9AkAjzhPuKBkiklX3g8svdPvzxWT6GnkDrnnN3lY9Tvb0awGd6GEEOYZsBDIG
        e49JUKBAcL5imQ8A2JWRmMzB8To9AkEAjW5HIOLCnfgnX2nlgmTzjGcYEggrjDMD
        2/AVi03eUCaLK95x7K0bb7492RKwvVG3vdp4iT4CQQEKkwUtar6spQJBANad7SBA
        jSbnydeWXKrSPsORx0Vbuinukwn2cqmSj6hPdgrF07JId1lkINGQXasCi9Q/CZIL
        WCO/SOG/LsfWLqY=
        -----END PRIVATE KEY-----
        """
    static let rsaPublic = """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDAcbjyUZCHJqE6ex8YWgkKdw1S
        1o+Hzl03VU8VUKc6RtgcgquG/1d2xoEffskIP0IP0VyIlx9hfJXWNt5FmiQH/jx5
        JF9dnsKWCPtEoKOe9a2xuympYUNjzw/9rPzcgVQ6784iSvnQJbW0CvMqPy3iC5YV
        I2fu+r4iitPvB2K7zwIDAQAB
        -----END PUBLIC KEY-----
        """
    static let ellipticKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+p1JjvKyjfOZ3ZzV
        5oSMkLC3e8Pg18y/mVmzgdV+102hRANCAAQj5IdNe71kJl5xOaAsrXOtf3/Q4ah6
        twtnCCPpbUenrl/YJdFQjKnhC01UM6quk4xXawyCYgUq49grUjJe56ho
        -----END PRIVATE KEY-----
        """
    static let ellipticPublic = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEI+SHTXu9ZCZecTmgLK1zrX9/0OGo
        ercLZwgj6W1Hp65f2CXRUIyp4QtNVDOqrpOMV2sMgmIFKuPYK1IyXueoaA==
        -----END PUBLIC KEY-----
        """
}

/// Tokens for authorization codes.
struct CodeGrantTests {
    private let now = FixedClock().now
    private static let redirect = "http://127.0.0.1:4711/callback"
    // The example of RFC 7636, appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private func redeemed(
        _ more: String, application: String, challenge: String? = challenge, of owner: String? = nil
    ) throws -> Int {
        let authenticator = SandboxAuthenticator(SandboxOptions(clock: FixedClock()))
        let store = try RecordStore(schema: .standard, options: SandboxOptions(clock: FixedClock()))
        let grant = OAuthGrant(
            userID: "ea2bc1b14f4212008a5ab895f110c7d1", clientID: owner ?? String(application.prefix { $0 != "&" }),
            scope: "useraccount")
        let code = "abc"
        authenticator.codes.insert(
            code, OAuthCode(grant: grant, redirect: CodeGrantTests.redirect, challenge: challenge),
            until: now.advanced(bySeconds: OAuthCode.lifetime), at: now)
        let form = "grant_type=authorization_code&client_id=\(application)&code=\(code)&\(more)"
        let request = HTTPRequest(
            .post, HTTPURL(scheme: "http", host: "sandbox.localhost", path: "/oauth_token.do"),
            headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Array(form.utf8))
        let routes = OAuthRoutes(request: request, store: store, authenticator: authenticator, now: now)
        let answer = try routes.answer(.token)
        // Codes are used up even by a failed exchange.
        let again = try routes.answer(.token).status
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
    func codeIsBoundToItsRequest(more: String, application: String, status: Int) throws {
        #expect(try redeemed(more, application: application) == status)
    }

    @Test func codeWithoutChallengeNeedsClientSecret() throws {
        let more = "redirect_uri=" + CodeGrantTests.redirect
        #expect(try redeemed(more, application: CodeGrantTests.secret, challenge: nil) == 200)
        #expect(try redeemed(more, application: "snowdeck-public", challenge: nil) == 401)
    }

    @Test func codeBelongsToOneApplication() throws {
        #expect(try redeemed(CodeGrantTests.good, application: CodeGrantTests.secret, of: "snowdeck-public") == 401)
    }
}
