import Foundation
import Testing

/// Every kind of sign-in, from the prompt, at a sandbox over TLS whose authority is a private one.
@Suite(.overTLS) struct SignInKindsOverTLSTests {
    let sandbox: TLSSandbox
    let desk: Desk

    init() throws {
        sandbox = try #require(OverTLS.sandbox)
        desk = try Desk()
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let flags: String
        var variables: [String: String] = [:]
        /// What is asked, `%` standing for the instance's name, and what is typed.
        let questions: [(asked: String, typed: String)]
        let facts: [String]
        let tasks: String

        init(
            _ name: String, _ flags: String, variables: [String: String] = [:], _ questions: [(String, String)],
            _ facts: [String], tasks: String = "4 open tasks in all."
        ) {
            testDescription = name
            self.flags = flags
            self.variables = variables
            self.questions = questions.map { (asked: $0.0, typed: $0.1) }
            self.facts = facts
            self.tasks = tasks
        }
    }

    private static let abel = "user_name abel.tuter", secret = "snowdeck-client-secret"
    private static let rows = [
        Row(
            "basic", "--user abel.tuter", [("Password of abel.tuter at %: ", "password")],
            [abel, "sign_in basic", "session cookies"]),
        Row(
            "basic, the second try", "--user abel.tuter",
            [
                ("Password of abel.tuter at %: ", "passwort"),
                ("% did not accept it. Password of abel.tuter, or Ctrl-D: ", "password"),
            ], [abel, "sign_in basic", "session cookies"]),
        Row(
            "basic with a second factor", "--user fred.luddy",
            [
                ("Password of fred.luddy at %: ", "password"),
                ("% wants the second factor's code of fred.luddy: ", "135790"),
                ("% did not accept it. Code of fred.luddy, or Ctrl-D: ", "246810"),
            ], ["user_name fred.luddy", "sign_in basic", "session cookies"], tasks: "7 open tasks in all."),
        Row(
            "oauth-password", "--sign-in oauth-password --user abel.tuter --client-id snowdeck",
            [
                ("Password of abel.tuter at %: ", "password"),
                ("Client secret of snowdeck at %, or Enter for none: ", secret),
            ], [abel, "sign_in oauth-password", "client_id snowdeck", "session cookies", "renewable true"]),
        Row(
            "oauth-password, the application's secret in a variable",
            "--sign-in oauth-password --user abel.tuter --client-id snowdeck --client-from env:OF_SNOWDECK",
            variables: ["OF_SNOWDECK": secret], [("Password of abel.tuter at %: ", "password")],
            [abel, "sign_in oauth-password", "client_id snowdeck", "session cookies", "renewable true"]),
        Row(
            "oauth-client", "--sign-in oauth-client --client-id snowdeck",
            [("Client secret of snowdeck at %: ", secret)],
            [
                "user_name integration.user", "sign_in oauth-client", "client_id snowdeck", "session cookies",
                "renewable false: another is asked for when it ends",
            ], tasks: "No open task is assigned to you."),
        Row(
            "api-key", "--sign-in api-key", [("API key at %: ", "sandbox-api-key-of-abel.tuter")],
            [abel, "sign_in api-key", "session cookies"]),
    ]

    @Test(arguments: rows) func whoIsAskedSignsIn(_ row: Row) async throws {
        let visit = try await PromptVisit(desk, at: sandbox, row.flags, variables: row.variables)
        for question in row.questions { await visit.answer(question.asked, question.typed) }
        let seen = await visit.look()
        #expect(seen.facts == row.facts)
        #expect(seen.tasks == row.tasks)
        try await visit.leave()
    }

    @Test func aTokenThatSomebodyElseGotSignsIn() async throws {
        let visit = try await PromptVisit(desk, at: sandbox, "--sign-in token")
        await visit.answer("Token at %: ", try await sandbox.token(of: "abel.tuter"))
        let seen = await visit.look()
        #expect(seen.facts == [Self.abel, "sign_in token", "session cookies"])
        #expect(seen.tasks == "4 open tasks in all.")
        try await visit.leave()
    }

    /// Each in the name of somebody whom no other test signs in: the instance has one token for a user and an application.
    @Test(arguments: [
        ("RSA -pkeyopt rsa_keygen_bits:2048", "joe.employee"), ("EC -pkeyopt ec_paramgen_curve:P-256", "john.doe"),
    ])
    func aStatementSignedWithARegisteredKeySignsInAndAnotherWhenTheTokenIsRevoked(
        _ algorithm: String, _ user: String
    ) async throws {
        let made = try await desk.runOther(
            "sh", "-ec",
            """
            umask 077
            openssl genpkey -algorithm \(algorithm) -out key.pem 2>progress
            openssl req -x509 -key key.pem -subj /CN=signer -days 2
            """)
        try #require(made.status == 0, "\(made)")
        try await sandbox.register(made.output, as: user)
        let visit = try await PromptVisit(
            desk, at: sandbox, "--sign-in oauth-jwt --user \(user) --client-id snowdeck --key key.pem")
        await visit.answer("Client secret of snowdeck at %, or Enter for none: ", Self.secret)
        let seen = await visit.look()
        #expect(
            seen.facts == [
                "user_name \(user)", "sign_in oauth-jwt", "client_id snowdeck", "session cookies",
                "renewable false: another is asked for when it ends",
            ])
        #expect(seen.tasks.contains("open task"))
        // The session ends with its token, and nobody is asked anything.
        _ = try await sandbox.curl("-d", "token=" + (try await sandbox.token(of: user)), "/oauth_revoke_token.do")
        let again = await visit.sitting.enter("table count incident", prompt: sandbox.prompt)
        #expect(!again.contains("error:"), "\(again)")
        try FileManager.default.removeItem(atPath: desk.path("key.pem"))
        try await visit.leave()
    }

    @Test func aGuestIsToldToSignIn() async throws {
        let visit = try await PromptVisit(desk, at: sandbox, "--sign-in guest")
        await visit.sitting.prompted(sandbox.prompt)
        let shown = await visit.sitting.enter("whoami", prompt: sandbox.prompt)
        #expect(shown.contains("\nConnected to \(sandbox.address) as a guest.\n"), "\(shown)")
        #expect(
            shown.contains(
                """

                error: Not signed in to \(sandbox.address): User Not Authenticated: Required to provide Auth \
                information (HTTP 401).
                hint: login --user NAME

                """), "\(shown)")
        try await visit.leave()
    }
}
