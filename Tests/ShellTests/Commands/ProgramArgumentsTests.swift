import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Replaying
@testable import Tapes
@testable import Workbench

struct ProgramArgumentsTests {
    private func line(_ arguments: [String]) throws -> String? {
        guard case .command(let invocation) = try ProgramArguments(arguments).action else { return nil }
        return invocation.text
    }

    @Test func oneShotArgumentsBecomeTheLineThatIsRecorded() throws {
        try expectEqual(
            line(["table", "create", "incident", "short_description=Printer on fire {{x}}"]),
            "table create incident short_description='Printer on fire {{x}}'")
    }

    @Test(arguments: ["page theme dark --format csv", "page theme", "page preload --clear", "graphql describe"])
    func commandOfSeveralWordsIsFound(text: String) throws {
        try expectEqual(line(text.split(separator: " ").map(String.init)), text)
    }

    @Test func startUpFlagsAreExtractedAnywhere() throws {
        let read = try ProgramArguments([
            "--instance", "dev1", "table", "list", "incident", "--tape", "demo", "-q", "active=true", "--strict",
            "--format", "json",
        ])
        expectEqual(read.globals[.instance], "dev1")
        expectEqual(read.globals[.tape], "demo")
        #expect(read.globals[.strict])
        guard case .command(let invocation) = read.action else { Issue.record("no command"); return }
        expectEqual(invocation.text, "table list incident -q active=true --format json")
    }

    @Test func noPromptFlagAppliesAnywhere() throws {
        for arguments in [["--no-input", "whoami"], ["whoami", "--no-input"]] {
            #expect(try ProgramArguments(arguments).globals[.noInput])
            try expectEqual(line(arguments), "whoami")
        }
        expectEqual(
            lineError(about: "whoami --no-input"),
            """
            error: whoami has no flag --no-input.
              whoami --no-input
                     ^^^^^^^^^^
            hint: --no-input is decided when Snowdeck starts: snowdeck --no-input …

            """)
    }

    @Test func flagBeforeCommandAppliesToRun() throws {
        let read = try ProgramArguments(["--format", "json", "whoami"])
        expectEqual(read.globals[.format], "json")
        guard case .command(let invocation) = read.action else { Issue.record("no command"); return }
        expectEqual(invocation.text, "whoami")
    }

    @Test func commandFlagTakesPrecedenceOverProgramFlag() throws {
        let read = try ProgramArguments(["--user", "a", "connect", "dev1", "--user", "b"])
        expectEqual(read.globals[.user], "a")
        guard case .command(let invocation) = read.action else { Issue.record("no command"); return }
        expectEqual(invocation.text, "connect dev1 --user b")
    }

    @Test func noCommandStartsPrompt() throws {
        guard case .prompt = try ProgramArguments([]).action else { Issue.record("no prompt"); return }
        guard case .prompt = try ProgramArguments(["--tape", "x", "--no-input"]).action else {
            Issue.record("no prompt"); return
        }
    }

    @Test func versionAndHelpAreActions() throws {
        guard case .version = try ProgramArguments(["--version"]).action else { Issue.record("no version"); return }
        guard case .help(let all) = try ProgramArguments(["--help"]).action else { Issue.record("no help"); return }
        #expect(all.isEmpty)
        guard case .help(let words) = try ProgramArguments(["serve", "sandbox", "-h"]).action else {
            Issue.record("no help"); return
        }
        expectEqual(words, ["serve", "sandbox"])
        guard case .help(let table) = try ProgramArguments(["--help", "table", "list"]).action else {
            Issue.record("no help"); return
        }
        expectEqual(table, ["table", "list"])
    }

    @Test func programsVerbsAreBound() throws {
        guard case .program(let replay) = try ProgramArguments(["replay", "a b.cassette", "--check", "--trust"]).action
        else {
            Issue.record("no verb")
            return
        }
        expectEqual(replay.command.name, "replay")
        expectEqual(replay[.playedCassette], "a b.cassette")
        #expect(replay[.checks])
        guard case .program(let serve) = try ProgramArguments(["serve", "sandbox", "--port", "8080"]).action else {
            Issue.record("no verb")
            return
        }
        expectEqual(serve[.port], 8080)
    }

    @Test(arguments: [
        ["serve", "sandbox", "--tls", "cert.pem", "-key.pem", "--port", "8443"],
        ["serve", "sandbox", "--port", "8443", "--tls=cert.pem", "-key.pem"],
        ["serve", "sandbox", "--tls", "cert.pem", "-key.pem", "--port=8443", "--strict"],
    ])
    func flagMayTakeTwoValues(arguments: [String]) throws {
        guard case .program(let serve) = try ProgramArguments(arguments).action else {
            Issue.record("no verb")
            return
        }
        expectEqual(serve[.tls], ["cert.pem", "-key.pem"])
        expectEqual(serve[.port], 8443)
    }

    @Test(arguments: [["--tls"], ["--tls", "cert.pem"], ["--tls=cert.pem"], ["--tls", "cert.pem", "--port", "1"]])
    func twoValueFlagNeedsBoth(arguments: [String]) {
        #expect {
            try ProgramArguments(["serve", "sandbox"] + arguments)
        } throws: {
            ($0 as? Problem)?.message == "--tls needs two values: CERT KEY."
        }
    }

    private static let replayUsage =
        "Usage: replay TAPE [--check | --accept | --rerecord | --play | --cast FILE] [-o TAPE] "
        + "[--report tap|junit|json|html] [--force] [--speed FACTOR] [--pace human|recorded] [--step]"

    @Test(arguments: ["replay t --cast - --speed 2 --pace recorded", "replay t --play --step --speed 0.5"])
    func compatibleFlagsAreAccepted(line: String) throws {
        _ = try ProgramArguments(line.split(separator: " ").map(String.init))
    }

    private static let mistakesAreUsageProblemsCases: [([String], String, String?)] = [
        (["--tpae", "x"], "snowdeck has no flag --tpae.", "Did you mean --tape?"),
        (["rnu", "x"], "There is no command rnu.", "Did you mean run?"),
        (["replay"], "replay needs TAPE.", replayUsage),
        (["replay", "t", "-o", "new"], "--output goes with --rerecord.", replayUsage),
        (["replay", "t", "--rerecord"], "--rerecord goes with --output.", replayUsage),
        (["replay", "t", "--accept", "--check"], "--check and --accept exclude each other.", replayUsage),
        (["replay", "t", "--report", "tap"], "--report goes with --check.", replayUsage),
        (["replay", "t", "--check", "--play"], "--check and --play exclude each other.", replayUsage),
        (["replay", "t", "--cast", "x.cast", "--play"], "--play and --cast exclude each other.", replayUsage),
        (["replay", "t", "--step"], "--step goes with --play.", replayUsage),
        (["replay", "t", "--speed", "2"], "--speed goes with --play or --cast.", replayUsage),
        (["replay", "t", "--cast", "-", "--pace", "quick"], "Unknown pace 'quick'. Choose human or recorded.", nil),
        (
            ["--mode", "replya", "whoami"], "Unknown mode 'replya'. Choose record, replay or extend.",
            "Did you mean replay?"
        ),
    ]

    @Test(arguments: mistakesAreUsageProblemsCases)
    func errorsAreUsageProblems(arguments: [String], message: String, hint: String?) {
        do throws(Problem) {
            _ = try ProgramArguments(arguments)
            Issue.record("no problem")
        } catch {
            expectEqual(error.kind, .usage)
            expectEqual(error.message, message)
            if let hint { #expect(error.hints.contains(hint)) }
        }
    }
}
