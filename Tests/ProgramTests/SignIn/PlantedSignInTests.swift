import Database
import Testing

/// A secret of each kind that signs in, planted on a real tape: the audit fails and says where it stands, not what it is.
@Suite struct PlantedSignInTests {
    /// What is changed on the tape, and what the audit says of it.
    struct Plant: Sendable, CustomTestStringConvertible {
        let name: String
        /// The table, the column and the row.
        let table: String, column: String, row: String
        /// The text that stands there, and what takes its place.
        let clean: String, planted: String
        let finding: String

        init(_ name: String, _ place: Place, _ clean: String, _ planted: String, _ finding: String) {
            self.name = name
            (table, column, row) = place.column
            self.clean = clean
            self.planted = planted
            self.finding = finding
        }

        var testDescription: String { name }
    }

    /// A part of the tape; exchange 1 asks for a token, 2 uses it, 3 brings the cookies that 2 gave.
    enum Place {
        case sent(Int), sentBody(Int), answer(Int), answerBody(Int), line(Int), input(Int), settings, address(Int)

        var column: (String, String, String) {
            switch self {
            case .sent(let id): ("exchange", "headers", "id=\(id)")
            case .sentBody(let id): ("body", "bytes", "id=(SELECT body FROM exchange WHERE id=\(id))")
            case .answer(let id): ("outcome", "headers", "exchange=\(id)")
            case .answerBody(let id): ("body", "bytes", "id=(SELECT body FROM outcome WHERE exchange=\(id))")
            case .line(let id): ("command", "line", "id=\(id)")
            case .input(let id): ("input", "content", "id=\(id)")
            case .settings: ("session", "settings", "id=1")
            case .address(let id): ("exchange", "url", "id=\(id)")
            }
        }
    }

    static let plants: [Plant] = [
        Plant(
            "a password", .sentBody(1), "&password=REDACTED-password-1", "&password=hunter2",
            "exchange 1, request body, byte 100: a value (password) that is no placeholder."),
        Plant(
            "an application's secret", .sentBody(1), "client_secret=REDACTED-secret-1", "client_secret=hunter2",
            "exchange 1, request body, byte 53: a value (secret) that is no placeholder."),
        Plant(
            "an access token", .answerBody(1), #""access_token":"REDACTED-token-1""#, #""access_token":"hunter2""#,
            "exchange 1, answer body, byte 17: a value (token) that is no placeholder."),
        Plant(
            "a refresh token", .answerBody(1), "REDACTED-token-2", "hunter2",
            "exchange 1, answer body, byte 52: a value (token) that is no placeholder."),
        Plant(
            "a bearer token", .sent(2), "Bearer REDACTED-token-1", "Bearer hunter2-hunter-2",
            "exchange 2, request header Authorization, byte 7: a value (authorization) that is no placeholder."),
        Plant(
            "a cookie that is set", .answer(2), "JSESSIONID=REDACTED-cookie-1", "JSESSIONID=hunter2-of-cook-1",
            "exchange 2, answer header Set-Cookie, byte 11: a value (cookie) that is no placeholder."),
        Plant(
            "a cookie", .sent(3), "JSESSIONID=REDACTED-cookie-1", "JSESSIONID=hunter2-of-cook-1",
            "exchange 3, request header Cookie, byte 11: a value (cookie) that is no placeholder."),
        Plant(
            "a page's token", .answerBody(4), "g_ck = 'REDACTED-token-3'", "g_ck = 'hunter2'",
            "exchange 4, answer body, byte 470: a value (token) that is no placeholder."),
        Plant(
            "a signed statement", .sentBody(1), "grant_type=password&",
            "assertion=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.aHVudGVyMg&",
            "exchange 1, request body, byte 10: a value (token) that is no placeholder."),
        Plant(
            "a code and what proves it", .sentBody(1), "grant_type=password&", "code_verifier=hunter2&",
            "exchange 1, request body, byte 14: a value (token) that is no placeholder."),
        Plant(
            "a key in an address", .address(2), "/current_user", "/current_user?x-sn-apikey=hunter2",
            "exchange 2, address, byte "),
        Plant(
            "a secret in a line", .line(1), "whoami", "whoami --client-secret hunter2",
            "command 1, line, byte 23: a value (secret) that is no placeholder."),
        Plant(
            "a secret in a setting", .input(1), #""has_client_secret":true"#, #""client_secret":"hunter2""#,
            "command 1, input sign-in, byte "),
        Plant(
            "a secret in a profile", .settings, #""variables":{"#, #""client_secret":"hunter2","variables":{"#,
            "session 1, settings, byte "),
        Plant(
            "an address with a password", .settings, #""variables":{"#,
            #""x":"https://jane:hunter2@dev1","variables":{"#,
            "session 1, settings, byte "),
    ]

    @Test func theAuditNamesTheExchangeThePartAndTheByte() async throws {
        let desk = try Desk()
        let sandbox = try await ServedSandbox(desk)
        let recorded = try await desk.start(
            [
                "--instance", sandbox.address, "--sign-in", "oauth-password", "--user", "abel.tuter", "--client-id",
                "snowdeck", "--from", "env:HOUSE", "--client-from", "env:YARD", "--tape", "clean", "run", "-",
            ], input: "whoami\nrest GET /home.do\n",
            variables: ["HOUSE": "password", "YARD": "snowdeck-client-secret"]
        ).end()
        #expect(recorded.status == 0, "\(recorded)")
        let clean = try await desk.run("tape", "audit", "clean")
        #expect(clean == Ended(0, "sessions/clean.cassette: 4 exchanges, no secret found.\n"))
        for plant in Self.plants {
            try desk.write(try desk.bytes(of: "sessions/clean.cassette"), to: "sessions/planted.cassette")
            try desk.edit(
                "planted",
                """
                UPDATE \(plant.table) SET \(plant.column)=CAST(replace(CAST(\(plant.column) AS TEXT), ?, ?) AS \
                \(["line", "settings", "url"].contains(plant.column) ? "TEXT" : "BLOB")) WHERE \(plant.row)
                """, [.text(plant.clean), .text(plant.planted)])
            let audit = try await desk.run("tape", "audit", "planted")
            #expect(audit.status == 5, "\(plant.name): \(audit)")
            #expect(audit.firstError.hasPrefix("error: sessions/planted.cassette: "), "\(audit)")
            #expect(audit.errors.contains(plant.finding), "\(plant.name): \(audit)")
            #expect(!audit.errors.contains("hunter2") && !audit.errors.contains("eyJ"), "\(plant.name): \(audit)")
            let json = try await desk.run("tape", "audit", "planted", "--format", "json")
            #expect(json.status == 5 && !(json.output + json.errors).contains("hunter2"), "\(json)")
        }
    }
}
