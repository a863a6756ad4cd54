import CassetteStore
import Database
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// A secret of each kind, planted into a copy of a real tape, is found; the tape itself is clean.
struct SignInAuditTests {
    static let webToken = SignInRedactionTests.webToken

    /// A tape of a session with every kind of sign-in, recorded once.
    private static let recorded = Task {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        return try bytes(of: folder.tape)
    }

    private func record(at path: String) async throws {
        try Data(try await Self.recorded.value).write(to: URL(fileURLWithPath: path))
    }

    private static func record(at path: String) async throws {
        let location = "http://127.0.0.1:49152/callback?code=Cd5tY8wQe1RuI4oPz6Xs&state=8xLoQ0tZr7GpT2mB"
        var session = SessionRecord.sample()
        session.settings = #"{"settings":{},"profile":"profile add dev --from 'command:echo hunter2'"}"#
        let script = ScriptedTransport(
            [
                .success(
                    .json(
                        #"{"access_token":"\#(webToken)","refresh_token":"Rf7hQ2mZx0LpT9vB3nKc","expires_in":1799}"#
                    )),
                .success(
                    .json(
                        "{}", status: 401,
                        headers: [
                            "X-MFA_TOKEN": "invalid",
                            "X-UserToken-Response": "5f3a9b1c5f3a9b1c5f3a9b1c5f3a9b1c5f3a9b1c",
                            "X-Is-Logged-In": "true",
                        ])),
                .success(
                    HTTPResponse(
                        status: 302,
                        headers: [
                            "Location": location, "Set-Cookie": "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE; Path=/",
                        ])),
                .success(
                    HTTPResponse(
                        status: 200, headers: ["Content-Type": "text/html"],
                        body: [UInt8]("<script>var g_ck = '\(String(repeating: "5f3a9b1c", count: 9))';</script>"))),
                .success(.json(#"{"access_token":"t5","expires_in":5}"#)), .success(.json(#"{"access_token":"t6"}"#)),
                .success(.json(#"{"access_token":"t7"}"#)), .success(HTTPResponse(status: 200)),
                .failure(TransportFailure(.connect, "Could not connect to http://jane:hunter2@127.0.0.1:1/.")),
            ])
        let deck = RecordingDeck(
            session: session, secrets: SecretBook(), clock: TickingClock(),
            open: { () throws(CassetteError) in try Cassette.recording(at: path) }, next: { script })
        var table = HTTPRequest.get("/api/now/table/incident?x-sn-apikey=k1")
        table.headers = [
            "Accept": "application/json", "Authorization": "Bearer \(webToken)",
            "x-sn-apikey": "sandbox-api-key-of-abel.tuter",
            "X-UserToken": "5f3a", "X-MFA_TOKEN": "246810", "Cookie": "JSESSIONID=3BFF4F3A8AC5F4695E0477F6F8E34BDE",
        ]
        let form = "grant_type=password&client_id=app&client_secret=snowdeck-client-secret&username=jane&password=pw"
        _ = try await deck.begin("login --password hunter2")
        _ = try await deck.input(.secret, "sign-in, second factor") { [UInt8]("246810") }
        _ = try await deck.input(.setting, "sign-in") {
            [UInt8](#"{"kind":"oauth","grant":"password","client":"app","has_client_secret":true}"#)
        }
        try deck.finish(exitStatus: 0)
        let forms = SignInKeyTests.forms
        _ = try await command(
            on: deck, "connect dev",
            [
                SignInKeyTests.token(form, with: nil), table,
                .get(
                    "/oauth_auth.do?response_type=code&client_id=app&state=8xLoQ0tZr7GpT2mB"
                        + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"),
                .send(
                    .post, "/login.do", "user_name=jane&user_password=pw&sysparm_ck=ck",
                    type: "application/x-www-form-urlencoded"),
                SignInKeyTests.token(forms[6], with: SignInKeyTests.long),
                SignInKeyTests.token(forms[3], with: SignInKeyTests.long),
                SignInKeyTests.token(forms[9], with: SignInKeyTests.long),
                .get("/oauth_revoke_token.do?token=Rf7hQ2mZx0LpT9vB3nKc", purpose: .signIn), .get("/unreachable"),
            ])
        try deck.close()
    }

    /// Table, column, and the condition of the row, by the part of a tape in a finding; # is its number.
    private static let columns: [(part: String, table: String, name: String, row: String)] = [
        ("line", "command", "line", "id=#"), ("output", "output", "bytes", "command=#"),
        ("input sign-in, second factor", "input", "content", "id=1"), ("input sign-in", "input", "content", "id=2"),
        ("settings", "session", "settings", "id=#"), ("address", "exchange", "url", "id=#"),
        ("failure", "outcome", "reason", "exchange=#"), ("request header", "exchange", "headers", "id=#"),
        ("answer header", "outcome", "headers", "exchange=#"),
        ("request body", "body", "bytes", "id=(SELECT body FROM exchange WHERE id=#)"),
        ("answer body", "body", "bytes", "id=(SELECT body FROM outcome WHERE exchange=#)"),
    ]

    private func column(of finding: String) throws -> (table: String, name: String, row: String, isText: Bool) {
        let number = finding.prefix { $0 != "," }.split { !$0.isNumber }.last ?? ""
        let part = finding.drop { $0 != "," }.dropFirst(2)
        let (_, table, name, row) = try #require(Self.columns.first { part.hasPrefix($0.part) })
        return (
            table, name, row.replacing("#", with: number), ["line", "settings", "url", "reason"].contains(name)
        )
    }

    /// What is before the placeholder that a secret replaces, and what the audit finds then.
    static let plants: [(marker: String, finding: String)] = [
        ("--password ", "command 1, line, byte 17: a value (password)"),
        ("", "command 1, input sign-in, second factor, byte 0: a value"),
        ("client_secret=", "%:2.1, request body, byte "), ("&password=", "%:2.1, request body, byte "),
        ("access_token", "%:2.1, answer body, byte 17: a value (token)"),
        ("refresh_token", "%:2.1, answer body, byte "),
        ("Bearer ", "%:2.2, request header Authorization, byte 7: a value"),
        ("x-sn-apikey", "%:2.2, request header x-sn-apikey, byte 0: a value (key)"),
        ("x-sn-apikey=", "%:2.2, address, byte "),
        ("X-UserToken", "%:2.2, request header X-UserToken, byte 0: a value (token)"),
        ("X-MFA_TOKEN", "%:2.2, request header X-MFA_TOKEN, byte 0: a value (token)"),
        ("JSESSIONID=", "%:2.2, request header Cookie, byte 11: a value (cookie)"),
        ("X-UserToken-Response", "%:2.2, answer header X-UserToken-Response, byte 0"),
        ("&state=", "%:2.3, address, byte "),
        ("?code=", "%:2.3, answer header Location, byte 37: a value (token)"),
        ("&state=", "%:2.3, answer header Location, byte "),
        ("JSESSIONID=", "%:2.3, answer header Set-Cookie, byte 11: a value (cookie)"),
        ("user_password=", "%:2.4, request body, byte "), ("sysparm_ck=", "%:2.4, request body, byte "),
        ("g_ck = '", "%:2.4, answer body, byte 20: a value (token)"),
        ("&code=", "%:2.5, request body, byte "), ("code_verifier=", "%:2.5, request body, byte "),
        ("refresh_token=", "%:2.6, request body, byte "), ("assertion=", "%:2.7, request body, byte "),
        ("?token=", "%:2.8, address, byte 53: a value (token)"),
        ("command:echo ", "session 1, settings, byte "), ("jane:", "%:2.9, failure, byte "),
    ]

    @Test func tapeOfEveryKindOfSignInIsClean() async throws {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        expectEqual(Audit(of: try Cassette.playing(at: folder.tape)).findings.map(\.description), [])
    }

    @Test(arguments: plants)
    func plantedSecretIsLocated(_ marker: String, _ finding: String) async throws {
        for secret in ["Xq7-0dd-l0ng_secretV", "a"] {
            let folder = TemporaryFolder()
            try await record(at: folder.tape)
            try plant(secret, after: marker, finding, at: folder.tape)
            let findings = Audit(of: try Cassette.playing(at: folder.tape)).findings.map(\.description)
            #expect(findings.count == 1 && findings.allSatisfy { $0.hasPrefix(finding) }, "\(findings)")
        }
    }

    /// A JWT is found in any context, without a name that identifies it.
    @Test func jwtIsFoundEverywhere() async throws {
        for finding in [
            "command 2, line", "command 2, output", "command 1, input sign-in", "%:2.8, address",
            "%:2.5, answer body",
        ] {
            let folder = TemporaryFolder()
            try await record(at: folder.tape)
            let column = try column(of: finding)
            try Connection(path: folder.tape, mode: .readWrite).run(
                "UPDATE \(column.table) SET \(column.name)=CAST(\(column.name) || '/\(Self.webToken)' AS "
                    + "\(column.isText ? "TEXT" : "BLOB")) WHERE \(column.row)")
            let findings = Audit(of: try Cassette.playing(at: folder.tape)).findings.map(\.description)
            #expect(findings.contains { $0.hasPrefix(finding) && $0.contains("a value (token)") }, "\(findings)")
        }
    }

    /// Replaces the first placeholder after the marker with a secret. Header lines store their lengths, so there the
    /// secret is padded to the placeholder's length.
    private func plant(_ secret: String, after marker: String, _ finding: String, at path: String) throws {
        let column = try column(of: finding)
        let tape = try Connection(path: path, mode: .readWrite)
        let bytes = try #require(
            try tape.row("SELECT CAST(\(column.name) AS BLOB) FROM \(column.table) WHERE \(column.row)") { $0.blob(0) })
        let marker = [UInt8](marker)
        let start = marker.isEmpty ? 0 : try #require(bytes.firstPlace(of: marker), "\(bytes.text)") + marker.count
        let place = try #require(Placeholder.ranges(in: bytes).first { $0.lowerBound >= start }, "\(bytes.text)")
        var planted = [UInt8](secret)
        if column.name == "headers" {
            planted = Array((planted + Array(repeating: UInt8(ascii: "b"), count: place.count)).prefix(place.count))
        }
        let text = Array(bytes[..<place.lowerBound]) + planted + Array(bytes[place.upperBound...])
        try tape.run(
            "UPDATE \(column.table) SET \(column.name)=? WHERE \(column.row)",
            [column.isText ? .text(text.text) : .blob(text)])
    }
}
