import ExchangeModel
import Notation
import Testing

@testable import NowSDK

/// Statements of who a user is, and the examples of RFC 7515.
@Suite struct JWTAssertionTests {
    private let statement = JWTAssertion(
        clientID: "snowdeck", user: "abel.tuter", at: Timestamp(microseconds: 1_713_286_800_999_999),
        random: Array(0...15))

    @Test func aStatementSaysWhatAnInstanceWants() throws {
        let signed = try statement.signed(with: .shared(Secret("snowdeck-client-secret"))).text
        let parts = signed.split(separator: ".", omittingEmptySubsequences: false)
        #expect(
            try parts.prefix(2).map { String(decoding: try #require(Base64.decode($0.utf8)), as: UTF8.self) } == [
                #"{"alg":"HS256","typ":"JWT"}"#,
                #"{"iss":"snowdeck","sub":"abel.tuter","aud":"snowdeck","iat":1713286800,"exp":1713287100,"#
                    + #""jti":"AAECAwQFBgcICQoLDA0ODw"}"#,
            ])
        #expect(!signed.contains("="))
        let signature = try #require(Base64.decode(parts[2].utf8))
        let text = Array((parts[0] + "." + parts[1]).utf8)
        #expect(HMACSHA256.verify(signature, of: text, key: Array("snowdeck-client-secret".utf8)))
    }

    @Test func theKeysIDStandsInTheHeader() throws {
        let statement = JWTAssertion(
            clientID: "ä\"", user: "u", at: Timestamp(seconds: 0), seconds: 60, random: Array(0...15), keyID: "k-1")
        let header = try statement.signed(with: .shared(Secret("s"))).text.prefix { $0 != "." }
        #expect(Base64.decode(header.utf8) == Array(#"{"alg":"HS256","typ":"JWT","kid":"k-1"}"#.utf8))
    }

    @Test func aPrivateKeySigns() throws {
        let key = try JWTKey(pem: Secret(try privateKey()))
        #expect(key.algorithm == .es256)
        let parts = try statement.signed(with: key).text.split(separator: ".")
        let signature = try #require(Base64.decode(parts[2].utf8))
        let known = try VerifyingKey(pem: try privateKey())
        #expect(known.verify(signature, of: Array((parts[0] + "." + parts[1]).utf8)))
    }

    @Test(arguments: [
        ("", "The text holds no private key in PEM form."),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", "The private key cannot be read."),
    ])
    func aKeyThatCannotSignSaysWhy(pem: String, message: String) {
        #expect(throws: SignInError.unusableKey(message)) { try JWTKey(pem: Secret(pem)) }
    }

    static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    @Test func theFirstExampleOfTheStandardVerifies() throws {
        let key = try bytes("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
        let text = Array(("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." + Self.payload).utf8)
        #expect(HMACSHA256.verify(try bytes("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"), of: text, key: key))
    }

    @Test func theSecondExampleOfTheStandardVerifies() throws {
        let modulus = try bytes(
            """
            ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS\
            -pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2C\
            apHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb\
            54h4FRWyuXpoQ
            """)
        let signature = try bytes(
            """
            cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr\
            7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--x\
            i12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_Ioy\
            pGlUPQGe77Rw
            """)
        #expect(modulus.count == 256)
        let der: [UInt8] =
            [
                0x30, 0x82, 1, 34, 0x30, 13, 6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 13, 1, 1, 1, 5, 0, 3, 0x82, 1, 15, 0,
                0x30, 0x82, 1, 10, 2, 0x82, 1, 1, 0,
            ] + modulus + [2, 3, 1, 0, 1]
        let key = try VerifyingKey(pem: pem("PUBLIC KEY", der))
        #expect(key.algorithm == .rs256)
        #expect(key.verify(signature, of: Array(("eyJhbGciOiJSUzI1NiJ9." + Self.payload).utf8)))
        #expect(!key.verify(signature, of: Array(("eyJhbGciOiJSUzI1NiJ9" + Self.payload).utf8)))
    }

    @Test func theThirdExampleOfTheStandardVerifies() throws {
        let signature = try bytes(
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
        let point = try point()
        let name: [UInt8] = [0x30, 19, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1] + Self.curve
        let key = try VerifyingKey(pem: pem("PUBLIC KEY", [0x30, 89] + name + [3, 66, 0, 4] + point))
        #expect(key.algorithm == .es256)
        #expect(key.verify(signature, of: Array(("eyJhbGciOiJFUzI1NiJ9." + Self.payload).utf8)))
        #expect(try SigningKey(pem: privateKey()).verifyingKey == key)
    }

    static let curve: [UInt8] = [6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]

    private func privateKey() throws -> String {
        let secret = try bytes("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")
        let der = [0x30, 119, 2, 1, 1, 4, 32] + secret + [0xA0, 10] + Self.curve + [0xA1, 68, 3, 66, 0, 4]
        return pem("EC PRIVATE KEY", der + (try point()))
    }

    private func point() throws -> [UInt8] {
        try bytes("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")
            + bytes("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64.decode(text.utf8)) }

    private func pem(_ label: String, _ der: [UInt8]) -> String {
        "-----BEGIN \(label)-----\n\(Base64.encode(der))\n-----END \(label)-----\n"
    }
}
