import ExchangeModel
import Sandbox
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import Workbench

/// `tape diff`: two recordings of the same commands.
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
        let text = try await output("tape diff a b")
        #expect(text.hasPrefix("4 commands and "))
        #expect(text.contains(" compared: no difference"))
        #expect(!text.contains("exit"))
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
            output("tape diff a b"),
            """
            > \(list)
              exchange 1 → 1: GET /api/now/table/incident
              warning  .result: record INC0009798 removed
              info     X-Total-Count: 65 → 64
              info     .result: record INC0009978 added
              info     .result[INC0009858].short_description.value: "Laptop does not wake up from sleep" → "Paper jam"
            > table count incident
              exchange 2 → 2: GET /api/now/stats/incident
              info     .result.stats.count: "440" → "439"
            > table count problem
              info     command: was not run again
            > table count task
              info     command: was not run before
            3 commands and 2 exchanges compared: 0 failures, 1 warning, 6 info.
            ? exit 1

            """)
        try await expectEqual(
            output("tape diff a b --stat"),
            """
            0 failures, 1 warning, 3 info  > \(list)
            0 failures, 0 warnings, 1 info  > table count incident
            0 failures, 0 warnings, 1 info  > table count problem
            0 failures, 0 warnings, 1 info  > table count task
            3 commands and 2 exchanges compared: 0 failures, 1 warning, 6 info.
            ? exit 1

            """)
        let json = try await output("tape diff a b --format json")
        #expect(json.contains(#""kind": "record added""#) && json.contains(#""change": "record INC0009978 added""#))
    }
}
