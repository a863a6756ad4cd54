import ExchangeModel
import Sandbox
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// `diff`: two recordings of the same commands.
struct TapeDiffTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Records lines onto a tape, at a new sandbox unless one is given.
    private func record(_ tape: String, at sandbox: SandboxInstance? = nil, seed: UInt64 = 1, _ lines: [String])
        async throws
    {
        let instance = try sandbox ?? SandboxInstance(SandboxOptions(clock: FixedClock(), seed: seed))
        let harness = try ShellHarness(try TestMachine(folder, instance: instance), tape: tape)
        _ = await harness.transcript(of: lines)
        try await harness.session.close()
    }

    /// The output of a line, without the line.
    private func output(_ line: String) async throws -> String {
        let harness = try ShellHarness(try TestMachine(folder, instance: ScriptedTransport([])), tape: nil)
        return String(await harness.transcript(of: [line]).dropFirst(line.count + 3))
    }

    /// The records that the second recording creates have other sys_ids.
    @Test func recordingsOfOneScriptAreEqual() async throws {
        let lines = [
            "table create incident short_description=Anew -f number => inc = .number",
            "table get incident {{inc}} -f number,short_description",
            "table list incident -q short_description=Anew", "table count incident",
        ]
        try await record("a", lines)
        try await record("b", seed: 2, lines)
        let text = try await output("diff a b")
        #expect(text.hasPrefix("4 commands and "))
        #expect(text.contains(" compared: no difference"))
        #expect(!text.contains("exit"))
    }

    /// An accepted answer differs from the recorded output, and the check says so in the same words.
    @Test func checkSaysTheSameWords() async throws {
        let sandbox = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        try await record("a", at: sandbox, ["table list incident -q number=INC0009858 -f number,short_description"])
        try await record("between", at: sandbox, ["table update incident INC0009858 short_description='Paper jam'"])
        let machine = try TestMachine(folder, instance: sandbox), harness = try ShellHarness(machine, tape: "now")
        let words = "\n  INC0009858  short_description  Laptop does not wake up from sleep → Paper jam\n"
        #expect(await harness.transcript(of: ["diff a --update --yes"]).contains(words))
        try await harness.session.close()
        #expect(try await machine.check(machine.path("a")).printed.contains(words))
    }

    @Test func instancesAreCompared() async throws {
        let changed = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        try await record("between", at: changed, ["table update incident INC0009858 short_description='Paper jam'"])
        let both = TwoInstances(first: try SandboxInstance(SandboxOptions(clock: FixedClock())), second: changed)
        let harness = try ShellHarness(try TestMachine(folder, instance: both), tape: nil)
        let line = "table get incident INC0009858 -f number,short_description"
        await expectEqual(
            harness.transcript(of: ["diff --on http://127.0.0.1:8080 --on http://127.0.0.1:8081 \(line)"]),
            """
            > diff --on http://127.0.0.1:8080 --on http://127.0.0.1:8081 \(line)
            > \(line)
              INC0009858  short_description  Laptop does not wake up from sleep → Paper jam
            1 command and 1 request compared: 1 info.
            ! Recorded onto [DIR]/tapes/fresh.cassette.
            ? exit 1

            """)
    }

    @Test func differencesAreReportedByMeaning() async throws {
        let list = "table list incident -q active=true^ORDERBYnumber -n 3 -f number,short_description"
        try await record("a", [list, "table count incident", "table count problem"])
        let changed = try SandboxInstance(SandboxOptions(clock: FixedClock()))
        try await record(
            "between", at: changed,
            ["table delete incident INC0009798", "table update incident INC0009858 short_description='Paper jam'"])
        try await record("b", at: changed, [list, "table count incident", "table count task"])
        try await expectEqual(
            output("diff a b"),
            """
            > \(list)
              warning: INC0009798  removed
              records  65 → 64
              INC0009978  added
              INC0009858  short_description  Laptop does not wake up from sleep → Paper jam
            > table count incident
              count  440 → 439
            > table count problem
              only in a
            > table count task
              only in b
            2 commands and 2 requests compared: 1 warning, 4 info; 1 command only in a; 1 command only in b.
            ? exit 1

            """)
        try await expectEqual(
            output("diff a b --stat"),
            """
            failures  warnings  info  only       command
            0         1         3                \(list)
            0         0         1                table count incident
                                      only in a  table count problem
                                      only in b  table count task
            ! 2 commands and 2 requests compared: 1 warning, 4 info; 1 command only in a; 1 command only in b.
            ? exit 1

            """)
        let json = try await output("diff a b --format json")
        #expect(json.contains(#""kind": "record added""#) && json.contains(#""record": "INC0009978""#))
    }
}

/// Two instances, at different ports.
private struct TwoInstances: Transport {
    let first: any Transport, second: any Transport

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try await (request.url.origin.hasSuffix(":8081") ? second : first).send(request)
    }
}
