import Foundation
import TestSupport
import Testing

/// A sample of the kinds of sign-in, from the prompt, at a sandbox over TLS with a private authority.
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

    /// As a user whom no other test signs in: the instance has one token for a user and an application.
    @Test func aJWTSignsInAndAnotherWhenTheTokenIsRevoked() async throws {
        let user = "john.doe"
        let made = try await desk.runOther(
            "sh", "-ec",
            """
            umask 077
            openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem 2>progress
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

    // MARK: Certificates

    @Test func aCertificateSignsIn() async throws {
        for file in ["abel.pem", "abel.key"] {
            try FileManager.default.copyItem(atPath: sandbox.desk.path(file), toPath: desk.path(file))
        }
        let visit = try await PromptVisit(
            desk, at: sandbox, "--sign-in certificate --certificate abel.pem --key abel.key")
        let seen = await visit.look()
        #expect(seen.facts == ["user_name abel.tuter", "sign_in certificate", "session cookies"])
        #expect(seen.tasks == "4 open tasks in all.")
        try await visit.leave()
    }

    /// Of an unknown name, an inactive user, two names, for servers, of another authority, expired, self-signed.
    @Test func onlyACertificateOfAnActiveUserIsAccepted() async throws {
        let who = "/api/now/ui/user/current_user"
        func status(_ name: String) async throws -> String {
            let path = sandbox.desk.path(name)
            return try await sandbox.curl(
                "--cert", path + ".pem", "--key", path + ".key", who, "-o", "/dev/null", "-w", "%{http_code}")
        }
        for name in ["nobody", "beth", "two", "server", "stranger", "over", "own"] {
            #expect(try await status(name) == "401", "\(name)")
        }
        #expect(try await status("abel") == "200")
        // The Authorization header takes precedence over the certificate.
        let path = sandbox.desk.path("abel")
        let both = try await sandbox.curl(
            "--cert", path + ".pem", "--key", path + ".key", "-u", "admin:admin", who)
        #expect(both.contains(#""user_name":"admin""#))
    }

    // MARK: A browser

    /// Walks from the address it is given through the login and the consent to the address that it is sent back to, and
    /// goes there if it is told so.
    private var browser: String {
        """
        ask() { curl -sS --cacert '\(sandbox.desk.path("tls/ca.pem"))' -b jar -c jar "$@"; }
        token() { sed -n "s/.*var g_ck = '\\([^']*\\)'.*/\\1/p" page; }
        ask -L -o page "$2"
        ask -L -o page -d user_name=fred.luddy -d user_password=password -d sys_action=sysverb_login \\
            -d "sysparm_ck=$(token)" '\(sandbox.address)/login.do'
        ask -L -o page -d txtResponse=246810 -d "sysparm_ck=$(token)" \\
            '\(sandbox.address)/validate_multifactor_auth_code.do'
        cp page consent
        ask -o page -w '%{redirect_url}\\n' -d "${2#*\\?}" -d sys_action=allow -d "sysparm_ck=$(token)" \\
            '\(sandbox.address)/oauth_auth.do' >address
        if [ "$1" = go ]; then curl -sS -o page "$(cat address)"; fi
        """
    }

    private static let browserFlags = "--sign-in oauth-code --client-id snowdeck-public"
    private static let browserFacts = [
        "user_name fred.luddy", "sign_in oauth-code", "client_id snowdeck-public", "session cookies", "renewable true",
    ]

    @Test func aBrowserThatIsSentBackSignsIn() async throws {
        try desk.write(browser, to: "browser")
        let visit = try await PromptVisit(
            desk, at: sandbox, Self.browserFlags, variables: ["BROWSER": "sh browser go %s"])
        let seen = await visit.look()
        #expect(seen.facts == Self.browserFacts)
        #expect(seen.tasks == "7 open tasks in all.")
        #expect(try desk.text(of: "consent").contains("<strong>Snowdeck (public)</strong> asks to act as"))
        try await visit.leave()
    }

    // MARK: The keyring

    /// Runs one command there, with nobody to ask.
    private func run(
        _ flags: [String], _ command: [String] = ["whoami"], input: String = "", variables: [String: String] = [:],
        through wrapper: [String] = []
    ) async throws -> Ended {
        try await desk.start(
            sandbox.trusting + ["--instance", sandbox.address] + flags + ["--no-input", "--tape", "kept"] + command,
            input: input, variables: variables, through: wrapper
        ).end()
    }

    /// The secret that a keyring keeps under a label, as it lists it.
    private func kept(_ label: String, in keyring: PrivateKeyring) throws -> String? {
        let lines = try keyring.content().split(separator: "\n")
        let place = lines.firstIndex { $0 == "label = Snowdeck: \(label) at \(sandbox.name)" }
        return place.map { String(lines[lines.index(after: $0)].dropFirst("secret = ".count)) }
    }

    @Test func aRefreshTokenOfTheKeyringStandsForThePasswordUntilItIsRevoked() async throws {
        let keyring = try PrivateKeyring()
        let flags = ["--sign-in", "oauth-password", "--user", "admin", "--client-id", "snowdeck"]
        let login = try await run(
            flags + ["--from", "env:OF_ADMIN", "--client-from", "env:OF_SNOWDECK"], ["login", "--remember"],
            variables: keyring.variables.merging(["OF_ADMIN": "admin", "OF_SNOWDECK": Self.secret]) { $1 })
        #expect(login.status == 0, "\(login)")
        #expect(try kept("password of admin", in: keyring) == nil)
        #expect(try kept("client secret of snowdeck", in: keyring) == Self.secret)
        let token = try #require(try kept("refresh token of admin", in: keyring))
        for _ in 0..<2 {
            let who = try await run(flags, variables: keyring.variables)
            #expect(PromptVisit.facts(who.output).last == "renewable true", "\(who)")
        }
        let other = try kept("refresh token of admin", in: keyring)
        try await PromptVisit.checkTape(desk)

        _ = try await sandbox.curl("-d", "token=" + (other ?? token), "/oauth_revoke_token.do")
        let over = try await run(flags, variables: keyring.variables)
        #expect(
            over.status == 3 && over.errors.contains("does not renew the sign-in of admin"),
            "\(over)")
        #expect(try kept("refresh token of admin", in: keyring) == nil)
        let visit = try await PromptVisit(desk, at: sandbox, flags.joined(separator: " "), variables: keyring.variables)
        await visit.answer("Password of admin at %: ", "admin")
        let seen = await visit.look()
        #expect(seen.facts.first == "user_name admin" && seen.facts.last == "renewable true")
        try await visit.leave()
    }

    /// A token that was revoked is of no use to the next run; the secret stays unless all is to be forgotten.
    @Test func aRevokedTokenIsTakenOutOfTheKeyring() async throws {
        // A user of this test's own: the instance is the other tests' too, and revoking ends all tokens of one.
        try await sandbox.create("sys_user", ["user_name": "leaving.user", "user_password": "password"])
        let keyring = try PrivateKeyring()
        let flags = ["--sign-in", "oauth-password", "--user", "leaving.user", "--client-id", "snowdeck"]
        let places = flags + ["--from", "env:OF_LEAVING", "--client-from", "env:OF_SNOWDECK"]
        let given = keyring.variables.merging(["OF_LEAVING": "password", "OF_SNOWDECK": Self.secret]) { $1 }
        let login = try await run(places, ["login", "--remember"], variables: given)
        #expect(try login.status == 0 && kept("refresh token of leaving.user", in: keyring) != nil, "\(login)")
        let logout = try await run(flags, [], input: "whoami\nlogout\n", variables: keyring.variables)
        #expect(
            logout.status == 0 && logout.errors.contains("The keyring has forgotten what renewed them."), "\(logout)")
        #expect(try kept("refresh token of leaving.user", in: keyring) == nil)
        #expect(try kept("client secret of snowdeck", in: keyring) == Self.secret)
        try await PromptVisit.checkTape(desk)
    }
}
