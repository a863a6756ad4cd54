import Foundation
import TestSupport
import Testing

/// Secrets of every kind that signs in, long and short, are searched for in everything that Snowdeck leaves behind: the
/// tape's bytes while it records and at rest, dumps, history, errors, what a replay shows, and what other programs of the
/// machine can see of it.
@Suite struct SignInSecretTests {
    /// A way of signing in: one row for each kind of secret and place that it comes from.
    struct Way: Sendable, CustomTestStringConvertible {
        let name: String
        /// Behind `--instance`.
        var flags: [String] = ["--user", "jane"]
        /// The environment that holds the secrets.
        var variables: [String: String] = [:]
        /// Lines of its own, run after those of every way.
        var lines: [String] = []
        /// What must not be found.
        var secrets: [String]

        var testDescription: String { name }
    }

    static let long = "Kq7-xW2_vR9.mT4zP6uB", short = "Zq7!kW"
    static func basic(_ password: String) -> String { Data("jane:\(password)".utf8).base64EncodedString() }
    static let statement = "eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJhcHAifQ.c3RhdGVtZW50LXNpZ25hdHVyZQ"

    static let ways = places + kinds

    private static let places: [Way] = [long, short].flatMap { secret -> [Way] in
        let form = "grant_type=password&client_id=app&client_secret=\(secret)&username=jane&password=\(secret)"
        let other = "grant_type=authorization_code&client_id=app&code=\(secret)&code_verifier=\(secret)"
        let typed = ["--type", "application/x-www-form-urlencoded", "--body"].joined(separator: " ")
        return [
            Way(
                name: "a password in SNOWDECK_PASSWORD", variables: ["SNOWDECK_PASSWORD": secret],
                secrets: [secret, basic(secret)]),
            Way(
                name: "forms that ask for tokens",
                lines: [
                    "rest POST /oauth_token.do \(typed) '\(form)'", "rest POST /oauth_token.do \(typed) '\(other)'",
                    "rest POST /oauth_token.do \(typed) 'grant_type=refresh_token&refresh_token=\(secret)'",
                    "rest POST /oauth_token.do \(typed) 'grant_type=jwt&assertion=\(statement)'",
                    "rest POST '/oauth_revoke_token.do?token=\(secret)'",
                    "rest POST /login.do \(typed) 'user_name=jane&user_password=\(secret)&sysparm_ck=\(secret)'",
                ], secrets: [secret, statement]),
            Way(
                name: "headers",
                lines: [
                    "rest GET /api/now/table/x -H 'Authorization: Bearer \(secret)'",
                    "rest GET /api/now/table/x -H 'x-sn-apikey: \(secret)'",
                    "rest GET /api/now/table/x -H 'X-MFA_TOKEN: \(secret)'",
                    "rest GET /api/now/table/x -H 'X-UserToken: \(secret)'",
                    "rest GET '/api/now/table/x?x-sn-apikey=\(secret)'",
                ], secrets: [secret]),
            Way(
                name: "flags typed by habit",
                lines: ["password", "client-secret", "token", "api-key", "passcode"].flatMap {
                    ["whoami --\($0) \(secret)", "connect sandbox --\($0)=\(secret)"]
                } + [
                    "connect sandbox --from 'command:echo \(secret)'",
                    "connect sandbox --from 'command:TOKEN=\(secret) helper'", "echo \(statement)",
                    "connect https://jane:\(secret)@127.0.0.1:1",
                ], secrets: [secret, statement]),
        ]
    }

    /// Kinds of sign-in that send what a variable with an everyday name holds.
    private static var kinds: [Way] {
        let other = "vT5.cN8_aE2-gK4jM7wQ"
        let rows: [(name: String, flags: [String], secrets: [String: String])] = [
            ("a token", ["--sign-in", "token", "--user", "jane", "--from", "env:HOUSE"], ["HOUSE": long]),
            ("a key", ["--sign-in", "api-key", "--user", "jane", "--from", "env:HOUSE"], ["HOUSE": long]),
            (
                "a token for a password",
                [
                    "--sign-in", "oauth-password", "--user", "jane", "--client-id", "app", "--from", "env:HOUSE",
                    "--client-from", "env:YARD",
                ], ["HOUSE": long, "YARD": other]
            ),
        ]
        return rows.map {
            Way(name: $0.name, flags: $0.flags, variables: $0.secrets, secrets: $0.secrets.values.sorted())
        }
    }

    /// Run in every way: answers, pages, addresses, refusals, errors for programs, and a program that looks around.
    private static let script = """
        rest POST /oauth_token.do --type application/x-www-form-urlencoded --body grant_type=client_credentials
        table list incident -f number,short_description
        rest GET /page.do
        rest GET /sent_back.do
        table list incident -f number,short_description -n 1 | cat - /proc/self/environ /proc/self/cmdline > seen.txt
        table list problem -f number
        table list problem -f number --format json
        table list change_request -f number --format json
        tape show
        tape dump
        tape audit

        """

    @Test(arguments: ways.indices, [true, false])
    func noSecretIsInAnythingThatIsLeftBehind(_ place: Int, _ isLong: Bool) async throws {
        let way = Self.ways[place]
        let desk = try Desk()
        let issue = isLong ? TellingInstance.Issue.long : .short
        // What is typed in a line is not known before it is typed, so only what signs in is repeated from the start.
        let held = way.variables.isEmpty ? [] : way.secrets.filter { $0.count >= 12 }
        let instance = TellingInstance.start(issue, repeating: held)
        let child = try desk.start(
            ["--instance", instance.address, "--allow-writes", instance.name] + way.flags + [
                "--tape", "told", "run", "--keep-going", "-",
            ], input: nil,
            variables: ["SNOWDECK_PASSWORD": "of-no-account-1"].merging(way.variables) { $1 })
        child.type(Self.script + way.lines.map { $0 + "\n" }.joined() + "tape status\n")
        #expect(await child.wrote { output, _ in output.contains("session's") || output.contains("exchanges") })
        var places = try desk.everything().map { ("while recording, \($0.key)", $0.value) }
        #expect(places.contains { $0.0.hasSuffix("told.cassette-wal") })
        let seen = FileManager.default.contents(atPath: "/proc/\(child.id)/cmdline").map { Array($0) } ?? []
        #expect(!seen.isEmpty)
        places.append(("the process's own words", seen))
        child.endInput()
        let recorded = await child.end()

        places += try desk.everything().map { ("at rest, \($0.key)", $0.value) }
        #expect(places.contains { $0.0.hasSuffix("seen.txt") && $0.1.count > 100 })
        places.append(("errors", recorded.errorBytes))
        for words in [
            ["dump", "told"], ["tape", "audit", "told"], ["replay", "sessions/told.cassette"],
            ["replay", "sessions/told.cassette", "--check"], ["replay", "sessions/told.cassette", "--format", "json"],
        ] {
            let run = try await desk.start(words, input: "").end()
            places += [("\(words) output", run.outputBytes), ("\(words) errors", run.errorBytes)]
            if words.contains("audit") { #expect(run.status == 0, "\(run)") }
            if words.contains("--check") { #expect(run.status == 0, "\(run)") }
        }
        let forms = way.secrets.map { SecretForms("the secret \($0.count) long", $0) } + issue.secrets
        let found = forms.flatMap { form in
            places.filter { !form.found(in: $0.1, of: $0.0).isEmpty }.map { "\(form.name) in \($0.0)" }
        }
        #expect(found.isEmpty, "\(found.joined(separator: "; "))")
    }

    /// The same at the prompt, where lines go into the history.
    @Test(arguments: [long, short])
    func noSecretThatIsTypedIsInTheHistory(_ secret: String) async throws {
        let desk = try Desk()
        let sitting = try PromptSitting(desk, ["--tape", "typed"], columns: 200)
        await sitting.prompted()
        for line in [
            "whoami --password \(secret)", "connect dev --client-secret=\(secret) --client-id app",
            "whoami --from 'command:echo \(secret)'", "rest GET /x -H 'Authorization: Bearer \(secret)'",
            "whoami --from env:HOUSE --sign-in token",
        ] {
            _ = await sitting.enter(line)
        }
        sitting.screen.type("quit\r")
        #expect(await sitting.end() != nil)
        let files = try desk.everything()
        let history = files.filter { $0.key.contains("history.sqlite") }.map {
            String(decoding: $0.value, as: UTF8.self)
        }
        for kept in ["--from env:HOUSE --sign-in token", "--client-id app"] {
            #expect(history.contains { $0.contains(kept) }, "\(files.keys.sorted())")
        }
        let form = SecretForms("the secret", secret)
        #expect(files.flatMap { form.found(in: $0.value, of: $0.key) } == [])
    }
}
