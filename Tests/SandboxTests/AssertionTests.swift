import ExchangeModel
import Notation
import TestSupport
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
        expectEqual(SandboxClient.names(answer.json), ["access_token", "scope", "token_type", "expires_in"])
        let token = answer.json["access_token"]?.scalarText ?? ""
        let user = try client.ask(
            .get, "/api/now/ui/user/current_user", headers: ["Authorization": "Bearer " + token])
        expectEqual(user.json["result"]?["user_name"], "john.doe")
    }

    @Test func assertionIsAcceptedOnce() throws {
        let client = try SandboxClient(nil)
        try expectEqual(client.tokens(form(assertion())).status, 200)
        try expectEqual(client.tokens(form(assertion())).status, 401)
        try expectEqual(client.tokens(form(assertion(["jti": "two"]))).status, 200)
        let id = try client.admin.list("oauth_jwt", "client_id=snowdeck", "sys_id")[0]
        _ = try client.admin.ask(
            .patch, "/api/now/table/oauth_jwt/" + id, body: #"{"enable_jti_verification":"false"}"#)
        try expectEqual(client.tokens(form(assertion())).status, 200)
        try expectEqual(client.tokens(form(assertion(["jti": .some(nil)]))).status, 200)
    }

    /// A claim with another value, or (nil) without it.
    private static let claims: [(String, JSON?, Int)] = [
        ("iss", "other", 401), ("aud", "https://sandbox.localhost", 401), ("aud", ["x", "snowdeck"], 200),
        ("aud", .null, 401), ("aud", [], 401), ("sub", "nobody", 401), ("sub", "", 401), ("sub", "beth.anglin", 401),
        ("sub", "don.goodliffe", 401), ("sub", "abel.tuter", 200), ("jti", "", 401), ("jti", 1, 401),
        ("exp", "soon", 401), ("exp", 1_767_225_301, 200), ("exp", 1_767_225_300, 401), ("exp", .number("1e300"), 401),
        ("exp", .number("1767225700.5"), 200), ("iat", 1_767_225_900, 200), ("iat", 1_767_225_901, 401),
        ("nbf", 1_767_225_900, 200), ("nbf", 1_767_225_901, 401), ("exp", -9_223_372_036_854_775_808, 401),
        ("iss", nil, 401), ("sub", nil, 401), ("aud", nil, 401), ("exp", nil, 401), ("jti", nil, 401),
        ("iat", nil, 200),
    ]

    @Test func claimsAreChecked() throws {
        let client = try SandboxClient(nil)
        for (number, (name, value, status)) in Self.claims.enumerated() {
            let changes = ["jti": .string(String(number))].merging([name: value]) { $1 }
            try expectEqual(client.tokens(form(assertion(changes))).status, status, "\(name) \(value?.compact ?? "-")")
        }
    }

    @Test func invalidSignaturesAreRejected() throws {
        let client = try SandboxClient(nil)
        let good = assertion()
        let cut = good.prefix { $0 != "." }
        let unsigned = part(Array(#"{"alg":"none"}"#.utf8)) + good.dropFirst(cut.count).prefix { $0 != "x" }
        for wrong in [
            "", ".", "..", "...", "a.b.c", String(good.dropLast(2)), good + ".x", String(cut), unsigned,
            assertion(key: "wrong"), assertion(key: ""), assertion(header: ["alg": "RS256"]),
            assertion(header: ["alg": "ES256"]), assertion(header: ["alg": "none"]), assertion(header: ["alg": 1]),
            assertion(header: []), String(repeating: "a.", count: 30_000),
        ] {
            try expectEqual(client.tokens(form(wrong)).status, 401, "\(wrong.prefix(80))")
        }
        try expectEqual(client.tokens(form(good, application: "client_id=snowdeck")).status, 401)
        try expectEqual(client.tokens(form(good, application: "x=y")).status, 401)
        try expectEqual(client.tokens(form(good, application: "client_id=snowdeck-public")).status, 401)
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
        try expectEqual(client.tokens(form(signed("k1", "a"))).status, 200)
        try expectEqual(client.tokens(form(signed(nil, "b"))).status, 200)
        try expectEqual(client.tokens(form(signed("k2", "c"))).status, 401)
        _ = try admin.ask(.patch, "/api/now/table/sys_certificate/" + certificate, body: #"{"active":"false"}"#)
        try expectEqual(client.tokens(form(signed("k1", "d"))).status, 401)
    }

    @Test func sharedKeyVerifies() throws {
        let client = try SandboxClient(nil)
        let application = try client.admin.list("oauth_jwt", "client_id=snowdeck", "sys_id")[0]
        _ = try client.admin.create(
            "jwt_verifier_map", #"{"name":"mine","kid":"s","oauth_jwt":"\#(application)","shared_key":"between us"}"#)
        let header: JSON = ["alg": "HS256", "kid": "s"]
        try expectEqual(client.tokens(form(assertion(header: header, key: "between us"))).status, 200)
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
