import CassetteStore
import Database
import ExchangeModel
import Foundation
import TestSupport
import Testing

@testable import Redactors
@testable import TapeDeck

/// A secret of each kind, planted into a copy of a real tape, is found; the tape itself is clean.
@Suite struct SignInAuditTests {
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

    /// Where a secret is planted: a column of the tape, and the text before its placeholder.
    struct PlantedSecret: Sendable, CustomTestStringConvertible {
        let kind: String
        let place: Place
        let marker: String
        let finding: String

        enum Place: Sendable {
            case line(Int), output(Int), input(Int), settings, address(Int), failure(Int)
            case sent(Int), answer(Int), sentBody(Int), answerBody(Int)
        }

        init(_ kind: String, _ place: Place, after marker: String, _ finding: String) {
            self.kind = kind
            self.place = place
            self.marker = marker
            self.finding = finding
        }

        var testDescription: String { kind }

        /// Table, column, and the condition of the row.
        var column: (table: String, name: String, row: String) {
            switch place {
            case .line(let id): ("command", "line", "id=\(id)")
            case .output(let id): ("output", "bytes", "command=\(id)")
            case .input(let id): ("input", "content", "id=\(id)")
            case .settings: ("session", "settings", "id=1")
            case .address(let id): ("exchange", "url", "id=\(id)")
            case .failure(let id): ("outcome", "reason", "exchange=\(id)")
            case .sent(let id): ("exchange", "headers", "id=\(id)")
            case .answer(let id): ("outcome", "headers", "exchange=\(id)")
            case .sentBody(let id): ("body", "bytes", "id=(SELECT body FROM exchange WHERE id=\(id))")
            case .answerBody(let id): ("body", "bytes", "id=(SELECT body FROM outcome WHERE exchange=\(id))")
            }
        }

        var isText: Bool { ["line", "settings", "url", "reason"].contains(column.name) }
    }

    static let plants: [PlantedSecret] = [
        PlantedSecret(
            "a password in a line", .line(1), after: "--password ", "command 1, line, byte 17: a value (password)"),
        PlantedSecret(
            "a code of a second factor", .input(1), after: "",
            "command 1, input sign-in, second factor, byte 0: a value"),
        PlantedSecret("a client secret", .sentBody(1), after: "client_secret=", "exchange 1, request body, byte "),
        PlantedSecret("a password in a form", .sentBody(1), after: "&password=", "exchange 1, request body, byte "),
        PlantedSecret(
            "an access token", .answerBody(1), after: "access_token",
            "exchange 1, answer body, byte 17: a value (token)"),
        PlantedSecret("a refresh token", .answerBody(1), after: "refresh_token", "exchange 1, answer body, byte "),
        PlantedSecret(
            "a bearer token", .sent(2), after: "Bearer ", "exchange 2, request header Authorization, byte 7: a value"),
        PlantedSecret(
            "an API key", .sent(2), after: "x-sn-apikey", "request header x-sn-apikey, byte 0: a value (key)"),
        PlantedSecret("an API key in an address", .address(2), after: "x-sn-apikey=", "exchange 2, address, byte "),
        PlantedSecret(
            "a session token", .sent(2), after: "X-UserToken", "request header X-UserToken, byte 0: a value (token)"),
        PlantedSecret(
            "a code in a header", .sent(2), after: "X-MFA_TOKEN", "request header X-MFA_TOKEN, byte 0: a value (token)"),
        PlantedSecret(
            "a cookie", .sent(2), after: "JSESSIONID=", "exchange 2, request header Cookie, byte 11: a value (cookie)"),
        PlantedSecret(
            "a new session token", .answer(2), after: "X-UserToken-Response",
            "answer header X-UserToken-Response, byte 0"),
        PlantedSecret("a state", .address(3), after: "&state=", "exchange 3, address, byte "),
        PlantedSecret(
            "a code", .answer(3), after: "?code=", "exchange 3, answer header Location, byte 37: a value (token)"),
        PlantedSecret("a state sent back", .answer(3), after: "&state=", "exchange 3, answer header Location, byte "),
        PlantedSecret(
            "a cookie that is set", .answer(3), after: "JSESSIONID=",
            "answer header Set-Cookie, byte 11: a value (cookie)"),
        PlantedSecret(
            "a login form's password", .sentBody(4), after: "user_password=", "exchange 4, request body, byte "),
        PlantedSecret("a login form's token", .sentBody(4), after: "sysparm_ck=", "exchange 4, request body, byte "),
        PlantedSecret(
            "a page's token", .answerBody(4), after: "g_ck = '", "exchange 4, answer body, byte 20: a value (token)"),
        PlantedSecret("a code in a form", .sentBody(5), after: "&code=", "exchange 5, request body, byte "),
        PlantedSecret("a verifier", .sentBody(5), after: "code_verifier=", "exchange 5, request body, byte "),
        PlantedSecret(
            "a refresh token in a form", .sentBody(6), after: "refresh_token=", "exchange 6, request body, byte "),
        PlantedSecret("a signed statement", .sentBody(7), after: "assertion=", "exchange 7, request body, byte "),
        PlantedSecret(
            "a token that is revoked", .address(8), after: "?token=", "exchange 8, address, byte 53: a value (token)"),
        PlantedSecret("a secret in a profile", .settings, after: "command:echo ", "session 1, settings, byte "),
        PlantedSecret(
            "a password in an address of a message", .failure(9), after: "jane:", "exchange 9, failure, byte "),
    ]

    @Test func tapeOfEveryKindOfSignInIsClean() async throws {
        let folder = TemporaryFolder()
        try await record(at: folder.tape)
        #expect(Audit(of: try Cassette.playing(at: folder.tape)).findings.map(\.description) == [])
    }

    @Test(arguments: plants)
    func plantedSecretIsLocated(_ plant: PlantedSecret) async throws {
        for secret in ["hunter2", "Xq7-0dd-l0ng_secretV", "a"] {
            let folder = TemporaryFolder()
            try await record(at: folder.tape)
            try self.plant(plant, secret, at: folder.tape)
            let findings = Audit(of: try Cassette.playing(at: folder.tape)).findings.map(\.description)
            #expect(findings.count == 1 && findings.allSatisfy { $0.contains(plant.finding) }, "\(findings)")
        }
    }

    /// A JWT is found in any context, without a name that identifies it.
    @Test func jwtIsFoundEverywhere() async throws {
        for (place, finding) in [
            (PlantedSecret.Place.line(2), "command 2, line"), (.output(2), "command 2, output"),
            (.input(2), "command 1, input sign-in"),
            (.address(8), "exchange 8, address"), (.answerBody(5), "exchange 5, answer body"),
        ] {
            let folder = TemporaryFolder()
            try await record(at: folder.tape)
            let column = PlantedSecret("", place, after: "", "").column
            let cast = PlantedSecret("", place, after: "", "").isText ? "TEXT" : "BLOB"
            try Connection(path: folder.tape, mode: .readWrite).run(
                "UPDATE \(column.table) SET \(column.name)=CAST(\(column.name) || '/\(Self.webToken)' AS \(cast)) WHERE \(column.row)"
            )
            let findings = Audit(of: try Cassette.playing(at: folder.tape)).findings.map(\.description)
            #expect(findings.contains { $0.hasPrefix(finding) && $0.contains("a value (token)") }, "\(findings)")
        }
    }

    /// Replaces the first placeholder after the marker with a secret. Header lines store their lengths, so there the
    /// secret is padded to the placeholder's length.
    private func plant(_ plant: PlantedSecret, _ secret: String, at path: String) throws {
        let column = plant.column
        let tape = try Connection(path: path, mode: .readWrite)
        let bytes = try #require(
            try tape.row("SELECT CAST(\(column.name) AS BLOB) FROM \(column.table) WHERE \(column.row)") { $0.blob(0) })
        let marker = [UInt8](plant.marker)
        let start = marker.isEmpty ? 0 : try #require(bytes.firstPlace(of: marker), "\(bytes.text)") + marker.count
        let place = try #require(Placeholder.ranges(in: bytes).first { $0.lowerBound >= start }, "\(bytes.text)")
        var planted = [UInt8](secret)
        if column.name == "headers" {
            planted = Array((planted + Array(repeating: UInt8(ascii: "b"), count: place.count)).prefix(place.count))
        }
        let text = Array(bytes[..<place.lowerBound]) + planted + Array(bytes[place.upperBound...])
        try tape.run(
            "UPDATE \(column.table) SET \(column.name)=? WHERE \(column.row)",
            [plant.isText ? .text(text.text) : .blob(text)])
    }
}
