import CassetteStore
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import TapeDeck

/// A whole session with secrets in every place, and the bytes of its file.
@Suite struct LeakTests {
    private static let password = "c0rrect-h&rse\"b/ttery"
    private static let cookie = "292391354F4212008A5AB895F110C722"
    private static let pageToken = String(repeating: "5f3a9b1c", count: 9)

    private func forms(of secret: String) -> [String] {
        let bytes = Array(secret.utf8)
        var forms = [
            secret, PercentCoding.encode(secret), secret.replacingOccurrences(of: "&", with: "&amp;"),
            secret.replacingOccurrences(of: "\"", with: "\\\""),
            secret.replacingOccurrences(of: "\"", with: "\\\"").replacingOccurrences(of: "/", with: "\\/"),
        ]
        for lead in 0..<3 {
            let encoded = Array(Data([UInt8](repeating: 65, count: lead) + bytes).base64EncodedString().utf8)
            forms.append(encoded.dropFirst(4).prefix(16).map { String(UnicodeScalar($0)) }.joined())
        }
        return forms
    }

    @Test func secretInURLIsRedactedInHeadersAndBody() async throws {
        let recording = Recording([.success(.json("a")), .success(.json("b"))])
        var first = HTTPRequest.get("/x/\(Self.cookie)/y?z=\(Self.cookie)")
        first.headers.append("X-UserToken", Self.cookie)
        let second = HTTPRequest.send(.post, "/x?z=\(Self.pageToken)", #"{"password":"\#(Self.pageToken)"}"#)
        try await recording.command("x", first, second)
        try recording.deck.close()
        let file = try bytes(of: recording.path)
        for secret in [Self.cookie, Self.pageToken] { #expect(file.firstRange(of: [UInt8](secret)) == nil) }
        // Typing the same again, with the secret, gives the same responses.
        let player = Player(try Cassette.playing(at: recording.path), isStrict: true)
        #expect(try [first, second].map { try player.answer($0).text } == ["a", "b"])
    }

    @Test func sessionFileHasNoSecretsAndReplays() async throws {
        let basic = Data("john.doe:\(Self.password)".utf8).base64EncodedString()
        let page = "<script>var g_ck = '\(Self.pageToken)';</script><a href='/x;jsessionid=\(Self.cookie)'>"
        let recording = Recording(
            [
                .success(
                    HTTPResponse(
                        status: 200,
                        headers: [
                            "Set-Cookie": "JSESSIONID=\(Self.cookie); Path=/; HttpOnly", "Content-Type": "text/html",
                            "X-UserToken-Response": Self.pageToken,
                        ], body: Array(page.utf8))),
                .success(.json(#"{"result":{"description":"my password is password","echo":"\#(basic)"}}"#)),
                .failure(TransportFailure(.tls, "Refused \(Self.password) at http://john:\(Self.password)@x/.")),
            ])
        recording.secrets.write(Self.password, as: "password")
        recording.secrets.write(basic, as: "authorization")
        let deck = recording.deck
        _ = try await deck.begin("login john.doe '\(Self.password)'")
        _ = try await deck.input(.secret, "Password", read: { Array(Self.password.utf8) })
        _ = try await deck.input(.variable, "PW", read: { Array(Self.password.utf8) })
        var first = HTTPRequest.get("/login.do")
        first.headers.append("Authorization", "Basic \(basic)")
        let answer = try await deck.transport.send(first)
        var second = HTTPRequest.send(
            .post, "/login.do?pw=\(PercentCoding.encode(Self.password))",
            "user_password=\(PercentCoding.encode(Self.password))&sysparm_ck=\(Self.pageToken)",
            type: "application/x-www-form-urlencoded")
        second.headers.append("Cookie", "JSESSIONID=\(Self.cookie)")
        _ = try await deck.transport.send(second)
        await #expect(throws: TransportFailure.self) { try await deck.transport.send(.get("/third")) }
        try deck.wrote(answer.body, to: .standardOutput)
        try deck.wrote(Array("error: \(Self.password) \(basic)\n".utf8), to: .standardError)
        try deck.finish(exitStatus: 4)

        let open = try bytes(of: recording.path) + bytes(of: recording.path + "-wal")
        try deck.close()
        let closed = try bytes(of: recording.path)
        for (name, file) in [("open", open), ("closed", closed)] {
            for secret in [Self.password, basic, Self.cookie, Self.pageToken] {
                for form in forms(of: secret) {
                    #expect(file.firstRange(of: Array(form.utf8)) == nil, "\(form) in the \(name) file")
                }
            }
        }
        #expect(closed.firstRange(of: Array("my password is password".utf8)) != nil)

        let cassette = try Cassette.playing(at: recording.path)
        let book = SecretBook()
        for secret in [Self.password, basic, Self.cookie, Self.pageToken] { book.write(secret, as: "secret") }
        #expect(Audit(of: cassette, secrets: book).findings == [])

        // The same requests in a replay: other credentials, and values from the tape itself.
        let player = PlayingDeck(cassette, isStrict: true)
        _ = try await player.begin("login john.doe 'REDACTED-password-1'")
        var played = HTTPRequest.get("/login.do")
        played.headers.append("Authorization", "Basic c3RhbmQ6aW4=")
        #expect(try await player.transport.send(played).text.hasPrefix("<script>var g_ck = 'REDACTED-token-1';"))
        let again = HTTPRequest.send(
            .post, "/login.do?pw=REDACTED-password-1", "sysparm_ck=REDACTED-token-1&user_password=stand-in",
            type: "application/x-www-form-urlencoded")
        let body = try await player.transport.send(again).text
        #expect(body.contains("my password is password"))
        let failure = await #expect(throws: TransportFailure.self) { try await player.transport.send(.get("/third")) }
        #expect(failure?.kind == .tls)
        #expect(failure?.message.contains("REDACTED-password") == true)
    }
}
