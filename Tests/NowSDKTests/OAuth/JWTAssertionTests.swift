import ExchangeModel
import Notation
import Testing

@testable import NowSDK

/// Signed JWT assertions.
@Suite struct JWTAssertionTests {
    private let statement = JWTAssertion(
        clientID: "snowdeck", user: "abel.tuter", at: Timestamp(microseconds: 1_713_286_800_999_999),
        random: Array(0...15))

    @Test func assertionHasRequiredClaims() throws {
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

    @Test func keyIDIsInHeader() throws {
        let statement = JWTAssertion(
            clientID: "ä\"", user: "u", at: Timestamp(seconds: 0), seconds: 60, random: Array(0...15), keyID: "k-1")
        let header = try statement.signed(with: .shared(Secret("s"))).text.prefix { $0 != "." }
        #expect(Base64.decode(header.utf8) == Array(#"{"alg":"HS256","typ":"JWT","kid":"k-1"}"#.utf8))
    }

    @Test func privateKeySigns() throws {
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
    func unusableKeyHasReason(pem: String, message: String) {
        #expect(throws: SignInError.unusableKey(message)) { try JWTKey(pem: Secret(pem)) }
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
