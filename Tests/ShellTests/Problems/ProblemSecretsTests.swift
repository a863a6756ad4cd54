import ExchangeModel
import GraphQLCommands
import Recipes
import Redactors
import Tables
import TapeDeck
import TestSupport
import Testing
import Workbench

/// Errors contain no secrets, and their carets still point at the right text.
struct ProblemSecretsTests {
    @Test(arguments: [
        (
            "connect https://bob:hunter2@dev1 --user x", "https://bob:hunter2@dev1",
            "connect https://bob:REDACTED-password-1@dev1 --user x", "https://bob:REDACTED-password-1@dev1"
        ),
        ("set --nosuch 1 password=hunter2", "--nosuch", "set --nosuch 1 password=REDACTED-password-1", "--nosuch"),
        ("set password=hunter2 --nosuch", "--nosuch", "set password=REDACTED-password-1 --nosuch", "--nosuch"),
        (
            "login --token t0k --token t0k", "--token t0k --",
            "login --token REDACTED-token-1 --token REDACTED-token-1",
            "--token REDACTED-token-1 --token REDACTED-token-1"
        ),
        ("table lsit incident", "lsit", "table lsit incident", "lsit"),
        ("password=", "password=", "password=", "password="),
    ])
    func linesInErrorsAreRedacted(_ line: String, _ meant: String, _ expected: String, _ pointed: String) throws {
        func span(of part: String, in line: String) throws -> Range<Int> {
            let start = try #require(Array(line.utf8).firstRange(of: Array(part.utf8)))
            return start.lowerBound..<start.upperBound
        }
        let problem = Problem(.usage, "x", source: Problem.Source(text: line, span: try span(of: meant, in: line)))
        let source = problem.withoutSecrets(Redaction(secrets: SecretBook())).source
        expectEqual(source?.text, expected)
        expectEqual(source?.span, (try span(of: pointed, in: expected)))
    }

    @Test func errorsRedactKnownSecrets() {
        let secrets = SecretBook()
        secrets.write("c0rrect-horse-battery", as: "password")
        let problem = Problem(
            .refused, "It said c0rrect-horse-battery.", notes: ["c0rrect-horse-battery"],
            hints: ["set password=c0rrect-horse-battery"])
        let clean = problem.withoutSecrets(Redaction(secrets: secrets))
        expectEqual(clean.message, "It said REDACTED-password-1.")
        expectEqual(clean.notes, ["REDACTED-password-1"])
        expectEqual(clean.hints, ["set password=REDACTED-password-1"])
    }

    @Test(arguments: [
        "connect https://bob:hunter2hunter2@dev1", "set --nosuch password=hunter2hunter2",
        "table lst incident password=hunter2hunter2", "table list incident --password hunter2hunter2",
    ])
    func errorOmitsMistypedPassword(_ line: String) async throws {
        for format in ["columns", "json"] {
            let machine = try TestMachine()
            let harness = try ShellHarness(machine, settings: ["format": format])
            let printed = harness.printed(status: await harness.session.run(line))
            #expect(printed.contains("REDACTED-password-1"), "\(printed)")
            #expect(!printed.contains("hunter2"), "\(printed)")
        }
    }
}
