import Foundation
import TestSupport
import Testing

/// Every mistake in signing in is told in words of its own, with what to do next, and is told again in a replay.
@Suite struct SignInMistakeTests {
    private static let application = [
        "--sign-in", "oauth-password", "--client-id", "snowdeck", "--client-from", "env:OF_APP",
    ]
    static let token =
        #"{"access_token":"aQ7x1Rf7hQ2mZx0LpT9v","refresh_token":"rQ7x2Rf7hQ2mZx0LpT9v","token_type":"Bearer","expires_in":1799}"#

    @Test func whoeverIsNotLetInIsToldWhy() async throws {
        let book = try MistakeBook()
        let sandbox = try await ServedSandbox(book.desk)
        let right = ["SNOWDECK_PASSWORD": "password"]
        func make(_ name: String, _ flags: [String], _ variables: [String: String] = [:]) async throws {
            try await book.make(name, at: sandbox.address, flags, variables: variables, isReplayed: true)
        }
        try await make("wrong password", ["--user", "abel.tuter"])
        try await make("as JSON", ["--user", "abel.tuter", "--format", "json"])
        try await make("locked user", ["--user", "don.goodliffe"], right)
        try await make("inactive user", ["--user", "beth.anglin"], right)
        try await make("nobody's name", [])
        try await make("no code of the second factor", ["--user", "fred.luddy"], right)
        try await make("wrong token", ["--sign-in", "token", "--from", "env:OF_OTHER"])
        try await make("wrong key", ["--sign-in", "api-key", "--from", "env:OF_OTHER"])
        try await make("wrong password for a token", Self.application + ["--user", "abel.tuter"])
        let unknown = ["--client-id", "nosuch"], other = ["--client-id", "snowdeck"]
        let fromApp = ["--client-from", "env:OF_APP"], fromOther = ["--client-from", "env:OF_OTHER"]
        let abel = ["--sign-in", "oauth-password", "--user", "abel.tuter"], own = ["--sign-in", "oauth-client"]
        try await make("unknown client id", abel + unknown + fromApp, right)
        try await make("wrong client secret", abel + other + fromOther, right)
        try await make("unknown client id alone", own + unknown + fromApp)
        try await make("wrong client secret alone", own + other + fromOther)
        book.expect(Self.unaccepted)
    }

    @Test func whoeverLocksAUserOutIsTold() async throws {
        let book = try MistakeBook()
        let sandbox = try await ServedSandbox(book.desk)
        // Another one each time: what was refused is not sent again.
        let wrong = (1...6).map { ("OF_TRY_\($0)", "wrong-password-\($0)") }
        try await book.make(
            "one time after another", at: sandbox.address, ["--user", "john.doe"], ["run", "--keep-going", "-"],
            input: wrong.map { "login --from env:\($0.0)\n" }.joined(),
            variables: Dictionary(uniqueKeysWithValues: wrong), isReplayed: true)
        try await book.make(
            "then the right one", at: sandbox.address, ["--user", "john.doe"],
            variables: ["SNOWDECK_PASSWORD": "password"])
        book.expect(Self.lockedOut)
    }

    private static let pages: [(name: String, status: String, type: String, body: String)] = [
        ("a network's page", "200 OK", "text/html", "<html><title>Hotel Wi-Fi</title></html>"),
        ("a login page", "200 OK", "text/html", "<html><title>Log in | ServiceNow</title></html>"),
        ("a page without a title", "200 OK", "text/html", "<html><body>Hello</body></html>"),
        (
            "a network that wants a login", "511 Network Authentication Required", "text/html",
            "<html><title>Hotel Wi-Fi</title></html>"
        ),
        ("nothing at all", "200 OK", "application/json", ""), ("plain text", "200 OK", "text/plain", "OK"),
    ]

    private static let answers: [(name: String, status: String, type: String, body: String)] =
        pages + [
            ("a part of a token", "200 OK", "application/json", String(token.prefix(60))),
            ("no token", "200 OK", "application/json", #"{"token_type":"Bearer"}"#),
            (
                "another sort of token", "200 OK", "application/json",
                token.replacingOccurrences(of: "Bearer", with: "mac")
            ),
            ("no such address", "404 Not Found", "text/html", "<html><title>Not Found</title></html>"),
            ("too many", "429 Too Many Requests", "application/json", #"{"error":{"message":"Rate limit exceeded"}}"#),
            ("too busy", "503 Service Unavailable", "text/html", "<html><title>Maintenance</title></html>"),
            (
                "unknown client", "401 Unauthorized", "application/json",
                #"{"error":"invalid_client","error_description":"No."}"#
            ),
            ("a token of no use", "200 OK", "application/json", token),
        ]

    @Test func whatIsNoTokenIsSaid() async throws {
        let book = try MistakeBook()
        for (name, status, type, body) in Self.answers {
            let instance = FarInstance { request in
                request.hasPrefix("POST /oauth_token.do ")
                    ? FarInstance.answer(status, type: type, body: body)
                    : FarInstance.refusal(
                        "401 Unauthorized", "User Not Authenticated", "Required to provide Auth information")
            }
            try await book.make(
                name, at: instance.address, Self.application + ["--user", "jane"], isReplayed: true)
        }
        book.expect(Self.noToken)
    }

    @Test func whatIsNoAnswerIsSaid() async throws {
        let book = try MistakeBook()
        for (name, status, type, body) in Self.pages {
            let instance = FarInstance { _ in FarInstance.answer(status, type: type, body: body) }
            try await book.make(name, at: instance.address, ["--user", "jane"], isReplayed: true)
        }
        let portal = FarInstance { _ in
            FarInstance.answer(type: "text/html", body: "<html><title>Sign in to the Hotel</title></html>")
        }
        let captive = FarInstance { _ in FarInstance.answer("302 Found", ["Location: \(portal.address)/"], body: "") }
        try await book.make("sent to a network's page", at: captive.address, ["--user", "jane"], isReplayed: true)
        book.expect(Self.noAnswer)
    }

    @Test func whatHasEndedIsSaid() async throws {
        let book = try MistakeBook()
        let keyring = try PrivateKeyring()
        let instance = FarInstance { request in
            if request.contains("grant_type=refresh_token") {
                return FarInstance.answer(
                    "401 Unauthorized", body: #"{"error":"server_error","error_description":"access_denied"}"#)
            }
            let answer = request.hasPrefix("POST /oauth_token.do ") ? Self.token : #"{"result":[]}"#
            return FarInstance.answer(body: answer)
        }
        let remember = try await book.desk.start(
            ["--instance", instance.address, "--no-input", "--user", "jane"] + Self.application + [
                "login", "--remember",
            ],
            input: "", variables: MistakeBook.secrets.merging(keyring.variables) { $1 }
        ).end()
        #expect(remember.status == 0, "\(remember)")
        // Whoever begins anew later has no password at hand.
        let none = keyring.variables.merging(["SNOWDECK_PASSWORD": ""]) { $1 }
        for name in ["a refresh token that has ended", "nothing any more"] {
            try await book.make(
                name, at: instance.address, Self.application + ["--user", "jane"], variables: none,
                isReplayed: name.hasPrefix("a"))
        }
        book.expect(Self.ended)
    }

    @Test func aClockThatIsWrongIsSaid() async throws {
        let book = try MistakeBook()
        #expect(try await book.desk.runOther("sh", "-c", "umask 077; openssl genrsa -out own.pem 2048").status == 0)
        let statement = ["--sign-in", "oauth-jwt", "--user", "jane", "--client-id", "app", "--key", "own.pem"]
        for (name, flags, hours) in [
            ("ahead", statement, 3.5), ("behind", statement, -49.5),
            ("with a password", Self.application + ["--user", "jane"], 3.5),
        ] {
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(identifier: "GMT")
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            let date = format.string(from: Date(timeIntervalSinceNow: hours * 3600))
            let instance = FarInstance { _ in
                FarInstance.answer(
                    "401 Unauthorized", ["Date: " + date],
                    body: #"{"error":"server_error","error_description":"access_denied"}"#)
            }
            try await book.make(name, at: instance.address, flags, isReplayed: true)
        }
        book.expect(Self.clocks)
    }
}
